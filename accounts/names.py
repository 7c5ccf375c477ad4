"""Display names: how they are cleaned, and the key by which they are compared and sorted."""

import unicodedata

MAX_NAME = 30
MIN_NAME = 2


def clean_name(text: str) -> str:
    """Return `text` with its white space tidied and its letters composed (NFC), as it will be shown."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def name_key(text: str) -> str:
    """Return the key of a display name: NFKD, casefolded.

    Two names with the same key count as the same name; lists of names sort by it, because the database
    has no collation of its own to lean on.
    """
    folded = unicodedata.normalize("NFKD", clean_name(text)).casefold()
    return unicodedata.normalize("NFKD", folded)


def has_hidden_characters(text: str) -> bool:
    """Say whether `text` holds control, format or unassigned characters, which could imitate another name."""
    return any(unicodedata.category(character).startswith("C") for character in text)
