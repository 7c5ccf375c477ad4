"""The solver's values are those of a plain minimax, in every system's play rules and in the middle of tricks too."""

import json
import random
from pathlib import Path

import numba
import numpy as np
import pytest

from engine.__main__ import main
from engine.boards import deal_board
from engine.cards import NO_TRUMP, Seat, list_cards
from engine.play import Play
from engine.rules import legal_cards
from engine.solver.compiling import CACHE, digest_sources
from engine.solver.encode import Position, PositionError, check_hands, encode_play
from engine.solver.kernels import beats, value_cards
from engine.solver.solve import Solution, solve_board, solve_play, value_best, value_legal_cards
from engine.systems import get_system
from tests.engine.solver import minimax

COMPILED = not numba.config.DISABLE_JIT
"""Without compiling, positions are held small: the same code runs a hundred times slower."""
PLAY_RULES = {
    "site": get_system("site"),
    "whisthub": get_system("whisthub"),
    "malilla": get_system("malilla"),
    "malilla, partner exempt": get_system("malilla", {"partner_exempt": 1, "last_trick": 1}),
    "manillen61": get_system("manillen61"),
    "manilj": get_system("manilj"),
}


def draw_ending(chance: random.Random, rules: str, cards: int) -> Position:
    """An ending with this many cards in the hands and on the table together, from a random deck."""
    system = PLAY_RULES[rules]
    step = 1 if system.clockwise else 3
    deck = chance.sample(range(32), cards)
    hands = [deck[i::4] for i in range(4)]
    leader, trick = chance.randrange(4), []
    trump = chance.randrange(4 if system.turned_trump else 5)
    for place in range(chance.randrange(4)):
        hand = hands[(leader + step * place) % 4]
        played = sum(1 << card for card in hand)
        trick_now = tuple(trick)
        legal = [card for card in hand if legal_cards(played, trick_now, trump, system.duties) >> card & 1]
        trick.append(chance.choice(legal))
        hand.remove(trick[-1])
    sets = [sum(1 << card for card in hand) for hand in hands]
    return Position(
        (sets[0], sets[1], sets[2], sets[3]), tuple(trick), leader, trump, system.duties, step, int(system.last_trick)
    )


def minimax_values(position: Position) -> dict[int, int]:
    """By card that may be played now: the plain minimax value of playing it."""
    seat = (position.leader + position.step * len(position.trick)) % 4
    hand = position.hands[seat]
    legal = legal_cards(hand, position.trick, position.trump, position.duties)
    values = {}
    for card in list_cards(legal):
        hands = position.hands_array
        hands[seat] -= 1 << card
        trick = (*position.trick, card)
        held, holder = trick[0], position.leader
        for place in range(1, len(trick)):
            if beats(trick[place], held, position.trump):
                held, holder = trick[place], (position.leader + position.step * place) % 4
        pile = sum(max(0, played % 8 - 2) for played in trick)
        rest = (position.trump, position.duties, position.step, position.bonus)
        if len(trick) == 4:
            ours = holder % 2 == 0
            bonus = position.bonus if not hands.any() else 0
            found = minimax.value(hands, holder, 0, 0, 0, 0, 0, *rest)
            values[card] = int(found) + (pile + bonus if ours else 0)
        else:
            after = (seat + position.step) % 4
            values[card] = int(minimax.value(hands, after, len(trick), trick[0] >> 3, held, holder, pile, *rest))
    return values


def compare_endings(rules: str, cards: int, count: int) -> None:
    chance = random.Random(f"{rules} {cards}")
    for _ in range(count):
        position = draw_ending(chance, rules, cards)
        assert value_legal_cards(position) == minimax_values(position), position


@pytest.mark.parametrize("rules", PLAY_RULES)
@pytest.mark.parametrize("cards", [4, 8, 12, 16])
def test_values_are_those_of_a_plain_minimax(rules: str, cards: int) -> None:
    compare_endings(rules, cards, 40 if COMPILED else 12 if cards < 12 else 1)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAY_RULES)
def test_values_are_those_of_a_plain_minimax_on_2_000_endings_and_200_of_20_cards(rules: str) -> None:
    for cards in (8, 12, 16):
        compare_endings(rules, cards, 112)
    compare_endings(rules, 20, 34)


@pytest.mark.parametrize("rules", PLAY_RULES)
def test_the_value_of_a_deal_is_that_of_its_best_card(rules: str) -> None:
    compare_roots(rules, 2, 32 if COMPILED else 12)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAY_RULES)
def test_root_values_equal_separate_solves_on_200_deals(rules: str) -> None:
    compare_roots(rules, 34, 32)


def compare_roots(rules: str, deals: int, cards: int) -> None:
    """The value of each card is that of the position after it, and the best of them that of the deal."""
    chance = random.Random(f"roots {rules}")
    for _ in range(deals):
        whole = draw_ending(chance, rules, cards)
        sets = list(whole.hands)
        for place, card in enumerate(whole.trick):
            sets[(whole.leader + whole.step * place) % 4] |= 1 << card
        whole = Position(
            (sets[0], sets[1], sets[2], sets[3]), (), whole.leader, whole.trump, whole.duties, whole.step, whole.bonus
        )
        values = value_legal_cards(whole)
        choose = max if whole.leader % 2 == 0 else min
        assert choose(values.values()) == value_best(whole, 30)
        for card, found in values.items():
            left = list(whole.hands)
            left[whole.leader] &= ~(1 << card)
            after = Position(
                (left[0], left[1], left[2], left[3]),
                (card,),
                whole.leader,
                whole.trump,
                whole.duties,
                whole.step,
                whole.bonus,
            )
            assert value_best(after, 12) == found


def test_solving_leaves_the_hands_as_they_were() -> None:
    position = draw_ending(random.Random(1), "site", 16)
    hands = position.hands_array
    values = np.zeros(32, dtype=np.int64)
    value_cards(hands, position.trick_array, position.leader, position.trump, position.duties, 1, 0, values)
    assert tuple(hands) == position.hands


def play_of(*acts: str) -> Play:
    """A deal in which South holds all spades, West hearts, North diamonds, East clubs; South deals, West leads."""
    order = {Seat.W: 1, Seat.N: 2, Seat.E: 3, Seat.S: 0}
    deck, dealt = [], dict.fromkeys(Seat, 0)
    for packet in (3, 2, 3):
        for seat in (Seat.W, Seat.N, Seat.E, Seat.S):
            deck += [8 * order[seat] + dealt[seat] + i for i in range(packet)]
            dealt[seat] += packet
    play = Play(deal_board(1, Seat.S, tuple(deck), get_system("site")), get_system("site"))
    for act in acts:
        play.perform(act)
    return play


def test_all_trumps_in_one_hand_win_all_pips_but_those_they_cannot_reach() -> None:
    assert set(solve_play(play_of("S", "HT", "D7", "C7")).values.values()) == {60}
    assert set(solve_play(play_of("H")).values.values()) == {0}
    solution = solve_play(play_of("S", "HT", "D7", "C7", "S7", "S8", "H7", "D8"))
    assert solution.to_play == Seat.E
    assert set(solution.values.values()) == {60}


def test_pips_already_won_are_counted() -> None:
    play = play_of("S", "HT", "DT", "CT", "S7")
    assert play.pips == (15, 0)
    assert set(solve_play(play).values.values()) == {60}


def test_best_of_zij_is_the_lowest_value_for_wij() -> None:
    chance = random.Random(8)
    while True:
        position = draw_ending(chance, "site", 12)
        values = value_legal_cards(position)
        if len(set(values.values())) > 1 and (position.leader + len(position.trick)) % 2 == 1:
            break
    solution = Solution(Seat.E, values)
    assert {values[card] for card in solution.best} == {min(values.values())}


def test_best_trump_of_a_board_is_solved_for_every_trump() -> None:
    board = play_of().board
    # South holds spades, West hearts: who names his own suit takes all. West leads, so hearts run without trump.
    assert solve_board(board, get_system("site")) == {0: 60, 1: 0, 2: 60, 3: 0, NO_TRUMP: 0}


@pytest.mark.parametrize(
    ("acts", "message"),
    [((), "trump is not settled"), (("S",), None)],
)
def test_a_position_without_a_card_to_play_is_refused(acts: tuple[str, ...], message: str | None) -> None:
    play = play_of(*acts)
    if message is None:
        assert encode_play(play).leader == Seat.W
        while play.to_act is not None:
            play.play_card(list_cards(play.legal_cards())[0])
        message = "the deal is over"
    with pytest.raises(PositionError, match=message):
        encode_play(play)


def test_impossible_hands_are_refused_with_the_reason() -> None:
    with pytest.raises(PositionError, match="in two places at once: HT"):
        check_hands((1 << 15, 1 << 15, 1, 2), (), 0, 1)
    with pytest.raises(PositionError, match="N 1, E 1, S 2, W 1"):
        check_hands((1, 2, 12, 16), (), 0, 1)
    check_hands((1, 2, 4, 0), (3,), 3, 1)


RECORD = """% manillen 1
[Board "1"]
[Dealer "S"]
[Rules "site"]
[Deal "N:T.AQ.J8.TAJ K97..TAK7.K AQ.T87.9.Q7 J8.KJ9.Q.98"]
[Trump "S"]
[Play "W"]
C8 CJ CK C7
DQ DJ DK D9
HJ D8 D7 SA
S8 ST S7 SQ
"""


def test_the_command_values_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "unfinished.pbn"
    file.write_text(RECORD + "- HQ SK -\n*\n")
    assert main(["solve", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["to_play"] == "S"
    # East has ruffed, South follows with a heart: any of the suit will do (B7).
    assert set(found["values"]) == {"HT", "H8", "H7"}
    assert found["best"] == [card for card in found["values"] if found["values"][card] == max(found["values"].values())]
    assert main(["solve", str(file)]) == 0
    assert capsys.readouterr().out.count("best") >= 1 + len(found["best"])


@pytest.mark.parametrize(
    ("row", "code", "message"),
    [
        ("- HQ D7 -", 1, "trick 5, card D7"),  # played before
        ("- DJ - -", 1, "DJ"),
        ("- HQ SK - -", 2, "line"),
        ("- SQ - -", 1, "SQ"),
    ],
)
def test_the_command_refuses_impossible_positions(
    row: str, code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "impossible.pbn"
    file.write_text(RECORD + row + "\n*\n")
    assert main(["solve", str(file)]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err


def test_a_finished_deal_has_no_card_to_solve(capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(__file__).parents[2] / "data" / "records" / "site-01.pbn"
    assert main(["solve", str(file)]) == 1
    assert "the deal is over" in capsys.readouterr().err


@pytest.mark.compiled
def test_compiled_code_is_kept_under_a_name_that_hangs_on_its_sources() -> None:
    assert CACHE is not None
    assert CACHE.name == f"kernels-{digest_sources()}"
    assert list(CACHE.rglob("*.nbi"))
