"""Choosing a name and changing it: what it may be, how often, and that nobody takes over another's."""

import zlib
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.looks import has_letter, is_reserved, look_key, mixes_alphabets
from accounts.models import FormerName, User
from accounts.names import MAX_NAME, MIN_NAME, clean_name, has_hidden_characters, name_key

BETWEEN_CHANGES = timedelta(days=30)
"""How long one keeps a name that one changed to."""
REST = timedelta(days=30)
"""How long a name that was given up is nobody else's."""
NAMES_LOCK = 0x6E616D65 << 32


def check_name(text: str, but: int | None = None, now: datetime | None = None) -> str:
    """Return the display name `text` tidied. `but` is the user whose own names, now and before, are free to him.

    Raises ValidationError with a sentence for what it may not be.
    """
    name = clean_name(text)
    own = User.objects.filter(pk=but).values_list("display_name", flat=True).first()
    if name == own:
        return name
    _check_form(name)
    others = User.objects.exclude(pk=but)
    if others.filter(name_key=name_key(name)).exists():
        raise ValidationError(_("Somebody else already plays under this name."), "taken")
    if others.filter(look_key=look_key(name)).exists():
        raise ValidationError(_("This name looks too much like somebody else's."), "alike")
    moment = now or timezone.now()
    former = FormerName.objects.filter(look_key=look_key(name), given_up_at__gt=moment - REST)
    row = former.exclude(user=but).order_by("-given_up_at").first() if but else former.order_by("-given_up_at").first()
    if row is not None:
        free = {"day": _write_day(row.given_up_at + REST)}
        raise ValidationError(
            _("This was somebody else's name until lately. It is free again on %(day)s."), "resting", free
        )
    return name


def rename(user: User, text: str, now: datetime) -> None:
    """Give `user` another name, and write it; the old one rests, so that nobody can pass for him meanwhile.

    Another spelling of the same name is no change. Raises ValidationError for a name that may not be, or too soon.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        hold_names(row.display_name, text)
        name = check_name(text, row.pk, now)
        if name_key(name) != row.name_key:
            check_due(row, now)
            row.name_changed_at = now
            rest_name(row.look_key, row, now)
        row.display_name = name
        row.save(update_fields=["display_name", "name_key", "look_key", "name_changed_at"])
    for field in ("display_name", "name_key", "look_key", "name_changed_at"):
        setattr(user, field, getattr(row, field))


def check_due(user: User, now: datetime) -> None:
    """Raise ValidationError for who changed his name less than a month ago."""
    if user.name_changed_at is not None and user.name_changed_at > now - BETWEEN_CHANGES:
        days = {"day": _write_day(user.name_changed_at + BETWEEN_CHANGES)}
        raise ValidationError(_("A name can be changed once a month: yours again on %(day)s."), "too_soon", days)


def rest_name(key: str, user: User | None, now: datetime) -> None:
    """Keep the name that looks like `key` from everyone but `user` for a while, within the caller's transaction."""
    FormerName.objects.filter(given_up_at__lte=now - REST).delete()
    FormerName.objects.create(look_key=key.partition("#")[0], user=user, given_up_at=now)


def hold_names(*names: str) -> None:
    """Until the transaction ends, who wants a name that looks like one of these waits: it is taken or given up."""
    keys = sorted({NAMES_LOCK | zlib.crc32(look_key(name).encode()) for name in names})
    with connection.cursor() as cursor:
        for key in keys:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def _check_form(name: str) -> None:
    if has_hidden_characters(name):
        raise ValidationError(_("This name holds characters that cannot be seen."), "hidden")
    # Measured as it will be stored: composing may make a name longer, tidying makes it shorter.
    if not MIN_NAME <= len(name) <= MAX_NAME:
        limits = {"low": MIN_NAME, "high": MAX_NAME}
        raise ValidationError(_("A name has %(low)s to %(high)s characters."), "length", limits)
    if not has_letter(name):
        raise ValidationError(_("A name holds a letter or a digit at least."), "no_letter")
    if mixes_alphabets(name):
        raise ValidationError(_("A name is written in one alphabet: this one mixes several."), "mixed")
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself. Choose another."), "reserved")


def _write_day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j F Y")
