from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from rest_framework.authtoken.models import Token

from accounts.models import User
from accounts.naming import check_name, hold_names


def keep_language(response: HttpResponse, language: str) -> None:
    """Keep the language of the pages in this browser, as Django's `set_language` does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Signs a user out elsewhere."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End these sessions, and let no program play with the account's token any more."""
        ended = list(sessions)
        super().end_sessions(ended)
        Token.objects.filter(user__in={session.user_id for session in ended}).delete()


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Allauth's doings where the site's differ."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> Any:
        """Put the display name on a new account before it is written: the database wants it there, and once only.

        Raises IntegrityError or ValidationError when the name or the address was taken after the form had been checked.
        """
        user.display_name = form.cleaned_data["display_name"]
        user.language = get_language() or ""
        with transaction.atomic():
            hold_names(user.display_name)
            check_name(user.display_name)
            return super().save_user(request, user, form, commit)

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> Any:
        """Go on in the language of the account, on a device where none was chosen yet."""
        response = super().post_login(request, user, **details)
        if user.language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            keep_language(response, user.spoken_language)
        return response

    def is_safe_url(self, url: str | None) -> bool:
        """Say whether to go on to `url`; never to one that cannot be read."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
