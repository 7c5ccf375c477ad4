"""What a bot is: a pure function of what its seat has seen, and of chance drawn from a key."""

from typing import Protocol

from engine.boards import Chance
from engine.view import SeatView


class Bot(Protocol):
    """A bot of one name and version. Its play never changes: other play is a new version."""

    @property
    def name(self) -> str:
        """Such as "rulebook@1"."""

    def decide(self, view: SeatView, chance: Chance) -> str:
        """The text of the act that the view's seat, whose turn it is, does; always an allowed one.

        It follows from the view and the chance alone: not from the score, the clock or an earlier call.
        """
