from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Puts the display name on a new account before it is written: the database wants it there, and once only."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> Any:
        user.display_name = form.cleaned_data["display_name"]
        return super().save_user(request, user, form, commit)
