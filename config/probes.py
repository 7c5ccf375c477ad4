"""`/live` and `/ready`: what a process manager or load balancer asks."""

import logging

from django.core.cache import caches
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.cache import ForgivingCache
from config.warming import are_bots_ready

log = logging.getLogger(__name__)


@require_safe
@never_cache
def show_live(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers at all; touches no server."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def show_ready(request: HttpRequest) -> HttpResponse:
    """200 when games can be played, 503 when the database does not answer or the bots' code is not loaded yet.

    The cache is told as well, but its absence is no 503: playing goes on without it.
    """
    cache = caches["default"]
    assert isinstance(cache, ForgivingCache)
    found = {"database": _database_answers(), "bots": are_bots_ready(), "cache": cache.answers()}
    response = JsonResponse(found, status=200 if found["database"] and found["bots"] else 503)
    # Not an error of the site, as Django would log it: whoever asks is told, every few seconds.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("not ready: the database does not answer (%s)", type(error).__name__)
        return False
    return True
