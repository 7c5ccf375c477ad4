"""Home, the lists of tournaments, one tournament, one's own, and the pages that explain."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.days import day_of
from tournaments.models import State
from tournaments.selectors.daily_lists import view_podium
from tournaments.selectors.free_play import find_running
from tournaments.selectors.tournaments import get_tournament, list_entered, list_tournaments
from tournaments.views.guests import owner_of
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals

LATEST = 5
"""How many finished tournaments the home page shows."""
LISTED = ("open", "announced", "closed", "final")
"""The states by which the list can be narrowed."""
PAGE_SIZE = 20
TITLE_LIMIT = 120
"""As many characters as a title has at most."""


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """What is open, one's own tables, the latest lists."""
    now = timezone.now()
    user = request.user
    closed = list_tournaments(user, now, State.CLOSED, limit=LATEST)
    final = list_tournaments(user, now, State.FINAL, limit=LATEST)
    open_now = list_tournaments(user, now, State.OPEN, full_tables=False)
    announced = list_tournaments(user, now, State.ANNOUNCED, full_tables=False)
    entered = list_entered(user, now) if user.is_authenticated else []
    own = [row for row in entered if row.state in (State.ANNOUNCED, State.OPEN) and row.mine != "finished"]
    listed = {row.id for row in own}
    context = {
        "section": "home",
        "running": find_running(owner_of(request)),
        "podium": view_podium(now),
        "today": day_of(now),
        "own": own,
        "open": [row for row in open_now if row.id not in listed],
        "announced": [row for row in announced if row.id not in listed],
        "latest": sorted([*closed, *final], key=lambda row: row.closed_at or now, reverse=True)[:LATEST],
    }
    return render(request, "tournaments/home.html", context)


@require_safe
def list_all(request: HttpRequest) -> HttpResponse:
    """All tournaments that exist for the reader, by state if asked, a page at a time."""
    now = timezone.now()
    wanted = request.GET.get("staat", "")
    state = State(wanted) if wanted in LISTED else None
    last = read_number(request.GET.get("voor", ""))
    sought = request.GET.get("zoek", "").strip()[:TITLE_LIMIT]
    rows = list_tournaments(request.user, now, state, last, PAGE_SIZE + 1, title=sought, past_series=False)
    context = {
        "section": "tournaments",
        "rows": rows[:PAGE_SIZE],
        "next": rows[PAGE_SIZE - 1].id if len(rows) > PAGE_SIZE else None,
        "state": state,
        "sought": sought,
        "states": [State(value) for value in LISTED],
    }
    return render(request, "tournaments/list.html", context)


@never_cache
@require_safe
@answer_refusals
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament: what was announced, who is in, what the reader may do, and the list once he may see it."""
    page = get_tournament(request.user, tournament_id, timezone.now())
    return render(request, "tournaments/detail.html", {"section": "tournaments", "page": page})


@require_safe
@login_required
def show_mine(request: HttpRequest) -> HttpResponse:
    """The tournaments one has entered."""
    rows = list_entered(request.user, timezone.now())
    running = [row for row in rows if row.state in (State.ANNOUNCED, State.OPEN)]
    context: dict[str, Any] = {
        "section": "mine",
        "running": running,
        "past": [row for row in rows if row not in running],
    }
    return render(request, "tournaments/mine.html", context)


@require_safe
def show_fairness(request: HttpRequest) -> HttpResponse:
    """How everyone gets the same cards, and how anyone can check it."""
    return render(request, "tournaments/fairness.html", {"section": "fairness"})
