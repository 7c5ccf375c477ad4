"""Taking everything that tells who somebody is from his account, so that only a nameless row stays for his results."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from rest_framework.authtoken.models import Token

from accounts.models import FormerName, User
from accounts.naming import hold_names, rest_name

KEEPS_NO_NAME = " {pk}"
"""What stands for the key of a name that is gone: no name begins with a space."""


def forget_user(user: User, now: datetime) -> None:
    """Forget who `user`, whose row the caller has locked, is: name, address, keys, rights, wishes, every session."""
    for session in UserSession.objects.filter(user=user):
        session.end()
    for model in (EmailAddress, Authenticator, Token):
        model.objects.filter(user=user).delete()
    hold_names(user.display_name)
    rest_name(user.look_key, None, now)
    FormerName.objects.filter(user=user).update(user=None)
    kind = ContentType.objects.get_for_model(User)
    # Also what the admin wrote down about him, his name among it.
    LogEntry.objects.filter(content_type=kind, object_id=str(user.pk)).delete()
    user.groups.clear()
    user.user_permissions.clear()
    gone = User(pk=user.pk, email=f"deleted-{user.pk}@invalid", hides_page=True, is_active=False, deleted_at=now)
    gone.set_unusable_password()
    names = ("email", "password", "hides_page", "is_active", "deleted_at")
    # Not by `save`, which would make a key of the empty name.
    User.objects.filter(pk=user.pk).update(
        display_name="",
        name_key=KEEPS_NO_NAME.format(pk=user.pk),
        look_key=KEEPS_NO_NAME.format(pk=user.pk),
        is_staff=False,
        is_superuser=False,
        last_login=None,
        language="",
        **{name: getattr(gone, name) for name in names},
    )
