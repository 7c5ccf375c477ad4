"""Deals of the cards a seat does not see, each as likely as any other that fits all it has seen."""

from itertools import accumulate, product
from math import comb

import numpy as np

from engine.bots.knowledge import Knowledge
from engine.cards import list_cards
from engine.solver.compiling import allocating, compiled
from engine.solver.kernels import Ints
from engine.solver.playouts import draw


class Worlds:
    """The deals of the unseen cards that fit `known`, to draw from. `seats` are the three others.

    Cards fall into groups by which of the three may hold them. A deal is drawn in two steps: how many of each group go
    where, by the number of deals in which they do, and then which.
    """

    def __init__(self, known: Knowledge, me: int) -> None:
        self.seats = np.array([(me + step) % 4 for step in (1, 2, 3)], dtype=np.int64)
        groups: list[list[int]] = [[] for _ in range(8)]
        for card in list_cards(known.unseen):
            groups[sum(1 << i for i, seat in enumerate(self.seats) if known.may_hold[seat] >> card & 1)].append(card)
        if groups[0]:
            raise ValueError("a card nobody can hold: the view is not of a play by the rules")
        self.sizes = np.array([len(group) for group in groups], dtype=np.int64)
        self.groups = np.zeros((8, 32), dtype=np.int64)
        for group, cards in enumerate(groups):
            self.groups[group, : len(cards)] = cards
        splits, weights = _weigh_splits([len(group) for group in groups], [known.counts[seat] for seat in self.seats])
        if not weights:
            raise ValueError("no deal of the unseen cards fits what was seen")
        self.splits = np.array(splits, dtype=np.int64)
        self.heights = np.array(list(accumulate(weights)), dtype=np.int64)

    def draw(self, deals: Ints, state: int) -> int:
        """Write the hands of the three others into each row of `deals`; returns the generator's state."""
        return draw_deals(self.groups, self.sizes, self.splits, self.heights, self.seats, state, deals)


def _weigh_splits(size: list[int], counts: list[int]) -> tuple[list[tuple[int, int, int, int, int]], list[int]]:
    """How many cards of the shared groups go to the first seat and the second, and in how many deals."""
    splits, weights = [], []
    for ab, ac, bc in product(range(size[3] + 1), range(size[5] + 1), range(size[6] + 1)):
        a = counts[0] - size[1] - ab - ac
        b = counts[1] - size[2] - (size[3] - ab) - bc
        c = counts[2] - size[4] - (size[5] - ac) - (size[6] - bc)
        if min(a, b, c) >= 0 and a + b + c == size[7]:
            splits.append((ab, ac, bc, a, b))
            weights.append(
                comb(size[3], ab) * comb(size[5], ac) * comb(size[6], bc) * comb(size[7], a) * comb(size[7] - a, b)
            )
    return splits, weights


@compiled
def draw_below(state: int, count: int) -> tuple[int, int]:
    """A whole number from 0 up to `count`, less than 2**35, and the generator's next state."""
    first = draw(state)
    second = draw(first)
    high, low = first >> 3, second >> 3
    return (high * count + (low * count >> 28)) >> 28, second


@allocating
def draw_deals(groups: Ints, sizes: Ints, splits: Ints, heights: Ints, seats: Ints, state: int, deals: Ints) -> int:
    """See `Worlds.draw`. A split is how many of the groups AB, AC and BC go to their first seat, and how many of the
    group of all three go to the first and to the second."""
    cards = np.empty(32, dtype=np.int64)
    ends = np.empty(3, dtype=np.int64)
    hands = np.empty(3, dtype=np.int64)
    for number in range(len(deals)):
        mark, state = draw_below(state, heights[-1])
        row = 0
        while mark >= heights[row]:
            row += 1
        hands[:] = 0
        for group in range(1, 8):
            size = sizes[group]
            ends[:] = 0
            if group in (1, 2, 4):
                ends[0 if group == 1 else 1 if group == 2 else 2] = size
            elif group == 3:
                ends[0], ends[1] = splits[row, 0], size - splits[row, 0]
            elif group == 5:
                ends[0], ends[2] = splits[row, 1], size - splits[row, 1]
            elif group == 6:
                ends[1], ends[2] = splits[row, 2], size - splits[row, 2]
            else:
                ends[0], ends[1] = splits[row, 3], splits[row, 4]
                ends[2] = size - splits[row, 3] - splits[row, 4]
            for i in range(size):
                cards[i] = groups[group, i]
            for i in range(size - 1):
                step, state = draw_below(state, size - i)
                cards[i], cards[i + step] = cards[i + step], cards[i]
            place = 0
            for seat in range(3):
                for _ in range(ends[seat]):
                    hands[seat] |= 1 << cards[place]
                    place += 1
        for seat in range(3):
            deals[number, seats[seat]] = hands[seat]
    return state
