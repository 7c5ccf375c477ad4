"""The solver bot: the deals it draws fit what its seat has seen, and it plays what is best over them."""

import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.boards import Chance, deal_board
from engine.bots import BOTS, decide
from engine.bots.knowledge import Knowledge
from engine.bots.sampling import find_chooser, sum_values
from engine.bots.solver import SolverBot, choose_card
from engine.bots.worlds import Worlds
from engine.cards import ALL_CARDS, Seat, list_cards
from engine.play import Play
from engine.solver.solve import solve_play
from engine.systems import get_system
from engine.view import view_play
from tests.engine.solver.test_solve import play_of
from tests.engine.test_bots import deal_unseen_anew, draw_board

SITE = get_system("site")


def play_some(chance: random.Random, acts: int) -> Play:
    """A play of `site` in which so many cards were played at random."""
    play = Play(draw_board(chance), SITE)
    play.choose_trump(chance.randrange(5))
    for _ in range(acts):
        play.play_card(chance.choice(list_cards(play.legal_cards())))
    return play


@pytest.mark.parametrize("acts", [0, 5, 10, 18, 27])
def test_every_deal_drawn_fits_what_was_seen(acts: int) -> None:
    chance = random.Random(acts)
    for number in range(20):
        play = play_some(chance, acts)
        seat = play.to_act
        assert seat is not None
        known = Knowledge(view_play(play, seat))
        worlds = Worlds(known, seat)
        for n in range(10):
            drawn = dict(worlds.draw(Chance(bytes(32), number, n)))
            assert set(drawn) == set(Seat) - {seat}
            for other, hand in drawn.items():
                assert hand.bit_count() == known.counts[other]
                assert hand & ~known.may_hold[other] == 0
            assert drawn[(seat + 1) % 4] | drawn[(seat + 2) % 4] | drawn[(seat + 3) % 4] == known.unseen


def test_the_true_deal_is_among_those_that_can_be_drawn() -> None:
    play = play_some(random.Random(4), 24)
    seat = play.to_act
    assert seat is not None
    worlds = Worlds(Knowledge(view_play(play, seat)), seat)
    drawn = {tuple(worlds.draw(Chance(bytes(32), n))) for n in range(400)}
    assert tuple((other, play.hands[other]) for other in worlds.seats) in drawn


def test_each_deal_that_fits_is_drawn_as_often_as_another() -> None:
    play = play_some(random.Random(6), 24)
    seat = play.to_act
    assert seat is not None
    worlds = Worlds(Knowledge(view_play(play, seat)), seat)
    deals = worlds.heights[-1]
    assert 4 < deals < 100, "a position with few deals"
    draws = 200 * deals
    counts = Counter(tuple(worlds.draw(Chance(bytes(32), n))) for n in range(draws))
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
        assert choose_card(view, Chance(bytes(32)), 4) in solve_play(play).best


def test_sums_are_those_of_the_deals_solved_one_by_one() -> None:
    play = play_some(random.Random(3), 20)
    seat = play.to_act
    assert seat is not None
    view = view_play(play, seat)
    one = sum_values(view, Chance(bytes(32)), 1)
    many = sum_values(view, Chance(bytes(32)), 30)
    legal = list_cards(view.legal)
    assert all(0 <= one[card] <= 60 for card in legal)
    assert all(0 <= many[card] <= 30 * 60 for card in legal)
    assert set(list_cards(ALL_CARDS & ~view.legal)) == {card for card in range(32) if many[card] < 0}


def test_between_equal_cards_the_cheaper_one() -> None:
    """South holds all trumps and wins every trick with whatever he ruffs: the seven goes."""
    play = play_of("S", "HT", "D7", "C7")
    assert play.to_act == Seat.S
    bot = SolverBot("trial", (4,) * 9)
    assert bot.decide(view_play(play, Seat.S), Chance(bytes(32))) == "S7"


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


def test_it_is_not_offered_yet() -> None:
    assert "solver@1" not in BOTS


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
