"""Plays by the trained network alone: the card that looks best, with nothing dealt and nothing looked ahead."""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.calling import say
from engine.cards import card_name
from engine.view import SeatView


class PolicyBot:
    """Plays the card the network values highest; of equals the lowest."""

    name = "policy@1"

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.choices:
            return say(view)
        if view.legal & view.legal - 1 == 0:
            return card_name(view.legal.bit_length() - 1)
        from engine.bots.sampling import choose_by_network  # loads the compiled code: a second, once

        return card_name(choose_by_network(view))


POLICY: Bot = PolicyBot()
