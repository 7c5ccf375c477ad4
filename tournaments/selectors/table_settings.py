"""How a reader likes his table."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import CHOSEN, TableSettings


def find_settings(user: Any, kept: Mapping[str, Any]) -> TableSettings:
    """The settings of an account; of a guest, and of an account that has changed none yet, what `kept` has of them.

    What is not known is as it comes.
    """
    row = TableSettings.objects.filter(user_id=user.pk).first() if user.is_authenticated else None
    if row is not None:
        return row
    known = {name: kept[name] for name in (*CHOSEN, "tour_seen") if name in kept}
    return TableSettings(user_id=user.pk, **known)
