"""What was dealt, beside what chance gives: by seat over all final tournaments, and to one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from django.db.models import Q, QuerySet, Sum

from engine.odds import LENGTH_ODDS, MANILLE_ODDS, PIPS_MEAN, PIPS_VARIANCE, length_variance
from tournaments.models import HAND_FIELDS, LENGTH_FIELDS, MANILLE_FIELDS, DealtHands

SEATS = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Share:
    """How often something was dealt: `found` times of `of`, `expected` of them by chance, `error` its standard error.

    `expected` and `error` are counts as well.
    """

    value: int
    found: int
    of: int
    expected: float
    error: float


@dataclass(frozen=True)
class Luck:
    """The hands of one seat, or of one player. `mean` is pips a hand, `error` the standard error by chance.

    `further` is how many of a thousand such runs of hands lie further from the mean that chance gives.
    """

    hands: int
    mean: float
    error: float
    further: int
    manilles: Sequence[Share]
    lengths: Sequence[Share]

    @property
    def away(self) -> float:
        """Pips a hand above what chance gives."""
        return self.mean - PIPS_MEAN


@dataclass(frozen=True)
class LuckPage:
    """The hands of each seat, by its letter, and the reader's own; those of whom nothing was dealt are left out."""

    boards: int
    seats: Mapping[str, Luck]
    own: Luck | None


def view_luck(user: Any) -> LuckPage:
    """The page of what was dealt, with the reader's own hands if he has an account."""
    seats = {}
    for seat in SEATS:
        found = _weigh(DealtHands.objects.filter(seat=seat).aggregate(**_sums()))
        if found is not None:
            seats[seat] = found
    return LuckPage(
        boards=max((luck.hands for luck in seats.values()), default=0),
        seats=seats,
        own=view_own_luck(user) if user.is_authenticated else None,
    )


def view_own_luck(user: Any) -> Luck | None:
    """What a player was dealt in final tournaments and in free play that is over; None for nothing."""
    own = Q(boom__entry__user=user.pk) | Q(boom__free_play__user=user.pk)
    rows: QuerySet[DealtHands] = DealtHands.objects.filter(own)
    return _weigh(rows.aggregate(**_sums()))


def _sums() -> dict[str, Sum]:
    return {name: Sum(name, default=0) for name in HAND_FIELDS}


def _weigh(row: Mapping[str, Any]) -> Luck | None:
    hands = row["hands"]
    if not hands:
        return None
    mean, error = row["pips"] / hands, sqrt(PIPS_VARIANCE / hands)
    manilles = [
        Share(count, row[name], hands, hands * chance, sqrt(hands * chance * (1 - chance)))
        for count, (name, chance) in enumerate(zip(MANILLE_FIELDS, MANILLE_ODDS, strict=True))
    ]
    lengths = [
        Share(length, row[name], 4 * hands, 4 * hands * chance, sqrt(hands * length_variance(length)))
        for length, (name, chance) in enumerate(zip(LENGTH_FIELDS, LENGTH_ODDS, strict=True))
    ]
    further = round(1000 * erfc(abs(mean - PIPS_MEAN) / error / sqrt(2)))
    return Luck(hands, mean, error, further, manilles, lengths)
