"""Deals the unseen cards many times as they may lie, solves each deal, plays what is best on average.

The deals drawn fit all that the seat has seen: the duties tell who cannot hold what. Work is fixed: so many deals for
so many cards in the hand, never a time. The first tricks, too long to solve, are played by the rules of thumb of
`rulebook@1`, as are trump and doubling.
"""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.rulebook import RULEBOOK
from engine.cards import RANK_PIPS, card_name, list_cards
from engine.view import SeatView

DEALS = (0, 64, 64, 64, 64, 48, 24, 12, 0)
"""How many deals are solved, by the number of cards in the hand; 0 where the rules of thumb decide."""


class SolverBot:
    """Plays the card with the best mean value over the deals drawn; between equal cards the cheaper one."""

    def __init__(self, name: str, deals: tuple[int, ...]) -> None:
        self.name = name
        self.deals = deals

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.phase != "card" or view.hand is None:
            return RULEBOOK.decide(view, chance)
        if view.legal & view.legal - 1 == 0:
            return card_name(view.legal.bit_length() - 1)
        deals = self.deals[view.hand.bit_count()]
        if not deals:
            return RULEBOOK.decide(view, chance)
        return card_name(choose_card(view, chance, deals))


def choose_card(view: SeatView, chance: Chance, deals: int) -> int:
    """The legal card with the best mean over so many deals."""
    from engine.bots.sampling import sum_values  # loads the compiled code: half a second, once

    sums = sum_values(view, chance, deals)
    ours = view.seat % 2 == 0

    def rank(card: int) -> tuple[int, int, bool, int]:
        worth = int(sums[card]) if ours else -int(sums[card])
        return -worth, RANK_PIPS[card & 7], card >> 3 == view.trump, card

    return min(list_cards(view.legal), key=rank)


SOLVER: Bot = SolverBot("solver@1", DEALS)
