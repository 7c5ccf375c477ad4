"""What a deal is worth once it is played: pips won, points written, the multiplier (A7, B14-B16)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.calls import BLIND, CALL_FACTORS
from engine.cards import NO_TRUMP, Seat
from engine.play import Play
from engine.systems import BLIND_FACTOR, System


@dataclass(frozen=True)
class Result:
    """A finished deal. `pips`, `tricks` and `points` are pairs (wij, zij)."""

    number: int
    dealer: Seat
    trump: int
    multiplier: int
    pips: tuple[int, int]
    tricks: tuple[int, int]
    points: tuple[int, int]

    @property
    def is_tie(self) -> bool:
        return self.pips[0] == self.pips[1]


def multiply(system: System, trump: int, carry: int = 1) -> int:
    """By how much the points of a deal count: no trump and the carry of earlier ties, within the cap (B14)."""
    return min(system.cap, (system.no_trump_factor if trump == NO_TRUMP else 1) * carry)


def multiply_said(system: System, trump: int, words: Iterable[str], trick_counts: tuple[int, int]) -> int:
    """By how much a finished deal would count without the carry, from the words said in it before the first card."""
    said = set(words)
    factor = BLIND_FACTOR if BLIND in said else system.no_trump_factor if trump == NO_TRUMP else 1
    call = max((factor for word, factor in CALL_FACTORS.items() if word in said), default=1)
    multiplier = min(system.cap, factor * call)
    return multiplier * system.all_tricks_factor if 8 in trick_counts else multiplier


def multiplier_of(play: Play) -> int:
    """By how much the points of this play count, as far as it has come: trump, carry and calls within the cap (B14).

    Where all eight tricks count double (C16), that comes on top once one side has won them all.
    """
    multiplier = min(play.system.cap, play.calls.trump_factor * play.carry * play.calls.factor)
    return multiplier * play.system.all_tricks_factor if 8 in play.trick_counts else multiplier


def write_points(pips: tuple[int, int], multiplier: int, system: System) -> tuple[int, int]:
    """The points each side writes: the one with more than half its pips minus half, times the multiplier (A7).

    The other side writes nothing, or as much below nothing where losers lose (C23). Where pips are added up (C4), each
    side writes its own.
    """
    if system.pips_target:
        return pips[0] * multiplier, pips[1] * multiplier
    half = sum(pips) // 2
    won = (max(0, pips[0] - half) * multiplier, max(0, pips[1] - half) * multiplier)
    return (won[0] - won[1], won[1] - won[0]) if system.losers_lose else won


def score_play(play: Play) -> Result:
    """The result of a play that is over. Raises `ValueError` before that."""
    if play.phase != "over" or play.trump is None:
        raise ValueError("a deal is scored once its eight tricks are played")
    multiplier = multiplier_of(play)
    return Result(
        number=play.board.number,
        dealer=play.board.dealer,
        trump=play.trump,
        multiplier=multiplier,
        pips=play.pips,
        tricks=play.trick_counts,
        points=write_points(play.pips, multiplier, play.system),
    )
