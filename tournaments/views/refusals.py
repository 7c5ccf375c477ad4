"""What a page answers when a service or selector refuses, and who is sent to log in first."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.errors import ServiceError


def take_form(back: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """For an address, of a tournament or a series, that only takes a form of someone who is logged in.

    `back` names the page that shows the form, with the same keys in its address: who must log in first comes back
    there, since this address itself answers no GET.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_POST
        @functools.wraps(view)
        def wrapped(request: HttpRequest, **keys: int) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(reverse(back, kwargs=keys))
            return view(request, **keys)

        return wrapped

    return decorate


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


SPOKEN = frozenset(("no_day", "no_month", "day_ahead", "day_before_all", "no_sort", "no_list_page"))
"""What is not there and never was anybody's, so that the page may say why."""


def show_refusal(request: HttpRequest, refusal: ServiceError, tournament_id: int | None = None) -> HttpResponse:
    """The page for a refusal, with a way back to the tournament if there is one.

    Raises Http404 for status 404, lest the answer tell what exists; only what is `SPOKEN` of is told.
    """
    if refusal.status == 404 and refusal.code not in SPOKEN:
        raise Http404(refusal.code)
    if refusal.status == 401:
        return redirect_to_login(request.get_full_path())
    context = {"message": refusal.message, "tournament_id": tournament_id}
    return render(request, "tournaments/refusal.html", context, status=refusal.status)


def wants_json(request: HttpRequest) -> bool:
    """Whether it is a page's script that asks, and not a person's form."""
    return request.headers.get("Accept", "").startswith("application/json")
