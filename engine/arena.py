"""Two bots against each other on the same deals, each deal twice with the sides swapped."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from engine.boards import Board, Chance, deal_board, dealer_of, shuffle_deck
from engine.bots import get_bot
from engine.bots.base import Bot
from engine.cards import Seat, Side
from engine.play import Play
from engine.result import score_play
from engine.systems import System
from engine.view import SeatView, view_play


@dataclass(frozen=True)
class Mean:
    """A mean over deals and its standard error."""

    mean: float
    se: float


@dataclass(frozen=True)
class Match:
    """What `a` makes of it against `b`: pips above half a deal, wij minus zij in points, ms an unforced decision."""

    a: str
    b: str
    deals: int
    pips: Mean
    points: Mean
    ms_a: float
    ms_b: float

    def as_dict(self) -> dict[str, object]:
        """As `python -m engine arena --json` prints it."""
        return {
            "a": self.a,
            "b": self.b,
            "deals": self.deals,
            "pips": {"mean": self.pips.mean, "se": self.pips.se},
            "points": {"mean": self.points.mean, "se": self.points.se},
            "ms": {"a": self.ms_a, "b": self.ms_b},
        }


class _Watch:
    """A bot, and how long its unforced decisions take."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.phase == "card" and view.legal.bit_count() == 1:
            return self.bot.decide(view, chance)
        start = time.perf_counter()
        act = self.bot.decide(view, chance)
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        return act

    @property
    def mean_ms(self) -> float:
        return 1000 * self.seconds / self.decisions if self.decisions else 0.0


def play_match(
    a: str, b: str, deals: int, seed: int, system: System, progress: Callable[[int], None] = lambda done: None
) -> Match:
    """Play `deals` deals, each twice: A as wij and B as zij, then the other way round.

    The dealer's own bot names trump. Deals follow from the seed. `progress` is told the number of deals done. Raises
    `UnknownError` for a bot there is not, `ValueError` for fewer than two deals, which have no standard error.
    """
    return play_bots(get_bot(a), get_bot(b), deals, seed, system, progress)


def play_bots(
    a: Bot, b: Bot, deals: int, seed: int, system: System, progress: Callable[[int], None] = lambda done: None
) -> Match:
    """`play_match` for bots at hand, such as one under trial."""
    if deals < 2:
        raise ValueError("an arena takes two deals at least")
    first, second = _Watch(a), _Watch(b)
    pips, points = [], []
    for number in range(1, deals + 1):
        key = f"manillen/1 arena {seed} {number}".encode()
        board = deal_board(number, dealer_of(number, Seat.S, system), shuffle_deck(key), system)
        ours = _play_board(board, system, (first, second), key)
        theirs = _play_board(board, system, (second, first), key)
        half = system.deal_pips / 2
        pips.append((ours[0] + theirs[1]) / 2 - half)
        points.append((ours[2] - theirs[2]) / 2)
        progress(number)
    return Match(a.name, b.name, deals, _mean(pips), _mean(points), first.mean_ms, second.mean_ms)


def _play_board(board: Board, system: System, bots: tuple[_Watch, _Watch], key: bytes) -> tuple[int, int, int]:
    """Pips of wij and of zij, and points of wij minus zij, with these bots as wij and as zij."""
    play = Play(board, system)
    while (seat := play.to_act) is not None:
        chance = Chance(key + b" bots", seat, len(play.acts))
        play.perform(bots[seat.side].decide(view_play(play, seat), chance))
    result = score_play(play)
    return *result.pips, result.points[Side.WE] - result.points[Side.THEY]


def _mean(values: list[float]) -> Mean:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Mean(mean, sqrt(spread / len(values)))
