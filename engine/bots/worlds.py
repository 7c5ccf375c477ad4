"""Deals of the cards a seat does not see, each as likely as any other that fits all it has seen."""

from itertools import accumulate, product
from math import comb

from engine.boards import Chance
from engine.bots.knowledge import Knowledge
from engine.cards import list_cards

DRAW_BYTES = 8


class Worlds:
    """The deals of the unseen cards that fit `known`, to draw from. `seats` are the three others.

    Cards fall into groups by which of the three may hold them. A deal is drawn in two steps: how many of each group go
    where, by the number of deals in which they do, and then which.
    """

    def __init__(self, known: Knowledge, me: int) -> None:
        self.seats = [(me + step) % 4 for step in (1, 2, 3)]
        self.groups: list[list[int]] = [[] for _ in range(8)]
        for card in list_cards(known.unseen):
            self.groups[sum(1 << i for i, seat in enumerate(self.seats) if known.may_hold[seat] >> card & 1)].append(
                card
            )
        if self.groups[0]:
            raise ValueError("a card nobody can hold: the view is not of a play by the rules")
        self.counts = [known.counts[seat] for seat in self.seats]
        self.splits, weights = self._weigh_splits()
        if not weights:
            raise ValueError("no deal of the unseen cards fits what was seen")
        self.heights = list(accumulate(weights))

    def _weigh_splits(self) -> tuple[list[tuple[int, int, int, int, int]], list[int]]:
        """How many cards of the shared groups go to the first seat and the second, and in how many deals."""
        size = [len(group) for group in self.groups]
        splits, weights = [], []
        for ab, ac, bc in product(range(size[3] + 1), range(size[5] + 1), range(size[6] + 1)):
            a = self.counts[0] - size[1] - ab - ac
            b = self.counts[1] - size[2] - (size[3] - ab) - bc
            c = self.counts[2] - size[4] - (size[5] - ac) - (size[6] - bc)
            if min(a, b, c) >= 0 and a + b + c == size[7]:
                splits.append((ab, ac, bc, a, b))
                weights.append(
                    comb(size[3], ab) * comb(size[5], ac) * comb(size[6], bc) * comb(size[7], a) * comb(size[7] - a, b)
                )
        return splits, weights

    def draw(self, chance: Chance) -> list[tuple[int, int]]:
        """One deal: each of the three seats with its hand, as a card set."""
        hands = [0, 0, 0]
        ab, ac, bc, a, b = self.splits[self._draw_split(chance)]
        for i, group in ((0, 1), (1, 2), (2, 4)):
            for card in self.groups[group]:
                hands[i] |= 1 << card
        for group, first, second, taken, more in (
            (3, 0, 1, ab, 0),
            (5, 0, 2, ac, 0),
            (6, 1, 2, bc, 0),
            (7, 0, 2, a, b),
        ):
            for place, card in enumerate(_shuffle(self.groups[group], taken + more, chance)):
                hands[first if place < taken else 1 if place < taken + more else second] |= 1 << card
        return list(zip(self.seats, hands, strict=True))

    def _draw_split(self, chance: Chance) -> int:
        if len(self.heights) == 1:
            return 0
        drawn = 0
        for _ in range(DRAW_BYTES):
            drawn = drawn << 8 | chance.below(256)
        mark = drawn * self.heights[-1] >> 8 * DRAW_BYTES
        return next(i for i, height in enumerate(self.heights) if mark < height)


def _shuffle(cards: list[int], count: int, chance: Chance) -> list[int]:
    """The cards with the first `count` of them drawn at random."""
    cards = cards.copy()
    for i in range(min(count, len(cards) - 1)):
        j = i + chance.below(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
