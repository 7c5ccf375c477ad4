"""The engine's rows: random deals a second, exact solutions by cards left, what a decision of the solver bot costs.

Time is that of the processor, so that a neighbour on the machine matters less. Each kind has a row in which something
plain does the same work in the same run.
"""

import random
import time
from collections.abc import Callable, Iterator

from benchmarks.rows import Row, summarise
from engine.boards import Chance, deal_board
from engine.bots.rulebook import RULEBOOK
from engine.bots.solver import SOLVER
from engine.cards import Seat, list_cards
from engine.play import Play
from engine.solver.encode import Position
from engine.solver.playouts import play_many
from engine.solver.solve import value_legal_cards
from engine.systems import get_system
from engine.view import view_play
from tests.engine.solver import minimax

SITE = get_system("site")
PEER = "a belote solver in Rust"
REFERENCES = {32: 71.0, 28: 20.0, 24: 3.0, 20: 0.66, 16: 0.17}
"""Mean milliseconds of an exact solution by cards left, measured of that solver on a machine like this."""
PEER_PLAYOUTS = 850_000.0
PEER_DECISION = 15.0
SOLVED = {32: 100, 28: 300, 24: 500, 20: 1000, 16: 1000}


def draw_position(chance: random.Random, cards: int) -> Position:
    """A deal with so many cards left before a trick, from a random deck; trump or none, each as likely."""
    deck = chance.sample(range(32), cards)
    sets = [sum(1 << card for card in deck[i::4]) for i in range(4)]
    hands = (sets[0], sets[1], sets[2], sets[3])
    return Position(hands, (), chance.randrange(4), chance.randrange(5), SITE.duties, 1, 0)


def take_time(work: Callable[[], object]) -> float:
    """Processor seconds of this thread."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def measure_playouts() -> Iterator[Row]:
    chance = random.Random(1)
    many, batches = 20_000, 50
    positions = [draw_position(chance, 32) for _ in range(batches)]
    state = 20_261
    play_many(positions[0].hands_array, 0, 0, SITE.duties, 1, state, 1)
    rates = []
    for position in positions:
        hands = position.hands_array
        seconds = take_time(
            lambda hands=hands, p=position: play_many(hands, p.leader, p.trump, p.duties, p.step, state, many)
        )
        rates.append(many / seconds)
    yield summarise("playouts", rates, "deals/s", PEER_PLAYOUTS, "best peer of this game", more_is_better=True)
    plain = [1 / take_time(lambda: play_plainly(chance)) for _ in range(200)]
    base = sum(plain) / len(plain)
    yield summarise("playouts_plain", rates, "deals/s", base, "engine/play.py in this run", more_is_better=True)


def play_plainly(chance: random.Random) -> None:
    """One random deal by `engine.play`, as the site plays it."""
    play = Play(deal_board(1, Seat.S, tuple(chance.sample(range(32), 32)), SITE), SITE)
    play.choose_trump(chance.randrange(5))
    while play.to_act is not None:
        play.play_card(chance.choice(list_cards(play.legal_cards())))


def measure_solving() -> Iterator[Row]:
    chance = random.Random(2)
    value_legal_cards(draw_position(chance, 16))
    for cards, count in SOLVED.items():
        positions = [draw_position(chance, cards) for _ in range(count)]
        spent = [1000 * take_time(lambda p=position: value_legal_cards(p)) for position in positions]
        yield summarise(f"solve_{cards}", spent, "ms", REFERENCES[cards], PEER)
    positions = [draw_position(chance, 16) for _ in range(101)]
    naive = [1000 * take_time(lambda p=position: search_naively(p)) for position in positions][1:]
    ours = [1000 * take_time(lambda p=position: value_legal_cards(p)) for position in positions][1:]
    yield summarise("solve_16_naive", ours, "ms", sum(naive) / len(naive), "plain minimax, compiled, in this run")


def search_naively(position: Position) -> int:
    """The value of the position by minimax without table, bounds or order."""
    return minimax.value(
        position.hands_array, position.leader, 0, 0, 0, 0, 0, position.trump, position.duties, position.step, 0
    )


def measure_decisions() -> Iterator[Row]:
    chance = random.Random(3)
    spent = []
    for number in range(40):
        play = Play(deal_board(number + 1, Seat(number % 4), tuple(chance.sample(range(32), 32)), SITE), SITE)
        while (seat := play.to_act) is not None:
            view = view_play(play, seat)
            draws = Chance(number.to_bytes(32, "big"), seat, len(play.acts))
            if seat % 2 or play.phase != "card" or view.legal.bit_count() == 1:
                play.perform(RULEBOOK.decide(view, draws))
                continue
            start = time.thread_time()
            act = SOLVER.decide(view, draws)
            spent.append(1000 * (time.thread_time() - start))
            play.perform(act)
    yield summarise("decision_solver", spent, "ms", PEER_DECISION, "search bot of the best peer")


MEASUREMENTS: tuple[Callable[[], Iterator[Row]], ...] = (measure_playouts, measure_solving, measure_decisions)
