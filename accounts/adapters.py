from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Allauth's doings where the site's differ."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> Any:
        """Put the display name on a new account before it is written: the database wants it there, and once only.

        Raises IntegrityError when the name or the address was taken after the form had been checked.
        """
        user.display_name = form.cleaned_data["display_name"]
        user.language = get_language() or ""
        with transaction.atomic():
            return super().save_user(request, user, form, commit)

    def is_safe_url(self, url: str | None) -> bool:
        """Say whether to go on to `url`; never to one that cannot be read."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
