"""Forms that lose nothing: what was typed while the session ended waits until its writer has logged in again."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

KEPT = "typed"
LONGEST = 20_000
"""Characters of a form that are kept for somebody who is not logged in; a whole description fits."""


def keep_typed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For the page of a form: who is not logged in is sent to log in, and what he sent is kept for when he is back."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method == "POST":
            body = request.POST.urlencode()
            if len(body) <= LONGEST:
                # Logging in gives the session a new key and keeps what is in it.
                request.session[KEPT] = {"path": request.path, "body": body}
        return redirect_to_login(request.path)

    return wrapped


def read_typed(request: HttpRequest) -> QueryDict | None:
    """What was typed: sent just now, or kept from before the writer logged in again; None for a form to begin with.

    Only a POST may be acted on. An empty form that was sent is not the same as none.
    """
    if request.method == "POST":
        return request.POST
    kept = request.session.get(KEPT)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[KEPT]
    messages.warning(request, _("You had been logged out. What you typed is still here; nothing has been saved yet."))
    return QueryDict(kept["body"])
