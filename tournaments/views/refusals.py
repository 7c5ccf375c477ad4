"""What a page answers when a service or selector refuses."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.errors import ServiceError


def answer_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a `ServiceError` of the view into a page that says it, with its status.

    What does not exist for the reader is the site's own 404; who must log in first is sent there and back.
    """

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ServiceError as refusal:
            return show_refusal(request, refusal, kwargs.get("tournament_id"))

    return wrapped


def show_refusal(request: HttpRequest, refusal: ServiceError, tournament_id: int | None = None) -> HttpResponse:
    """The page for a refusal, with a way back to the tournament if there is one. Raises Http404 for status 404."""
    if refusal.status == 404:
        raise Http404(refusal.code)
    if refusal.status == 401:
        return redirect_to_login(request.get_full_path())
    context = {"message": refusal.message, "tournament_id": tournament_id}
    return render(request, "tournaments/refusal.html", context, status=refusal.status)
