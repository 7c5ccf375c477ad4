"""What a deal is worth with all cards open and best play by all four (double dummy), in pips of wij."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.boards import Board
from engine.cards import NO_TRUMP, Seat, Side, card_name, list_cards, next_seat
from engine.play import Play
from engine.solver.encode import Position, encode_play
from engine.solver.kernels import value_cards, value_position
from engine.systems import System


@dataclass(frozen=True)
class Solution:
    """The value of each card that `to_play` may play: the pips wij will have in the whole deal, those won included."""

    to_play: Seat
    values: dict[int, int]

    @cached_property
    def best(self) -> tuple[int, ...]:
        """The cards that serve the side to play best, in the order of a hand."""
        choose = max if self.to_play.side == Side.WE else min
        value = choose(self.values.values())
        return tuple(card for card, found in self.values.items() if found == value)

    def as_dict(self) -> dict[str, object]:
        """As `python -m engine solve --json` prints it."""
        return {
            "to_play": self.to_play.letter,
            "values": {card_name(card): value for card, value in self.values.items()},
            "best": [card_name(card) for card in self.best],
        }


def solve_play(play: Play) -> Solution:
    """The value of every card that may be played now. Raises `PositionError` where none is to be played."""
    position = encode_play(play)
    assert play.to_act is not None
    won = play.pips[Side.WE]
    return Solution(play.to_act, {card: won + value for card, value in value_legal_cards(position).items()})


def value_legal_cards(position: Position) -> dict[int, int]:
    """By card that may be played, in the order of a hand: the pips wij wins from this trick on."""
    values = np.zeros(32, dtype=np.int64)
    value_cards(
        position.hands_array,
        position.trick_array,
        position.leader,
        position.trump,
        position.duties,
        position.step,
        position.bonus,
        values,
    )
    legal = sum(1 << card for card in range(32) if values[card] >= 0)
    return {card: int(values[card]) for card in list_cards(legal)}


def solve_board(board: Board, system: System) -> dict[int, int]:
    """For each trump that the system offers, or none: the pips wij wins of the whole deal with best play by all."""
    leader = int(next_seat(board.dealer, system.clockwise))
    if board.turned is not None:
        trumps = [board.turned >> 3]
    else:
        trumps = [NO_TRUMP] if system.always_no_trump else list(range(NO_TRUMP + 1))
    values = {}
    for trump in trumps:
        position = Position(
            board.hands, (), leader, trump, system.duties, 1 if system.clockwise else 3, int(system.last_trick)
        )
        values[trump] = value_best(position, system.deal_pips // 2)
    return values


def value_best(position: Position, guess: int) -> int:
    """The pips wij wins from this trick on if all play best; a guess near it saves time."""
    return value_position(
        position.hands_array,
        position.trick_array,
        position.leader,
        position.trump,
        position.duties,
        position.step,
        position.bonus,
        guess,
    )
