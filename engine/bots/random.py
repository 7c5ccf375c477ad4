"""A control: any act that is allowed, each as likely as the others."""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.cards import TRUMPS, card_name, list_cards
from engine.view import SeatView


class RandomBot:
    """Names any trump, or none, and plays any legal card."""

    name = "random@1"

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.phase == "trump":
            return TRUMPS[chance.below(len(TRUMPS))]
        cards = list_cards(view.legal)
        return card_name(cards[chance.below(len(cards))])


RANDOM: Bot = RandomBot()
