"""What a reader missed: a cookie of each table's own says up to which act his browser has shown it.

So another device that played on, a line that was lost after a card, and a page without script are told alike.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.missed import list_missed
from tournaments.selectors.places import Place
from tournaments.views.board import describe_act
from tournaments.views.numbers import read_number

COOKIE = "seen"
ACTED = "a"
"""Ends the mark of a browser without script that has just played."""
KEPT = 30 * 24 * 3600
MOST = 8
"""How many acts are told one by one: two tricks. More were played elsewhere, and are counted."""


@dataclass(frozen=True)
class Mark:
    """Up to which act a browser has seen a table; `acted`: it has played since, and this is what followed."""

    ply: int
    acted: bool


@dataclass(frozen=True)
class Missed:
    """What has happened since, in sentences."""

    acted: bool
    sentences: list[str]


def read_mark(request: HttpRequest) -> Mark | None:
    """Up to which act the reader has seen the table of this address; None when he never has.

    A page that is open says it of itself in the address (`?seen=`): another tab of the browser may have gone on.
    """
    text = request.GET.get(COOKIE) or request.COOKIES.get(COOKIE, "")
    ply = read_number(text.removesuffix(ACTED))
    return None if ply is None else Mark(ply, text.endswith(ACTED))


def describe_missed(place: Place, mark: Mark | None, table: dict[str, Any], now: datetime) -> Missed | None:
    """What has happened at a table since `mark`, or None when that is nothing, or cannot be known."""
    if mark is None or mark.ply >= table["ply"]:
        return None
    events = list_missed(place, mark.ply, now)
    if not events:
        return None
    if len(events) <= MOST:
        return Missed(mark.acted, [describe_act(event["seat"], event["act"]) for event in events])
    boards = len({event["board"] for event in events})
    told = ngettext(
        "The boom went on in %(boards)s deal: %(acts)s acts, yours among them.",
        "The boom went on over %(boards)s deals: %(acts)s acts, yours among them.",
        boards,
    )
    return Missed(False, [told % {"boards": boards, "acts": len(events)}, _("The scores show what came of it.")])


def mark_seen(response: HttpResponse, path: str, table: dict[str, Any]) -> HttpResponse:
    """Remember in the browser that it has been shown `table`."""
    return _set_mark(response, path, str(table["ply"]))


def mark_acted(response: HttpResponse, path: str, ply: int) -> HttpResponse:
    """Remember in the browser that it has done act number `ply` itself, and seen no more than that."""
    return _set_mark(response, path, f"{ply + 1}{ACTED}")


def _set_mark(response: HttpResponse, path: str, value: str) -> HttpResponse:
    response.set_cookie(COOKIE, value, max_age=KEPT, path=path, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response
