"""From a play to the integers that the compiled code takes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.cards import card_name, list_cards
from engine.errors import EngineError
from engine.play import Play


@dataclass(frozen=True)
class Position:
    """A deal with a card to play, all hands known.

    `hands` are the four hands, N E S W, as card sets; `trick` the cards on the table in the order played from `leader`
    on. `step` is 1 where play goes clockwise, otherwise 3; `bonus` what the last trick counts beyond its cards.
    """

    hands: tuple[int, int, int, int]
    trick: tuple[int, ...]
    leader: int
    trump: int
    duties: int
    step: int
    bonus: int

    @property
    def hands_array(self) -> npt.NDArray[np.int64]:
        return np.array(self.hands, dtype=np.int64)

    @property
    def trick_array(self) -> npt.NDArray[np.int64]:
        return np.array(self.trick, dtype=np.int64)


class PositionError(EngineError):
    """A position that cannot be solved: no card is to be played, or the hands cannot be those of a deal."""

    code = "position_refused"


def encode_play(play: Play) -> Position:
    """The position a play has come to. Raises `PositionError` where no card is to be played or the hands do not fit."""
    if play.phase == "over":
        raise PositionError("the deal is over")
    if play.phase != "card" or play.trump is None:
        raise PositionError("trump is not settled yet, and no card can be played")
    hands = (play.hands[0], play.hands[1], play.hands[2], play.hands[3])
    check_hands(hands, play.trick, play.leader, 1 if play.system.clockwise else 3)
    return Position(
        hands,
        play.trick,
        int(play.leader),
        play.trump,
        play.system.duties,
        1 if play.system.clockwise else 3,
        int(play.system.last_trick),
    )


def check_hands(hands: tuple[int, int, int, int], trick: tuple[int, ...], leader: int, step: int) -> None:
    """Raises `PositionError` where a card is in two places, or the hands have not the same number of cards."""
    taken = 0
    for cards in (*hands, *(1 << card for card in trick)):
        if taken & cards:
            twice = ", ".join(map(card_name, list_cards(taken & cards)))
            raise PositionError(f"in two places at once: {twice}")
        taken |= cards
    counts = [hand.bit_count() for hand in hands]
    for place in range(len(trick)):
        counts[(leader + step * place) % 4] += 1
    if len(set(counts)) > 1:
        held = ", ".join(f"{seat} {count}" for seat, count in zip("NESW", counts, strict=True))
        raise PositionError(f"the hands must have as many cards each before this trick, and have {held}")
