"""What an account itself holds of somebody, for him to take along: no password, key or code among it."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from rest_framework.authtoken.models import Token

from accounts.models import User

SETTINGS = ("hides_page", "wants_reminders", "wants_results", "wants_messages")


def export_account(user: User) -> dict[str, Any]:
    """All of an account as plain values and datetimes."""
    return {
        "id": user.pk,
        "display_name": user.display_name,
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "language": user.spoken_language,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
        "organiser": user.is_staff,
        "administrator": user.is_superuser,
        "settings": {name: getattr(user, name) for name in SETTINGS},
        "second_steps": [
            {"type": row.type, "made_at": row.created_at, "last_used_at": row.last_used_at}
            for row in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "logged_in": list(
            UserSession.objects.filter(user=user).order_by("pk").values("created_at", "ip", "user_agent")
        ),
        "token_made_at": Token.objects.filter(user=user).values_list("created", flat=True).first(),
    }
