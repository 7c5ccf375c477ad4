"""Deals the unseen cards many times as they may lie, plays or solves each deal, plays what is best on average.

The deals drawn fit all that the seat has seen: the duties tell who cannot hold what, and what the others have played
and named makes one deal likelier than another (`engine.policy.rollouts`). While many cards are out each deal is played
on as such players would play it, who see their own cards alone; towards the end each deal is solved. Work is fixed: so
many deals, never a time. Trump and doubling are said as `rulebook@1` says them.
"""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.calling import say
from engine.bots.opinion import Effort, Opinion
from engine.cards import RANK_PIPS, card_name
from engine.view import SeatView

EFFORT = Effort(drawn=250, kept=200, solved=3)
OPINION = Opinion((2800, 900, 396), (1100, 2100, 896), practised_pips=0.5, club_pips=0.25, trump_points=1.0)


class SolverBot:
    """Plays the card with the best mean over the deals kept; between equal cards the cheaper one."""

    def __init__(self, name: str, effort: Effort, opinion: Opinion) -> None:
        self.name = name
        self.effort = effort
        self.opinion = opinion

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.choices:
            return say(view)
        if view.legal & view.legal - 1 == 0:
            return card_name(view.legal.bit_length() - 1)
        from engine.bots.sampling import value_cards_held  # loads the compiled code: a second, once

        values = value_cards_held(view, chance, self.effort, self.opinion)
        return card_name(
            min(values, key=lambda card: (-values[card], RANK_PIPS[card & 7], card >> 3 == view.trump, card))
        )


SOLVER: Bot = SolverBot("solver@1", EFFORT, OPINION)
