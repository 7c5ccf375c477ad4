"""What the analysis of a closed tournament says, for whoever may see what others did with its deals.

Callers have asked `access.others_deals`; before the closing there is nothing to read either.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from engine.analysis import Decision
from engine.cards import parse_trump
from engine.comparison import share_of
from engine.result import multiply
from engine.systems import System
from tournaments.models import BoardAnalysis, PlayAnalysis, Tournament


@dataclass(frozen=True)
class Progress:
    """So many of `total` deals have been analysed; `total` is 0 while nothing has begun."""

    done: int
    total: int

    @property
    def whole(self) -> bool:
        return 0 < self.total == self.done


@dataclass(frozen=True)
class BestTrump:
    """The best of a deal with all cards open and this trump: pips of wij, and points WIJ minus ZIJ without a carry."""

    trump: str
    pips: int
    points: int


@dataclass(frozen=True)
class Insight:
    """What South decided in one play; `top` as in `engine.analysis.LineAnalysis`."""

    top: int | None
    decisions: Sequence[Decision]

    @property
    def given(self) -> int:
        """Pips that his cards gave away, all together; what a trump gave away is points, and not among it."""
        return sum(one.given for one in self.decisions if one.kind == "card")

    @property
    def mistakes(self) -> int:
        return sum(one.mistake for one in self.decisions)


@dataclass(frozen=True)
class Summary:
    """One entry's deals with all cards open: % of the top over all he ended, pips given away a deal, mistakes."""

    share: float | None
    given: float
    mistakes: int


def read_progress(tournament: Tournament) -> Progress:
    """How far the analysis of a tournament is."""
    counted = BoardAnalysis.objects.filter(tournament=tournament).aggregate(
        done=Count("pk", filter=~Q(version="")), total=Count("pk")
    )
    return Progress(counted["done"], counted["total"])


def list_best(tournament: Tournament, board: int, system: System) -> list[BestTrump]:
    """The best of a board for each trump, most points first; empty while it has not been analysed."""
    row = BoardAnalysis.objects.filter(tournament=tournament, board=board).exclude(version="").first()
    half = system.deal_pips // 2
    found = [
        BestTrump(trump, pips, (pips - half) * multiply(system, parse_trump(trump)))
        for trump, pips in (row.best if row else {}).items()
    ]
    return sorted(found, key=lambda one: (-one.points, parse_trump(one.trump)))


def list_insights(plays: Iterable[int]) -> dict[int, Insight]:
    """The analyses of these plays, by their keys."""
    rows = PlayAnalysis.objects.filter(play__in=list(plays))
    return {row.play_id: Insight(row.top, tuple(Decision(**one) for one in row.decisions)) for row in rows}


def summarise(insights: Mapping[int, Insight], pips: Mapping[int, int]) -> Summary | None:
    """One entry's plays in short, from their analyses and the pips he had in those he ended, by the same keys."""
    ended = {pk: insights[pk] for pk in pips if pk in insights}
    if not ended:
        return None
    tops = {pk: one.top for pk, one in ended.items() if one.top is not None}
    return Summary(
        share=share_of(sum(pips[pk] for pk in tops), sum(tops.values())),
        given=sum(one.given for one in ended.values()) / len(ended),
        mistakes=sum(one.mistakes for one in ended.values()),
    )
