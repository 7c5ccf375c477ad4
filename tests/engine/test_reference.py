"""The engine against the slow, literal reference, on every position of random plays."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import Board, deal_hands
from engine.boom import START, add_result
from engine.cards import NO_TRUMP, Seat, card_name, card_set, list_cards, parse_card, trump_name
from engine.play import Play
from engine.result import Result, multiply, score_play, write_points
from engine.rules import FREE, forbidding_rule, legal_cards, winning_place
from engine.systems import System, get_system
from engine.view import view_play
from tests.engine import reference

DAILY_DEALS = 1000
SLOW_DEALS = 6300
"""A deal has 32 positions: over 200,000 of them."""


def names(cards: int) -> list[str]:
    return [card_name(card) for card in list_cards(cards)]


def draw_board(chance: random.Random, system: System) -> Board:
    """A random deal, and one in three with long suits, where ruffs are many."""
    deck = list(range(32))
    chance.shuffle(deck)
    if chance.random() < 1 / 3:
        deck.sort(key=lambda card: (card // 8 + chance.random() * 2) % 4)
    dealer = Seat(chance.randrange(4))
    return Board(1, dealer, deal_hands(tuple(deck), dealer, system))


def seated_trick(play: Play, sheet: reference.Sheet) -> list[tuple[str, str]]:
    order = reference.turn_order(play.leader.letter, sheet.direction)
    return list(zip(order, [card_name(card) for card in play.trick], strict=False))


def compare_position(play: Play, sheet: reference.Sheet) -> None:
    seat = play.to_act
    assert seat is not None
    assert play.trump is not None
    view = view_play(play, seat)
    hand, trick, trump = names(play.hands[seat]), seated_trick(play, sheet), trump_name(play.trump)
    expected = {card: reference.what_forbids(card, hand, trick, seat.letter, trump, sheet) for card in hand}
    found: dict[str, str | None] = dict.fromkeys(names(view.legal))
    found.update({card_name(card): rule for card, rule in view.forbidden})
    assert found == expected, (hand, trick, trump)
    assert None in expected.values()


def compare_deal(chance: random.Random, system: System, sheet: reference.Sheet) -> int:
    """Play a random deal to its end, comparing at each card and at the end; the number of positions compared."""
    carry = chance.choice([1, 1, 2, 4])
    play = Play(draw_board(chance, system), system, carry)
    play.choose_trump(chance.randrange(5))
    assert play.trump is not None
    positions = 0
    tricks: list[list[tuple[str, str]]] = []
    while play.phase != "over":
        compare_position(play, sheet)
        positions += 1
        trick = seated_trick(play, sheet)
        seat = play.to_act
        assert seat is not None
        card = chance.choice(list_cards(play.legal_cards()))
        play.play_card(card)
        trick.append((seat.letter, card_name(card)))
        if len(trick) == 4:
            tricks.append(trick)
            winner = reference.who_holds(trick, trump_name(play.trump))[0]
            assert play.tricks[-1].winner.letter == winner
    pips_we, pips_they, tricks_we, tricks_they = reference.count_pips(tricks, trump_name(play.trump), sheet)
    result = score_play(play)
    assert result.pips == (pips_we, pips_they)
    assert result.tricks == (tricks_we, tricks_they)
    multiplier = reference.multiplier_of(trump_name(play.trump), carry, [], sheet)
    assert result.multiplier == multiplier
    points = reference.write_points(result.pips, result.tricks, multiplier, sheet)
    assert result.points == points
    return positions


@pytest.mark.parametrize("name", ["site"])
def test_the_engine_agrees_with_the_reference_on_random_plays(name: str) -> None:
    chance = random.Random(f"daily {name}")
    system, sheet = get_system(name), reference.SHEETS[name]
    assert sum(compare_deal(chance, system, sheet) for _ in range(DAILY_DEALS)) == 32 * DAILY_DEALS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["site"])
def test_the_engine_agrees_with_the_reference_on_200_000_positions(name: str) -> None:
    chance = random.Random(f"slow {name}")
    system, sheet = get_system(name), reference.SHEETS[name]
    assert sum(compare_deal(chance, system, sheet) for _ in range(SLOW_DEALS)) >= 200_000


CARDS = st.integers(0, 31)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    """A hand of one to eight cards and a trick of nought to three others, reachable or not, and a trump."""
    cards = draw(st.lists(CARDS, min_size=4, max_size=11, unique=True))
    on_table = draw(st.integers(0, 3))
    return cards[on_table:][:8], cards[:on_table], draw(st.integers(0, NO_TRUMP))


@settings(max_examples=2000, deadline=None)
@given(positions())
def test_any_hand_at_any_trick_has_the_duties_of_the_reference(
    position: tuple[list[int], list[int], int],
) -> None:
    hand, trick, trump = position
    duties = get_system("site").duties
    order = reference.turn_order("N", "clockwise")
    seat = order[len(trick)]
    texts = [card_name(card) for card in hand]
    seated = list(zip(order, [card_name(card) for card in trick], strict=False))
    legal = legal_cards(card_set(hand), tuple(trick), trump, duties)
    assert legal, "nobody is ever without a card to play"
    assert legal & ~card_set(hand) == 0
    for card in hand:
        rule = forbidding_rule(card, card_set(hand), tuple(trick), trump, duties)
        expected = reference.what_forbids(
            card_name(card), texts, seated, seat, trump_name(trump), reference.SHEETS["site"]
        )
        assert (None if rule == FREE else f"B{rule}") == expected
        assert bool(legal >> card & 1) == (expected is None)


@given(st.lists(CARDS, min_size=1, max_size=4, unique=True), st.integers(0, NO_TRUMP))
def test_a5_the_winner_of_any_trick_is_that_of_the_reference(trick: list[int], trump: int) -> None:
    order = reference.turn_order("N", "clockwise")
    seated = list(zip(order, [card_name(card) for card in trick], strict=False))
    holder = reference.who_holds(seated, trump_name(trump))
    assert seated[winning_place(tuple(trick), trump)] == holder


@given(st.integers(0, 60), st.integers(0, NO_TRUMP), st.sampled_from([1, 2, 4]))
def test_a7_b14_points_are_those_of_the_reference(ours: int, trump: int, carry: int) -> None:
    sheet = reference.SHEETS["site"]
    multiplier = multiply(get_system("site"), trump, carry)
    assert multiplier == reference.multiplier_of(trump_name(trump), carry, [], sheet)
    points = write_points((ours, 60 - ours), multiplier, get_system("site"))
    assert points == reference.write_points((ours, 60 - ours), (4, 4), multiplier, sheet)
    assert points[0] - points[1] == (ours - 30) * multiplier


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, NO_TRUMP)), min_size=1, max_size=45))
def test_b15_to_b19_a_boom_runs_as_that_of_the_reference(deals: list[tuple[int, int]]) -> None:
    system = get_system("site")
    boom, expected = START, reference.Boom(reference.SHEETS["site"])
    for number, (ours, trump) in enumerate(deals, 1):
        assert boom.carry == expected.carry()
        multiplier = multiply(system, trump, boom.carry)
        points = write_points((ours, 60 - ours), multiplier, get_system("site"))
        boom = add_result(boom, Result(number, Seat.S, trump, multiplier, (ours, 60 - ours), (4, 4), points), system)
        expected.write(points)
        assert boom.total == (expected.we, expected.they)
        assert boom.reason == expected.over
        assert boom.score == expected.score()
        if boom.finished:
            break


EXAMPLES = {
    "a": ("ST S7", "W:SK", "ST"),
    "b": ("H7 SA D8 D9", "W:CA", "H7"),
    "c with a higher trump": ("H9 H7 D8", "W:CA N:CK E:H8", "H9"),
    "c with a lower trump": ("H7 D8", "W:CA N:CK E:H8", "D8"),
    "c with a lower trump alone": ("H7", "W:CA N:CK E:H8", "H7"),
    "d": ("H7 HJ SA C9", "N:DT E:D7", "H7 HJ SA C9"),
    "e": ("H7 HJ DA", "W:CT N:H8 E:C9", "HJ DA"),
    "f": ("H9 H7", "W:CT N:H8 E:C9", "H9"),
}
"""The worked examples of section B, hearts trump: South's hand, the trick so far, what South may play."""


def check_example(key: str) -> None:
    hand, trick, legal = EXAMPLES[key]
    seated = [(part[0], part[2:]) for part in trick.split()]
    expected = set(legal.split())
    cards = hand.split()
    said = {card for card in cards if not reference.what_forbids(card, cards, seated, "S", "H", reference.Sheet())}
    found = legal_cards(
        card_set(map(parse_card, cards)),
        tuple(parse_card(card) for _, card in seated),
        1,
        get_system("site").duties,
    )
    assert said == expected
    assert set(names(found)) == expected


def test_b7_example_a_overtake_in_the_suit() -> None:
    check_example("a")


def test_b8_example_b_ruff_what_an_opponent_holds() -> None:
    check_example("b")


def test_b9_example_c_over_ruff_with_a_higher_trump() -> None:
    check_example("c with a higher trump")


def test_b10_example_c_discard_rather_than_under_ruff() -> None:
    check_example("c with a lower trump")


def test_b10_example_c_under_ruff_with_nothing_else() -> None:
    check_example("c with a lower trump alone")


def test_b11_example_d_partner_holds_anything_goes() -> None:
    check_example("d")


def test_b10_example_e_no_under_ruff_of_partner() -> None:
    check_example("e")


def test_b10_example_f_over_ruffing_partner_is_forced() -> None:
    check_example("f")


def duty(hand: str, trick: str, trump: str) -> dict[str, str | None]:
    """The rule against each card of South's hand, as the engine has it and the reference confirms."""
    cards = hand.split()
    seated = [(part[0], part[2:]) for part in trick.split()]
    trump_value = "SHDC".index(trump) if trump != "NT" else NO_TRUMP
    found: dict[str, str | None] = {}
    for card in cards:
        rule = forbidding_rule(
            parse_card(card),
            card_set(map(parse_card, cards)),
            tuple(parse_card(played) for _, played in seated),
            trump_value,
            get_system("site").duties,
        )
        found[card] = None if rule == FREE else f"B{rule}"
    assert found == {c: reference.what_forbids(c, cards, seated, "S", trump, reference.Sheet()) for c in cards}
    return found


def test_b5_a_leader_plays_any_card() -> None:
    assert duty("ST H7 C9", "", "H") == {"ST": None, "H7": None, "C9": None}


def test_b6_following_goes_before_ruffing() -> None:
    assert duty("D7 H7", "W:DA", "H") == {"D7": None, "H7": "B6"}


def test_b7_a_ruffed_trick_needs_no_higher_card_of_the_suit() -> None:
    assert duty("CT C7", "W:CA N:CK E:H8", "H") == {"CT": None, "C7": None}


def test_b7_partner_holds_and_nobody_need_overtake() -> None:
    assert duty("CT C7", "N:CA E:CK", "H") == {"CT": None, "C7": None}


def test_b8_a_discard_is_forbidden_while_a_trump_is_held() -> None:
    assert duty("H7 HT S8", "W:CA", "H") == {"H7": None, "HT": None, "S8": "B8"}


def test_b9_a_lower_trump_is_forbidden_while_a_higher_is_held() -> None:
    assert duty("H7 HT S8", "W:CA N:CK E:H8", "H") == {"H7": "B9", "HT": None, "S8": "B8"}


def test_b10_no_under_ruff_of_an_opponent() -> None:
    assert duty("H7 S8", "W:CA N:CK E:H8", "H") == {"H7": "B10", "S8": None}


def test_b12_trump_led_is_followed_with_a_lower_trump() -> None:
    assert duty("H7 S8", "W:HA", "H") == {"H7": None, "S8": "B6"}


def test_b12_trump_led_is_overtaken() -> None:
    assert duty("H7 HT", "W:HA", "H") == {"H7": "B7", "HT": None}


def test_b13_without_trump_a_void_hand_plays_any_card() -> None:
    assert duty("H7 S8", "W:CA", "NT") == {"H7": None, "S8": None}
