"""The solver bot: the deals it draws fit what its seat has seen, and it plays what is best over them."""

import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.boards import Chance, deal_board
from engine.bots import decide
from engine.bots.knowledge import Knowledge
from engine.bots.opinion import Effort
from engine.bots.sampling import find_chooser, pick_evenly, solve_deals, value_cards_held
from engine.bots.solver import OPINION, SolverBot
from engine.bots.worlds import Worlds
from engine.cards import Seat, list_cards, parse_card
from engine.play import Play
from engine.solver.solve import solve_play
from engine.systems import get_system
from engine.view import view_play
from tests.engine.solver.test_solve import play_of
from tests.engine.test_bots import deal_unseen_anew, draw_board

SITE = get_system("site")
QUICK = SolverBot("quick", Effort(drawn=8, kept=4, solved=3), OPINION)


def play_some(chance: random.Random, acts: int) -> Play:
    """A play of `site` in which so many cards were played at random."""
    play = Play(draw_board(chance), SITE)
    play.choose_trump(chance.randrange(5))
    for _ in range(acts):
        play.play_card(chance.choice(list_cards(play.legal_cards())))
    return play


def draw_deals(known: Knowledge, seat: int, deals: int, state: int) -> list[tuple[int, ...]]:
    """So many deals of the unseen cards, by seat; the own hand stays empty."""
    drawn = np.zeros((deals, 4), dtype=np.int64)
    Worlds(known, seat).draw(drawn, state)
    return [tuple(map(int, hands)) for hands in drawn]


@pytest.mark.parametrize("acts", [0, 5, 10, 18, 27])
def test_every_deal_drawn_fits_what_was_seen(acts: int) -> None:
    chance = random.Random(acts)
    for number in range(20):
        play = play_some(chance, acts)
        seat = play.to_act
        assert seat is not None
        known = Knowledge(view_play(play, seat))
        for hands in draw_deals(known, seat, 10, number + 1):
            assert hands[seat] == 0
            for other in set(Seat) - {seat}:
                assert hands[other].bit_count() == known.counts[other]
                assert hands[other] & ~known.may_hold[other] == 0
            assert hands[0] | hands[1] | hands[2] | hands[3] == known.unseen


def test_the_true_deal_is_among_those_that_can_be_drawn() -> None:
    play = play_some(random.Random(4), 24)
    seat = play.to_act
    assert seat is not None
    true = tuple(0 if other == seat else play.hands[other] for other in Seat)
    assert true in draw_deals(Knowledge(view_play(play, seat)), seat, 400, 1)


def test_each_deal_that_fits_is_drawn_as_often_as_another() -> None:
    play = play_some(random.Random(6), 24)
    seat = play.to_act
    assert seat is not None
    known = Knowledge(view_play(play, seat))
    deals = int(Worlds(known, seat).heights[-1])
    assert 4 < deals < 100, "a position with few deals"
    counts = Counter(draw_deals(known, seat, 200 * deals, 1))
    assert len(counts) == deals
    # Chi-squared of a fair draw has mean deals - 1 and variance 2 (deals - 1): six deviations above never happen.
    spread = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert spread < deals - 1 + 6 * (2 * (deals - 1)) ** 0.5


def test_with_everything_known_it_plays_as_the_solver() -> None:
    """In the last but one trick, third in hand, with the rest known by what was not followed."""
    chance = random.Random(12)
    seen = 0
    while seen < 10:
        play = play_some(chance, 25)
        seat = play.to_act
        assert seat is not None
        view = view_play(play, seat)
        worlds = Worlds(Knowledge(view), seat)
        if worlds.heights[-1] != 1 or view.legal.bit_count() == 1:
            continue
        seen += 1
        assert parse_card(QUICK.decide(view, Chance(bytes(32)))) in solve_play(play).best


def test_with_few_cards_left_the_deals_are_solved_one_by_one() -> None:
    play = play_some(random.Random(3), 20)
    seat = play.to_act
    assert seat is not None
    view = view_play(play, seat)
    hands = np.array([play.hands], dtype=np.int64)
    solution = {
        card: value - play.pips[0] if seat % 2 == 0 else play.pips[0] - value
        for card, value in solve_play(play).values.items()
    }
    assert len(solution) > 1
    assert solve_deals(view, hands, np.array([1])) == solution
    assert solve_deals(view, hands, np.array([7])) == {card: 7 * value for card, value in solution.items()}


def test_cards_far_behind_are_not_tried_to_the_end() -> None:
    """They are out of the running; with so wide a margin that none falls behind, all are tried."""
    chance = random.Random(21)
    dropped = 0
    for _ in range(20):
        play = play_some(chance, 8)
        assert play.to_act is not None
        view = view_play(play, play.to_act)
        if view.legal.bit_count() < 2:
            continue
        all_cards = value_cards_held(view, Chance(bytes(32)), Effort(60, 40, 3, behind=60.0), OPINION)
        few = value_cards_held(view, Chance(bytes(32)), Effort(60, 40, 3, behind=1.0), OPINION)
        assert set(all_cards) == set(list_cards(view.legal))
        assert set(few) <= set(all_cards)
        assert few
        dropped += len(all_cards) - len(few)
    assert dropped > 5


def test_deals_are_kept_as_often_as_they_are_likely() -> None:
    kept = pick_evenly(np.array([1, 0, 3, 4]), 16)
    assert Counter(kept.tolist()) == {0: 2, 2: 6, 3: 8}
    assert Counter(pick_evenly(np.array([1 << 57, 3 << 57]), 8).tolist()) == {0: 2, 1: 6}


def test_between_equal_cards_the_cheaper_one() -> None:
    """South holds all trumps and wins every trick with whatever he ruffs: the seven goes."""
    play = play_of("S", "HT", "D7", "C7")
    assert play.to_act == Seat.S
    assert QUICK.decide(view_play(play, Seat.S), Chance(bytes(32))) == "S7"


def test_cards_a_seat_cannot_see_never_change_its_card() -> None:
    chance = random.Random(77)
    compared = 0
    for _ in range(40):
        play = play_some(chance, chance.randrange(8, 24))
        seat = play.to_act
        assert seat is not None
        other = deal_unseen_anew(play, seat, chance)
        if other is None:
            continue
        compared += 1
        key = bytes(range(32))
        assert decide("solver@1", view_play(play, seat), key) == decide("solver@1", view_play(other, seat), key)
    assert compared > 10


ACTS = """
import random
from engine.bots import decide
from engine.cards import list_cards
from engine.view import view_play
from tests.engine.test_solver_bot import play_some
chance = random.Random(5)
for number in range(12):
    play = play_some(chance, 16 + number)
    print(decide("solver@1", view_play(play, play.to_act), bytes([number]) * 32))
"""


def test_two_processes_and_several_threads_play_the_same_compiled_and_plain() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", ACTS],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": plain},
        ).stdout.split()
        for plain in ("0", "1")
    ]
    chance = random.Random(5)
    plays = [play_some(chance, 16 + number) for number in range(12)]

    def act(number: int) -> str:
        play = plays[number]
        assert play.to_act is not None
        return decide("solver@1", view_play(play, play.to_act), bytes([number]) * 32)

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(act, range(12)))
    assert runs[0] == runs[1] == together
    assert len(set(together)) > 3


@pytest.mark.parametrize(
    ("name", "options", "says", "chooser"),
    [
        ("site", {}, ["H"], Seat.W),
        ("site", {"always_no_trump": 1}, [], None),  # D2: nobody names
        ("malilla", {}, [], None),  # D1: turned up
        ("site", {"blind_no_trump": 1}, ["blind"], None),  # C22: not by his cards
        ("manillen61", {}, ["pass", "H"], Seat.E),
        ("manillen61", {"forced_no_trump": 1}, ["pass", "pass", "pass", "NT"], None),  # D3: the dealer must
    ],
)
def test_only_who_chose_trump_by_his_cards_tells_something_of_them(
    name: str, options: dict[str, int], says: list[str], chooser: Seat | None
) -> None:
    """West deals; round the table it goes S E N W in `manillen61`."""
    system = get_system(name, options)
    play = Play(deal_board(1, Seat.W, tuple(range(32)), system), system)
    for text in says:
        play.say(text)
    while play.phase != "card":
        play.say("pass")
    assert find_chooser(view_play(play, Seat.N if chooser != Seat.N else Seat.S)) == chooser
