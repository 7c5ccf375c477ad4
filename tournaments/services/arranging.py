"""Keeping how an account likes its table."""

from typing import Any

from tournaments.models import TableSettings


def arrange_table(settings: TableSettings) -> None:
    """Keep these settings, all of them, for their account; the last one to write is the one that counts."""
    values: dict[str, Any] = {
        field.attname: getattr(settings, field.attname) for field in TableSettings._meta.concrete_fields
    }
    TableSettings.objects.update_or_create(user_id=values.pop("user_id"), defaults=values)
