"""Numbers and keys as an address or a hidden field of a form brings them."""

from uuid import UUID

DIGITS = 18
"""So many fit a key of the database."""


def read_number(text: str) -> int | None:
    """The whole number, from 0, that `text` writes in plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None


def read_key(text: str) -> UUID | None:
    """The key of a form as it was sent; None for anything that is none."""
    try:
        return UUID(text)
    except ValueError:
        return None
