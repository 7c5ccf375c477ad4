"""Comparing what several players made of the same cards: matchpoints, means, notable deals, where two lines part.

A *difference* is points WIJ minus points ZIJ of one deal without the carry of earlier ties, so that an earlier tie does
not count twice. The *field* of a deal are the differences of those who count and have played it to its end.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Generic, Literal, TypeVar

Key = TypeVar("Key", bound=Hashable)

NotableKind = Literal["spread", "lost", "genius"]


@dataclass(frozen=True)
class Compared:
    """One result beside its field. `matchpoints` is a percentage, None where there is nobody to compare with.

    `rank` is shared by equal differences; `delta` is the difference minus the mean of the field, in points.
    """

    rank: int
    matchpoints: float | None
    delta: float


def mean(values: Sequence[int | Fraction]) -> float | None:
    """The mean of these figures; None of none."""
    return float(Fraction(sum(values), len(values))) if values else None


def compare(difference: int, field: Sequence[int]) -> Compared:
    """How `difference`, itself one of `field`, stands in it.

    Matchpoints are 2 for each lower and 1 for each equal result of another, divided by 2(n - 1). Raises `ValueError`
    for an empty field.
    """
    average = mean(field)
    if average is None:
        raise ValueError("a result is part of its field")
    higher = sum(other > difference for other in field)
    lower = sum(other < difference for other in field)
    others = len(field) - 1
    equal = others - lower - higher
    share = 100 * (2 * lower + equal) / (2 * others) if others else None
    return Compared(higher + 1, share, float(Fraction(difference) - Fraction(sum(field), len(field))))


def measure_delta(difference: int, field: Sequence[int]) -> float | None:
    """How far `difference`, which is none of `field`, lies above the mean of the field; None where it is empty."""
    return float(difference - Fraction(sum(field), len(field))) if field else None


def share_of(pips: int, top: int) -> float | None:
    """Pips as a percentage of the most that was in it; None where nothing was. More than 100 where others erred."""
    return 100 * pips / top if top else None


def run_scores(points: Iterable[tuple[int, int]]) -> list[int]:
    """The running score of a boom, wij minus zij: 0 before the first deal, then after each, from points as written."""
    return list(accumulate((we - they for we, they in points), initial=0))


@dataclass(frozen=True)
class Notable(Generic[Key]):
    """A deal worth a look, and why.

    "spread": nowhere else did the results lie so far apart, `low` to `high`. "lost": everyone had less than ZIJ, `high`
    at best. "genius": only `who` had more than ZIJ, `high`; the next best had `low`.
    """

    kind: NotableKind
    board: int
    low: int
    high: int
    who: Key | None = None


def pick_notable(fields: Mapping[int, Mapping[Key, int]]) -> list[Notable[Key]]:
    """The notable deals among `fields`: by board, the difference of each who counts. At most one of each kind.

    The widest spread wants two players and results that differ; a deal that everyone lost two, the one with the lowest
    mean; one genius three, the one farthest above the next. Of equals the earliest deal is taken.
    """
    found: list[Notable[Key]] = []
    sorted_fields = [(board, sorted(field.values())) for board, field in sorted(fields.items()) if len(field) > 1]
    spreads = [(board, field) for board, field in sorted_fields if field[-1] > field[0]]
    if spreads:
        board, field = max(spreads, key=lambda one: one[1][-1] - one[1][0])
        found.append(Notable("spread", board, field[0], field[-1]))
    lost = [(board, field) for board, field in sorted_fields if field[-1] < 0]
    if lost:
        board, field = min(lost, key=lambda one: Fraction(sum(one[1]), len(one[1])))
        found.append(Notable("lost", board, field[0], field[-1]))
    alone = [(board, field) for board, field in sorted_fields if len(field) > 2 and field[-1] > 0 >= field[-2]]
    if alone:
        board, field = max(alone, key=lambda one: one[1][-1] - one[1][-2])
        (who,) = (key for key, difference in fields[board].items() if difference > 0)
        found.append(Notable("genius", board, field[-2], field[-1], who))
    return found


def find_parting(one: Sequence[str], other: Sequence[str]) -> int | None:
    """The place, from 0, of the first act at which two playings of a board differ.

    None when they do not, or when one stops before they do.
    """
    return next((place for place, (mine, yours) in enumerate(zip(one, other, strict=False)) if mine != yours), None)


@dataclass(frozen=True)
class TrumpHabit:
    """How often a trump (0 to 4) was named, and the mean difference and Δ to the field of those deals.

    `delta` is None where no deal of it had a field.
    """

    trump: int
    count: int
    difference: float
    delta: float | None


def count_trumps(choices: Iterable[tuple[int, int, float | None]]) -> list[TrumpHabit]:
    """The habits in these choices of (trump, difference, Δ): most frequent first, then S H D C and none."""
    by_trump: dict[int, list[tuple[int, float | None]]] = defaultdict(list)
    for trump, difference, delta in choices:
        by_trump[trump].append((difference, delta))
    habits = []
    for trump, results in by_trump.items():
        deltas = [delta for _, delta in results if delta is not None]
        average = mean([difference for difference, _ in results])
        assert average is not None
        habits.append(TrumpHabit(trump, len(results), average, sum(deltas) / len(deltas) if deltas else None))
    return sorted(habits, key=lambda habit: (-habit.count, habit.trump))


@dataclass(frozen=True)
class Meeting:
    """Two players head to head, seen by the first: booms in which he had the higher score, an equal one, the lower.

    `deals` have both played; `above` and `below` count those in which one had more or less than the other.
    """

    won: int
    drawn: int
    lost: int
    deals: int
    above: int
    below: int
    margin: float | None


def meet(scores: Iterable[tuple[int, int]], differences: Iterable[tuple[int, int]]) -> Meeting:
    """Compare pairs (one's own, the other's): the scores of booms both finished, the differences of deals both played.

    `margin` is the mean by which one's differences exceed the other's, in points a deal; None where there is no deal.
    """
    booms = [mine - yours for mine, yours in scores]
    deals = [mine - yours for mine, yours in differences]
    return Meeting(
        won=sum(margin > 0 for margin in booms),
        drawn=booms.count(0),
        lost=sum(margin < 0 for margin in booms),
        deals=len(deals),
        above=sum(margin > 0 for margin in deals),
        below=sum(margin < 0 for margin in deals),
        margin=mean(deals),
    )
