"""The worked examples of the rules pages: hearts are trump, South is to play. The tests hold them to the engine."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.systems import ALWAYS_RUFF, System


@dataclass(frozen=True)
class Example:
    """A trick so far (seat and card, in order of play), South's hand, what may be played, and why."""

    letter: str
    trick: tuple[tuple[str, str], ...]
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    why: Promise


EXAMPLES = (
    Example(
        "a",
        (("W", "SK"), ("N", "S8"), ("E", "S9")),
        ("ST", "S7", "HA", "D9"),
        ("ST",),
        _("West holds the trick with the king, and you can go over it in spades. So you must: only the ten will do."),
    ),
    Example(
        "b",
        (("W", "CA"), ("N", "C8"), ("E", "C7")),
        ("H7", "SA", "DQ", "D8"),
        ("H7",),
        _("West holds the trick and you have no club. You must ruff, and the seven is the only trump you have."),
    ),
    Example(
        "c",
        (("W", "CA"), ("N", "C8"), ("E", "H8")),
        ("H9", "H7", "D8"),
        ("H9",),
        _(
            "East has ruffed. You have no club and hold a higher trump: you must over-ruff. Without the nine you would"
            " not be allowed to go under with the seven: the diamond would have to go. With only the seven left, the"
            " seven it is."
        ),
    ),
    Example(
        "d",
        (("N", "DT"), ("E", "D7")),
        ("H7", "SA", "C9", "S8"),
        ("H7", "SA", "C9", "S8"),
        _(
            "Your partner holds the trick and you have no diamond: you may play what you like."
            " The ace brings four points."
        ),
    ),
    Example(
        "e",
        (("W", "CK"), ("N", "H8"), ("E", "C9")),
        ("H7", "HJ", "DA"),
        ("HJ", "DA"),
        _(
            "Your partner has ruffed and holds the trick. You may discard or go over with the jack; going under with"
            " the seven is not allowed, not even under your partner."
        ),
    ),
    Example(
        "f",
        (("W", "CK"), ("N", "H8"), ("E", "C9")),
        ("H9", "H7"),
        ("H9",),
        _("The same trick, but you hold nothing but trumps. Going under is still not allowed, so the nine must go."),
    ),
)
"""Where opponents' tricks bind, and partner's do not."""

_FOLLOW = Example(
    "a",
    (("E", "SK"), ("N", "S8"), ("W", "S9")),
    ("ST", "S7", "HA", "D9"),
    ("ST", "S7"),
    _("East holds the trick with the king. You must follow suit, but need not go over: the ten or the seven."),
)
_UNDER = Example(
    "d",
    (("E", "CA"), ("N", "C8"), ("W", "HK")),
    ("H9", "H7", "D8"),
    ("H9", "H7"),
    _("West has ruffed higher than you can. You must under-ruff: a heart has to go, and the diamond stays."),
)
_FREE = Example(
    "e",
    (("E", "CA"), ("N", "H8"), ("W", "C7")),
    ("SA", "D8"),
    ("SA", "D8"),
    _("You have neither a club nor a trump: play what you like. The ace brings your partner four points."),
)
ALWAYS_RUFFING = (
    _FOLLOW,
    Example(
        "b",
        (("E", "D7"), ("N", "DT"), ("W", "D8")),
        ("H7", "SA", "C9"),
        ("H7",),
        _("Your partner holds the trick with the ten. You have no diamond, and must ruff all the same: the seven."),
    ),
    Example(
        "c",
        (("E", "CK"), ("N", "H8"), ("W", "C9")),
        ("H9", "H7", "DA"),
        ("H9",),
        _("Your partner has ruffed. You have no club and hold a higher trump: you must go over your partner."),
    ),
    _UNDER,
    _FREE,
)
"""Where who cannot follow always ruffs."""
PARTNER_FREE = (
    _FOLLOW,
    Example(
        "b",
        (("E", "D7"), ("N", "DT"), ("W", "D8")),
        ("H7", "SA", "C9"),
        ("H7", "SA", "C9"),
        _("Your partner holds the trick and you have no diamond: play what you like. The ace brings four points."),
    ),
    Example(
        "c",
        (("E", "CK"), ("N", "C8"), ("W", "H8")),
        ("H9", "H7", "DA"),
        ("H9",),
        _("West has ruffed. You have no club and hold a higher trump: you must over-ruff."),
    ),
    _UNDER,
    _FREE,
)
"""The same, with partner's trick free."""


def list_examples(system: System) -> tuple[Example, ...]:
    """The examples that show the duties of a system."""
    if not system.duties & ALWAYS_RUFF:
        return EXAMPLES
    return PARTNER_FREE if system.partner_exempt else ALWAYS_RUFFING
