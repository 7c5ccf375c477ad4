"""Compiled playouts are plays by the rules: the same cards as `engine.play` gives with the same draws."""

import random

import numpy as np
import pytest

from engine.boards import Board
from engine.cards import next_seat
from engine.play import Play
from engine.solver.playouts import draw, pick, play_many, play_out
from engine.systems import get_system
from tests.engine.test_bots import draw_board


def play_slowly(board: Board, name: str, trump: int, state: int) -> tuple[int, int]:
    """The same deal by `engine.play`, with the same generator."""
    system = get_system(name)
    play = Play(board, system)
    play.choose_trump(trump)
    while play.to_act is not None:
        legal = play.legal_cards()
        if legal & legal - 1:
            state = int(draw(state))
        play.play_card(int(pick(legal, state)))
    return play.pips[0], state


@pytest.mark.parametrize("trump", range(5))
def test_a_playout_is_a_play_by_the_rules(trump: int) -> None:
    chance = random.Random(trump)
    for _ in range(25):
        board = draw_board(chance)
        state = chance.randrange(1, 2**31 - 1)
        leader = next_seat(board.dealer)
        hands = np.array(board.hands, dtype=np.int64)
        found = play_out(hands, leader, trump, get_system("site").duties, 1, state)
        assert found == play_slowly(board, "site", trump, state)
        assert not hands.any()


def test_many_playouts_are_those_one_by_one() -> None:
    board = draw_board(random.Random(2))
    duties = get_system("site").duties
    pips, state = 0, 99
    for _ in range(20):
        ours, state = play_out(np.array(board.hands, dtype=np.int64), 0, 2, duties, 1, state)
        pips += ours
    assert play_many(np.array(board.hands, dtype=np.int64), 0, 2, duties, 1, 99, 20) == (pips, state)


def test_the_generator_runs_through_its_numbers() -> None:
    state, seen = 1, set()
    for _ in range(1000):
        state = int(draw(state))
        seen.add(state)
    assert len(seen) == 1000
    assert {int(pick(0b10110, draw(n * 7919 + 1))) for n in range(200)} == {1, 2, 4}
