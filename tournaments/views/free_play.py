"""Free play: one click to a table, by an account or as a guest; one's own booms; taking over a guest's."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from rest_framework.throttling import SimpleRateThrottle

from tournaments.days import day_of
from tournaments.errors import ServiceError
from tournaments.selectors.daily_lists import list_scores, view_own_place
from tournaments.selectors.free_play import list_own, view_proof
from tournaments.selectors.places import FreePlace, Owner
from tournaments.services.free_play import COUNTED, claim_free_play, give_up_free_play, start_free_play
from tournaments.services.hinting import give_hint
from tournaments.sheets import SYSTEM_NAMES
from tournaments.views import doors
from tournaments.views.guests import forget, guest_of, owner_of, welcome
from tournaments.views.own_scores import draw_scores
from tournaments.views.refusals import answer_refusals

ACTS = ("act", "advance", "fragment", "give_up", "hint")


class GuestThrottle(SimpleRateThrottle):
    """How many booms guests may begin from one address: a full café, not a program that fills the database."""

    scope = "guest"
    rate = "240/hour"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


@dataclass(frozen=True)
class FreeDoor(doors.Door):
    """The table of one boom of free play."""

    end = "free_play/end.html"
    leaving = "free_play/give_up.html"
    place: FreePlace
    owner: Owner
    free_play_id: int

    def describe_end(self, request: HttpRequest, table: dict[str, Any], now: datetime) -> dict[str, Any]:
        return {
            "place": view_own_place(self.owner, now),
            "plot": draw_scores(list_scores(self.owner)),
            "proof": view_proof(self.owner, self.free_play_id),
        }


def with_door(view: Callable[[HttpRequest, FreeDoor], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the reader's table of a boom of free play instead of its number."""

    @functools.wraps(view)
    @never_cache
    @answer_refusals
    def wrapped(request: HttpRequest, free_play_id: int) -> HttpResponse:
        links = {name: reverse(f"tournaments:free_{name}", args=[free_play_id]) for name in ACTS}
        links["table"] = reverse("tournaments:free_table", args=[free_play_id])
        links["home"] = reverse("tournaments:free")
        owner = owner_of(request)
        return view(request, FreeDoor(FreePlace(owner, free_play_id), links, owner, free_play_id))

    return wrapped


@never_cache
@require_safe
def show_own(request: HttpRequest) -> HttpResponse:
    """One's own booms of free play, and the way to the next."""
    owner = owner_of(request)
    rows = list_own(owner)
    context = {
        "section": "free",
        "running": next((row.id for row in rows if row.day is None), None),
        "rows": [row for row in rows if row.day is not None],
        "plot": draw_scores(list_scores(owner)),
        "place": view_own_place(owner, timezone.now()),
        "today": day_of(timezone.now()),
        "others": [(name, words) for name, words in SYSTEM_NAMES.items() if name != COUNTED],
    }
    return render(request, "free_play/own.html", context)


@require_POST
@answer_refusals
def start(request: HttpRequest) -> HttpResponse:
    """To the table: the boom in progress, or a new one, by the house's rules unless another system is asked for."""
    if not request.user.is_authenticated and not GuestThrottle().allow_request(request, None):  # type: ignore[arg-type]
        return render(request, "failure.html", _describe_crowd(), status=429)
    system = request.POST.get("system", COUNTED)
    return redirect("tournaments:free_table", start_free_play(welcome(request), timezone.now(), system))


@require_safe
@with_door
def show_table(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """One's own table, exactly as it was left."""
    return doors.show_door(request, door)


@require_safe
@with_door
def show_fragment(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """The standing table without the page around it, for the script."""
    return doors.show_fragment(request, door)


@require_POST
@with_door
def act(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """Name trump or play a card, as act number `ply` of one's boom."""
    return doors.answer_act(request, door)


@require_POST
@with_door
def advance(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """Let the bots play what they still owe."""
    return doors.answer_advance(request, door)


@require_POST
@with_door
def hint(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """What the bot would do now; the boom counts on no list from here on."""
    return doors.answer_hint(request, door, functools.partial(give_hint, door.place))


@require_POST
@with_door
def give_up(request: HttpRequest, door: FreeDoor) -> HttpResponse:
    """End the boom with ZIJ at the target; it counts."""
    give_up_free_play(FreePlace(door.owner, door.free_play_id), timezone.now())
    return redirect(door.links["table"])


@require_POST
@login_required
@answer_refusals
def claim(request: HttpRequest) -> HttpResponse:
    """Put all that was played as a guest in this session in the reader's name."""
    number = claim_free_play(request.user, guest_of(request), timezone.now())
    forget(request)
    if number:
        said = ngettext("%(number)s boom is now in your name.", "%(number)s booms are now in your name.", number)
        messages.success(request, said % {"number": number})
    return redirect("tournaments:free")


@require_POST
@login_required
def decline(request: HttpRequest) -> HttpResponse:
    """Leave what was played as a guest: it was somebody else, or need not be kept."""
    forget(request)
    messages.success(request, _("They stay out of your name."))
    return redirect("tournaments:free")


def _describe_crowd() -> dict[str, Any]:
    refusal = ServiceError("too_many_requests")
    return {"message": refusal.message, "code": refusal.code, "ours": False}
