"""Practising the cards of a closed tournament, and playing on from a moment of a replay."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.errors import ServiceError
from tournaments.selectors.places import PracticePlace
from tournaments.selectors.practice import describe_what_if
from tournaments.services import practising
from tournaments.views import doors
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals, show_refusal, take_form
from tournaments.views.replays import MOMENT

ACTS = ("act", "advance", "fragment", "give_up")


@dataclass(frozen=True)
class PracticeDoor(doors.Door):
    """The table of one practice, or of a what-if."""

    end = "practice/end.html"
    leaving = "practice/give_up.html"
    tournament_id: int
    practice_id: int

    def describe(self, request: HttpRequest) -> dict[str, Any]:
        what_if = describe_what_if(request.user, self.practice_id)
        if what_if is None:
            return {"kind": _("practice"), "what_if": None}
        keys = [self.tournament_id, what_if.board, what_if.entry_id]
        back = f"{reverse('tournaments:replay', args=keys)}?{urlencode({MOMENT: what_if.moment})}"
        again = reverse("tournaments:what_if", args=keys)
        return {"kind": _("what if"), "what_if": what_if, "back": back, "again": again}

    def refuse(self, request: HttpRequest, refusal: ServiceError) -> HttpResponse:
        return show_refusal(request, refusal, self.tournament_id)


def with_door(view: Callable[[HttpRequest, PracticeDoor], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the reader's table of a practice instead of its numbers."""

    @functools.wraps(view)
    @never_cache
    @answer_refusals
    def wrapped(request: HttpRequest, tournament_id: int, practice_id: int) -> HttpResponse:
        keys = [tournament_id, practice_id]
        links = {name: reverse(f"tournaments:practice_{name}", args=keys) for name in ACTS}
        links["table"] = reverse("tournaments:practice_table", args=keys)
        links["home"] = reverse("tournaments:standings", args=[tournament_id])
        links["again"] = reverse("tournaments:practice_start", args=[tournament_id])
        place = PracticePlace(request.user, tournament_id, practice_id)
        return view(request, PracticeDoor(place, links, tournament_id, practice_id))

    return wrapped


@take_form("tournaments:standings")
@answer_refusals
def start(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """To the practice table of a closed tournament: the boom in progress, or a new one."""
    practice = practising.start_practice(request.user, tournament_id, timezone.now())
    return redirect("tournaments:practice_table", tournament_id, practice)


@take_form("tournaments:replay")
@answer_refusals
def start_what_if(request: HttpRequest, tournament_id: int, board: int, entry_id: int) -> HttpResponse:
    """Play on from a moment of a replay."""
    moment = read_number(request.POST.get(MOMENT, "")) or 0
    now = timezone.now()
    practice = practising.start_what_if(request.user, tournament_id, board, entry_id, moment, now)
    return redirect("tournaments:practice_table", tournament_id, practice)


@require_safe
@login_required
@with_door
def show_table(request: HttpRequest, door: PracticeDoor) -> HttpResponse:
    """One's own table, exactly as it was left."""
    return doors.show_door(request, door)


@require_safe
@login_required
@with_door
def show_fragment(request: HttpRequest, door: PracticeDoor) -> HttpResponse:
    """The standing table without the page around it, for the script."""
    return doors.show_fragment(request, door)


@take_form("tournaments:practice_table")
@with_door
def act(request: HttpRequest, door: PracticeDoor) -> HttpResponse:
    """Name trump or play a card, as act number `ply` of one's boom."""
    return doors.answer_act(request, door)


@take_form("tournaments:practice_table")
@with_door
def advance(request: HttpRequest, door: PracticeDoor) -> HttpResponse:
    """Let the bots play what they still owe."""
    return doors.answer_advance(request, door)


@take_form("tournaments:practice_table")
@with_door
def give_up(request: HttpRequest, door: PracticeDoor) -> HttpResponse:
    """Forget the practice; nothing is left of it."""
    practising.give_up_practice(request.user, door.tournament_id, door.practice_id)
    return redirect(door.links["home"])
