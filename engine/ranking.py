"""The ranked list: highest score first, equal scores share a rank, nothing breaks ties."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Status = Literal["ranked", "unfinished", "out", "disqualified"]
ORDER: tuple[Status, ...] = ("ranked", "unfinished", "out", "disqualified")


@dataclass(frozen=True)
class Contender:
    """Someone to be listed. `score` is points wij minus zij, None for a boom that is not finished."""

    key: int
    score: int | None
    deals: int
    status: Status


@dataclass(frozen=True)
class Standing:
    """A row of the list. Only finished, ranked booms have a `rank`; an unfinished one has neither rank nor score."""

    key: int
    rank: int | None
    score: int | None
    deals: int
    status: Status


def rank(contenders: Iterable[Contender]) -> list[Standing]:
    """The rows from top to bottom: ranked (1, 2, 2, 4), unfinished, out of competition, disqualified.

    Among the ranked a score is needed; equal ones keep the order in which they came. Unfinished rows stand by deals
    played, most first.
    """
    rows = sorted(contenders, key=_place)
    ranks = share_ranks(row.score or 0 for row in rows if row.status == "ranked")
    standings = []
    for position, row in enumerate(rows):
        score = None if row.status == "unfinished" else row.score
        shared = ranks[position] if position < len(ranks) else None
        standings.append(Standing(row.key, shared, score, row.deals, row.status))
    return standings


def share_ranks(scores: Iterable[int]) -> list[int]:
    """The ranks of scores that stand from high to low: equal ones share theirs (1, 2, 2, 4)."""
    ranks: list[int] = []
    last: int | None = None
    for position, score in enumerate(scores, start=1):
        ranks.append(ranks[-1] if score == last else position)
        last = score
    return ranks


def _place(row: Contender) -> tuple[int, int, int]:
    if row.status == "ranked" and row.score is None:
        raise ValueError("a ranked boom has a score")
    by_deals = row.status == "unfinished"
    return ORDER.index(row.status), 0 if by_deals else -(row.score or 0), -row.deals if by_deals else 0
