"""A request under an id of its own: in its answer, in each line of the log it writes, and in one line when it ends.

The line names the address's pattern and not the address: what stands in one may be somebody's key.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.logs import UNDER
from config.metrics import observe_request

HEADER = "X-Request-ID"
_SHAPE = re.compile(r"[0-9A-Za-z_-]{8,64}")
_QUIET = {"live", "ready", "metrics"}
"""Names of the addresses that machines ask all the time."""

log = logging.getLogger(__name__)


class RequestMiddleware:
    """Gives each request its id, logs its end and measures it. A proxy's own id is kept, where there is one proxy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.PROXIES else ""
        name = given if _SHAPE.fullmatch(given) else uuid.uuid4().hex
        request.name = name  # type: ignore[attr-defined]
        token = UNDER.set(name)
        start = time.perf_counter()
        try:
            response = self.get_response(request)
            seconds = time.perf_counter() - start
            match = request.resolver_match
            if match is None or match.url_name not in _QUIET:
                route = match.route if match else "(no address)"
                observe_request(request.method or "", route, response.status_code, seconds)
                log.info("%s /%s %s %.0f ms", request.method, route, response.status_code, 1000 * seconds)
        finally:
            UNDER.reset(token)
        response[HEADER] = name
        return response
