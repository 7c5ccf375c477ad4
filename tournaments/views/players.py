"""A player's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors.players import get_player
from tournaments.views.plots import plot_curve
from tournaments.views.refusals import answer_refusals

AGAINST = "tegen"
LONGEST = 100
"""Characters; no name is as long."""


@never_cache
@require_safe
@answer_refusals
def show_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """What a player made of his tournaments, in figures and a curve, and head to head with another."""
    against = request.GET.get(AGAINST, "").strip()[:LONGEST]
    page = get_player(request.user, player_id, timezone.now(), against)
    curve = [outing.delta for outing in reversed(page.outings) if outing.delta is not None]
    context = {
        "section": "player",
        "page": page,
        "plot": plot_curve(curve),
        "completion": round(100 * page.finished / page.entered) if page.entered else None,
        "best_known": any(habit.analysed for habit in page.habits),
        "most": max((habit.count for habit in page.habits), default=0),
    }
    return render(request, "tournaments/player.html", context)
