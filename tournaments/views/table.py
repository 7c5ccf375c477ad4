"""The table of a tournament: the page, its fragment, and the acts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.errors import ServiceError
from tournaments.selectors.places import TournamentPlace
from tournaments.selectors.standings import standings
from tournaments.services.entering import start_boom
from tournaments.views import doors
from tournaments.views.devices import note_seat, number_device
from tournaments.views.refusals import answer_refusals, show_refusal, take_form

ACTS = ("act", "advance", "fragment", "start")


@dataclass(frozen=True)
class TournamentDoor(doors.Door):
    """One's own table in a tournament."""

    tournament_id: int

    def describe_end(self, request: HttpRequest, table: dict[str, Any], now: datetime) -> dict[str, Any]:
        try:
            return {"standings": standings(request.user, self.tournament_id, now)}
        except ServiceError:
            return {"standings": None}

    def refuse(self, request: HttpRequest, refusal: ServiceError) -> HttpResponse:
        return show_refusal(request, refusal, self.tournament_id)


def open_door(request: HttpRequest, tournament_id: int) -> TournamentDoor:
    """The table of the reader in a tournament."""
    links = {name: reverse(f"tournaments:table_{name}", args=[tournament_id]) for name in ACTS}
    links["table"] = reverse("tournaments:table", args=[tournament_id])
    links["home"] = reverse("tournaments:detail", args=[tournament_id])
    return TournamentDoor(TournamentPlace(request.user, tournament_id), links, tournament_id)


@never_cache
@require_safe
@login_required
@answer_refusals
def show_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One's own table, exactly as it was left."""
    note_seat(request, tournament_id)
    return number_device(request, doors.show_door(request, open_door(request, tournament_id)))


@never_cache
@require_safe
@login_required
@answer_refusals
def show_fragment(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The standing table without the page around it, for the script."""
    return doors.show_fragment(request, open_door(request, tournament_id))


@take_form("tournaments:table")
@answer_refusals
def start(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Begin to play: from here on one has seen cards."""
    start_boom(request.user, tournament_id, timezone.now())
    return redirect("tournaments:table", tournament_id)


@never_cache
@take_form("tournaments:table")
def act(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Name trump or play a card, as act number `ply` of one's boom."""
    return doors.answer_act(request, open_door(request, tournament_id))


@never_cache
@take_form("tournaments:table")
def advance(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Let the bots play what they still owe."""
    return doors.answer_advance(request, open_door(request, tournament_id))
