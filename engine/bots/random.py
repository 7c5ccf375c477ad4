"""A control: any act that is allowed, each as likely as the others."""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.cards import card_name, list_cards
from engine.view import SeatView


class RandomBot:
    """Says anything that may be said, and plays any legal card."""

    name = "random@1"

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.choices:
            return view.choices[chance.below(len(view.choices))]
        cards = list_cards(view.legal)
        return card_name(cards[chance.below(len(cards))])


RANDOM: Bot = RandomBot()
