"""`python -m benchmarks.dealing [--boards N] [--json]`: whether the deals are even, and independent of each other.

Chi-square tests over boards dealt as a tournament deals them, forty of each of many secrets, the same on every run.
Each row gives the statistic, its degrees of freedom, and how often chance alone would give as much: far below 0.01 in
any row would be a reason to doubt. Of several tables of one kind the worst stands, its chance times their number.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from math import comb, erfc, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.boards import make_board
from engine.cards import Seat
from engine.systems import get_system

SITE = get_system("site")
BOARDS = 40
"""Of each tournament."""
BATCH = 500
"""Tournaments that are dealt before they are counted."""
LONGEST = 7
"""Suits of seven and of eight cards are counted as one."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Test:
    """One row: `statistic` is chi-square with `freedom` degrees, `chance` how often as much or more comes by itself."""

    name: str
    statistic: float
    freedom: int
    tables: int
    chance: float

    @property
    def line(self) -> str:
        of = f"worst of {self.tables}" if self.tables > 1 else ""
        return f"{self.name:<46}{self.statistic:>10.1f}{self.freedom:>6}{self.chance:>9.3f}  {of}"


@dataclass
class Tally:
    """What is counted over all boards."""

    boards: int = 0
    seats: Counts = field(default_factory=lambda: np.zeros((32, 4), dtype=np.int64))
    places: Counts = field(default_factory=lambda: np.zeros((32, 4), dtype=np.int64))
    lengths: Counts = field(default_factory=lambda: np.zeros((4, 4, LONGEST + 1), dtype=np.int64))
    next_seats: Counts = field(default_factory=lambda: np.zeros((32, 4, 4), dtype=np.int64))
    next_lengths: Counts = field(default_factory=lambda: np.zeros((4, LONGEST + 1, LONGEST + 1), dtype=np.int64))
    other_seats: Counts = field(default_factory=lambda: np.zeros((32, 4, 4), dtype=np.int64))

    def add(self, hands: npt.NDArray[np.uint32], dealers: Counts) -> None:
        """Count boards: card sets by tournament, board and seat; the dealer's seat by tournament and board."""
        held = hands[..., None] >> np.arange(32, dtype=np.uint32) & 1
        seats = np.einsum("tbsc,s->tbc", held, np.arange(4)).astype(np.int64)
        lengths = np.minimum(held.reshape(*held.shape[:3], 4, 8).sum(axis=-1), LONGEST).astype(np.int64)
        self.boards += hands.shape[0] * hands.shape[1]
        for card in range(32):
            seat = seats[:, :, card]
            self.seats[card] += np.bincount(seat.ravel(), minlength=4)
            self.places[card] += np.bincount(((seat - dealers) % 4).ravel(), minlength=4)
            self.next_seats[card] += count_pairs(seat[:, :-1], seat[:, 1:], 4)
            self.other_seats[card] += count_pairs(seat[:-1], seat[1:], 4)
        for seat_number in range(4):
            for suit in range(4):
                found = lengths[:, :, seat_number, suit]
                self.lengths[seat_number, suit] += np.bincount(found.ravel(), minlength=LONGEST + 1)
            spades = lengths[:, :, seat_number, 0]
            self.next_lengths[seat_number] += count_pairs(spades[:, :-1], spades[:, 1:], LONGEST + 1)

    def test(self) -> Iterator[Test]:
        """All rows."""
        even = np.full((32, 4), self.boards / 4)
        # Each board deals 32 cards to four seats of eight, so the cells hang together: the statistic is 32/31 of a
        # chi-square with 31 x 3 degrees.
        for name, counts in (("card by seat", self.seats), ("card by seat, from the dealer on", self.places)):
            yield judge(name, [float(((counts - even) ** 2 / even).sum()) * 31 / 32], 93)
        chances = [comb(8, length) * comb(24, 8 - length) / comb(32, 8) for length in range(9)]
        expected = self.boards * np.array([*chances[:LONGEST], sum(chances[LONGEST:])])
        spread = [float(((row - expected) ** 2 / expected).sum()) for row in self.lengths.reshape(16, -1)]
        yield judge("length of each suit by seat", spread, LONGEST)
        yield judge("seat of a card, this board and the next", list(map(relate, self.next_seats)), 9)
        rare = [pool(table) for table in self.next_lengths]
        yield judge("spades of a seat, this board and the next", list(map(relate, rare)), (len(rare[0]) - 1) ** 2)
        yield judge("seat of a card, this secret and the next", list(map(relate, self.other_seats)), 9)


def count_pairs(one: Counts, other: Counts, kinds: int) -> Counts:
    """How often each kind goes with each, as a table."""
    return np.bincount((one * kinds + other).ravel(), minlength=kinds * kinds).reshape(kinds, kinds)


def pool(table: Counts) -> Counts:
    """The table with lengths of five and more as one: few boards have them twice running."""
    rows = np.vstack([table[:5], table[5:].sum(axis=0)])
    pooled: Counts = np.column_stack([rows[:, :5], rows[:, 5:].sum(axis=1)])
    return pooled


def relate(table: Counts) -> float:
    """Chi-square of a table against independence of its rows and columns."""
    expected = table.sum(axis=1)[:, None] * table.sum(axis=0)[None, :] / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def judge(name: str, statistics: list[float], freedom: int) -> Test:
    """The worst of these as a row."""
    worst = max(statistics)
    return Test(name, worst, freedom, len(statistics), min(1.0, len(statistics) * exceed(worst, freedom)))


def exceed(statistic: float, freedom: int) -> float:
    """How often chi-square with so many degrees is as much or more, after Wilson and Hilferty (1931)."""
    width = 2 / (9 * freedom)
    return erfc(((statistic / freedom) ** (1 / 3) - 1 + width) / sqrt(2 * width)) / 2


def deal_many(first: int, tournaments: int) -> tuple[npt.NDArray[np.uint32], Counts]:
    """The hands and the dealers of tournaments `first` and on, as `Tally.add` takes them."""
    hands = np.empty((tournaments, BOARDS, 4), dtype=np.uint32)
    dealers = np.empty((tournaments, BOARDS), dtype=np.int64)
    for place in range(tournaments):
        secret = hashlib.sha256(b"manillen dealing %d" % (first + place)).digest()
        announcement = b'{"id":"%d"}' % (first + place)
        for number in range(1, BOARDS + 1):
            board = make_board(secret, announcement, number, SITE, Seat(place % 4))
            hands[place, number - 1], dealers[place, number - 1] = board.hands, board.dealer
    return hands, dealers


def measure(boards: int) -> Tally:
    """Deal and count so many boards, rounded up to whole batches."""
    tally = Tally()
    while tally.boards < boards:
        tally.add(*deal_many(tally.boards // BOARDS, min(BATCH, -(-(boards - tally.boards) // BOARDS))))
        if sys.stderr.isatty():
            print(f"\r{tally.boards} of {boards} boards", end="", file=sys.stderr, flush=True)
    return tally


def main() -> None:
    """Deal, count, and print the rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dealing", description="Whether the deals are even.")
    parser.add_argument("--boards", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    tally = measure(options.boards)
    tests = list(tally.test())
    if options.json:
        found: dict[str, Any] = {test.name: {**asdict(test)} for test in tests}
        print(json.dumps({"boards": tally.boards, "tests": found}))
        return
    print(f"\n{tally.boards} boards{'':<30}{'chi-square':>10}{'df':>6}{'chance':>9}")
    for test in tests:
        print(test.line)


if __name__ == "__main__":
    main()
