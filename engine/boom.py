"""The run of deals to 101: totals, the carry of ties, when it stops and what it scored (B15, B17-B19)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypedDict

from engine.cards import Seat, next_seat, trump_name
from engine.result import Result
from engine.systems import System

Reason = Literal["target", "limit", "gave_up"]


@dataclass(frozen=True)
class BoomState:
    """A boom after `deals` finished deals. `total` is points (wij, zij); `carry` is what ties left for the next deal.

    `reason` says why it stopped: a side reached the target, the deals ran out, or South gave it up; None while it goes
    on.
    """

    total: tuple[int, int] = (0, 0)
    carry: int = 1
    deals: int = 0
    reason: Reason | None = None

    @property
    def finished(self) -> bool:
        return self.reason is not None

    @property
    def score(self) -> int:
        """Points of wij minus points of zij (B19)."""
        return self.total[0] - self.total[1]


class Figures(TypedDict):
    """What a finished deal came to, and with `total` the boom after it. Pairs are [wij, zij]."""

    trump: str
    multiplier: int
    pips: list[int]
    tricks: list[int]
    points: list[int]
    total: list[int]


START = BoomState()
HIGHEST_CARRY = 4
"""After two ties in a row or more (B15)."""


def add_result(state: BoomState, result: Result, system: System) -> BoomState:
    """The boom after one more deal. Raises `ValueError` for a boom that has finished."""
    if state.finished:
        raise ValueError("the boom is over")
    total = (state.total[0] + result.points[0], state.total[1] + result.points[1])
    carry = min(HIGHEST_CARRY, 2 * state.carry) if system.tie_carries and result.is_tie else 1
    deals = state.deals + 1
    return BoomState(total, carry, deals, _find_end(total, deals, system))


def give_up(state: BoomState, system: System) -> BoomState:
    """The boom as South leaves it: zij have the target. Raises `ValueError` for a boom that has finished."""
    if state.finished:
        raise ValueError("the boom is over")
    total = (state.total[0], max(state.total[1], system.target))
    return BoomState(total, state.carry, state.deals, "gave_up")


def _find_end(total: tuple[int, int], deals: int, system: System) -> Reason | None:
    if system.fixed_deals:
        return "limit" if deals >= system.fixed_deals else None
    # Where pips are added up both sides can cross at once; equal totals ask for one more deal (C4).
    if max(total) >= system.target and not (system.pips_target and total[0] == total[1]):
        return "target"
    return "limit" if 0 < system.deal_limit <= deals else None


def dealer_after(result: Result, system: System) -> Seat:
    """Who deals after this deal: the next seat, or the same after a tie where the option says so (B1, C18)."""
    if system.tie_same_dealer and result.is_tie:
        return result.dealer
    return next_seat(result.dealer, system.clockwise)


def add_results(results: Iterable[Result], system: System) -> list[BoomState]:
    """The state after each of these deals, in order."""
    states = []
    state = START
    for result in results:
        state = add_result(state, result, system)
        states.append(state)
    return states


def state_figures(result: Result, state: BoomState) -> Figures:
    """The figures of a finished deal as JSON states them; `state` is the boom after it."""
    return Figures(
        trump=trump_name(result.trump),
        multiplier=result.multiplier,
        pips=list(result.pips),
        tricks=list(result.tricks),
        points=list(result.points),
        total=list(state.total),
    )
