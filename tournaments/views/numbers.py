"""Numbers as an address or a hidden field of a form brings them."""

DIGITS = 18
"""So many fit a key of the database."""


def read_number(text: str) -> int | None:
    """The whole number, from 0, that `text` writes in plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None
