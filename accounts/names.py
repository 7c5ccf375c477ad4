"""Display names: how they are cleaned, and the key by which they are compared and sorted."""

import unicodedata

MAX_NAME = 30
MIN_NAME = 2
MAX_KEY = 18 * MAX_NAME
"""One character becomes at most eighteen in NFKD."""

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Fillers and joiners that Unicode counts as letters, marks or symbols though nothing shows of them."""
VARIANTS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""What phones put behind a symbol to have it in colour; no part of a name."""


def clean_name(text: str) -> str:
    """Return `text` with its white space tidied and its letters composed (NFC), as it will be shown."""
    seen = "".join(character for character in text if character not in VARIANTS)
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def name_key(text: str) -> str:
    """Return the key of a display name: NFKD, casefolded.

    Two names with the same key count as the same name; lists of names sort by it, because the database
    has no collation of its own to lean on.
    """
    folded = unicodedata.normalize("NFKD", clean_name(text)).casefold()
    return unicodedata.normalize("NFKD", folded)


def has_hidden_characters(text: str) -> bool:
    """Say whether `text` holds characters of which nothing shows, and which could imitate another name.

    They are the control, format and unassigned ones, fillers, and the selectors of variants of ideographs.
    """
    return any(
        unicodedata.category(character).startswith("C") or character in UNSEEN or 0xE0100 <= ord(character) <= 0xE01EF
        for character in text
    )
