"""From what a table is played: noted when somebody sits down, told on the page about fairness."""

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from tournaments.services.tracing import trace_entry

COOKIE = "apparaat"
"""A number that this browser sends back, so that two who share it are seen; it says nothing else."""
KEPT = 60 * 24 * 3600
NUMBER = re.compile(r"[0-9a-f]{32}")


def note_seat(request: HttpRequest, tournament_id: int) -> None:
    """Note from what the reader plays at his table of a tournament."""
    trace_entry(request.user, tournament_id, BaseThrottle().get_ident(request), _read(request))  # type: ignore[arg-type]


def number_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give the browser its number, unless it has one. Only one that comes back is ever noted."""
    if not _read(request):
        response.set_cookie(
            COOKIE,
            secrets.token_hex(16),
            max_age=KEPT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _read(request: HttpRequest) -> str:
    found = request.COOKIES.get(COOKIE, "")
    return found if NUMBER.fullmatch(found) else ""
