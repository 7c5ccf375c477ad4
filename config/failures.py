"""What goes wrong outside a view, or unforeseen in one: answered by one sentence, in the shape of the API or as a page.

Nothing here asks the database, which may be what is away.
"""

import codecs
import sys
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import page_not_found

from config.language import API
from tournaments.api.errors import PATIENCE, find_code, write_error
from tournaments.errors import ServiceError


class FailureMiddleware:
    """Refuses what no view can read, and gives an empty "method not allowed" its sentence.

    A charset other than UTF-8 and a NUL in a cookie or in the query would only fail further on, some of them in
    the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_readable(request):
            raise BadRequest("a charset that is not UTF-8, or a NUL")
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            allowed = response.get("Allow", "")
            response = answer_failure(request, "method_not_allowed")
            response["Allow"] = allowed
        return response


def answer_failure(request: HttpRequest, code: str) -> HttpResponse:
    """The answer for a key of `REFUSALS`: JSON below the API's address, a page anywhere else."""
    refusal = ServiceError(code)
    response: HttpResponse
    if request.path_info.startswith(API):
        response = JsonResponse(write_error(refusal), status=refusal.status)
    else:
        context = {"message": refusal.message, "code": code, "ours": refusal.status >= 500}
        response = HttpResponse(render_to_string("failure.html", context), status=refusal.status)
    if refusal.status == 503:
        response["Retry-After"] = str(PATIENCE)
    return response


def show_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler400`."""
    return answer_failure(request, find_code(exception))


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler404`."""
    if request.path_info.startswith(API):
        return answer_failure(request, "not_found")
    return page_not_found(request, exception)


def show_too_many(request: HttpRequest) -> HttpResponse:
    """`handler429`, of the limits on accounts."""
    return answer_failure(request, "too_many_requests")


def show_server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`: 503 while the database is away, wherever that was noticed."""
    return answer_failure(request, find_code(sys.exc_info()[1]))


def _is_readable(request: HttpRequest) -> bool:
    if "%00" in request.META.get("QUERY_STRING", "") or any("\0" in text for text in request.COOKIES.values()):
        return False
    # Django has looked the codec up already: without a name that is known there is no encoding.
    return request.encoding is None or codecs.lookup(request.encoding).name == "utf-8"
