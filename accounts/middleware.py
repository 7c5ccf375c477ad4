from collections.abc import Callable

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User

GUARDED = ("/beheer/", "/organisatie/")
"""Where the rights of staff are used."""


def needs_second_factor(user: User) -> bool:
    """Say whether `user` has rights of staff that he may not use before he has set up a second factor."""
    return user.is_staff and not user.is_demo and not is_mfa_enabled(user)


class SecondFactorMiddleware:
    """Sends staff without a second factor to set one up, before any page of the organisers or the admin."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        guarded = request.path_info.startswith(GUARDED)
        if guarded and request.user.is_authenticated and needs_second_factor(request.user):
            messages.warning(request, _("Organisers log in with a second step. Set one up here, then go on."))
            return redirect("mfa_index")
        return self.get_response(request)
