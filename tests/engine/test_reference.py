"""The engine against the slow, literal reference, on every position of random plays."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import Board, deal_board
from engine.boom import START, add_result
from engine.cards import NO_TRUMP, Seat, card_name, card_set, list_cards, parse_card, trump_name
from engine.play import Play
from engine.result import Result, score_play, write_points
from engine.rules import FREE, forbidding_rule, legal_cards, rule_name, winning_place
from engine.systems import System, get_system
from engine.view import view_play
from tests.engine import reference

DAILY_DEALS = 125
SLOW_DEALS = 500
"""Of each of the thirteen sheets. A deal has 32 positions: 50,000 of them daily, 200,000 in the slow run."""


@dataclass(frozen=True)
class Variant:
    """A system with options, and the sheet that says the same in words."""

    name: str
    options: dict[str, int]
    sheet: reference.Sheet

    @property
    def system(self) -> System:
        return get_system(self.name, self.options)


def vary(name: str, options: dict[str, int], **changes: Any) -> Variant:
    return Variant(name, options, replace(reference.SHEETS[name], **changes))


VARIANTS = {
    **{name: Variant(name, {}, sheet) for name, sheet in reference.SHEETS.items()},
    "site, doubling and blind": vary("site", {"doubling": 1, "blind_no_trump": 1}, doubling=True, blind_no_trump=True),
    "manilj, doubling": vary("manilj", {"doubling": 1}, doubling=True),
    "malilla, partner exempt, 4-4": vary(
        "malilla",
        {"partner_exempt": 1, "packing": 44, "last_trick": 1},
        must_ruff="always, but on partner's trick any card",
        packets=(4, 4),
        last_trick=1,
        tie="cannot happen",
    ),
    "manillen61, pips and doubling": vary(
        "manillen61", {"pips_target": 1, "target": 101, "doubling": 1}, writes="all pips", target=101, doubling=True
    ),
    "whisthub, losers lose": vary("whisthub", {"losers_lose": 1}, losers="lose what winners write"),
    "D1": vary("site", {"turned_trump": 1}, trump="the last card dealt"),
    "D2": vary("manilj", {"always_no_trump": 1, "cap": 8}, trump="always without", highest_multiplier=8),
    "D3": vary("manillen61", {"forced_no_trump": 1}, trump="each names or passes, the dealer must play without"),
}


def names(cards: int) -> list[str]:
    return [card_name(card) for card in list_cards(cards)]


def draw_deck(chance: random.Random) -> list[int]:
    """A random deck; one in three gives long suits, where ruffs are many, one in thirty one hand a whole suit."""
    deck = list(range(32))
    chance.shuffle(deck)
    drawn = chance.random()
    if drawn < 1 / 3:
        deck.sort(key=lambda card: (card // 8 + chance.random() * 2) % 4)
    return deck


def draw_board(chance: random.Random, system: System) -> Board:
    dealer = Seat(chance.randrange(4))
    board = deal_board(1, dealer, tuple(draw_deck(chance)), system)
    if chance.random() < 1 / 30 and not system.turned_trump:
        hands = [0xFF << 8 * suit for suit in range(4)]
        chance.shuffle(hands)
        board = Board(1, dealer, (hands[0], hands[1], hands[2], hands[3]))
    return board


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


def compare_calls(play: Play, sheet: reference.Sheet, say: Callable[[list[str]], str]) -> reference.Said:
    """Say what `say` chooses, each time out of what the reference offers, which is what the engine offers."""

    def ask(seat: str, choices: list[str]) -> str:
        turn = play.to_act
        assert turn is not None
        assert turn.letter == seat
        assert set(view_play(play, turn).choices) == set(choices)
        return play.say(say(choices)).text

    turned = play.board.turned
    last_card = "" if turned is None else card_name(turned)
    said = reference.converse(play.board.dealer.letter, last_card, play.carry, sheet, ask)
    assert play.phase == "card"
    assert play.trump is not None
    assert play.calls.maker is not None
    assert (trump_name(play.trump), play.calls.maker.letter) == (said.trump, said.maker)
    assert tuple(f"{seat.letter}:{word}" for seat, word in play.calls.said) == said.calls
    assert play.leader.letter == reference.turn_order(play.board.dealer.letter, sheet.direction)[1]
    return said


def compare_deal(
    play: Play, sheet: reference.Sheet, say: Callable[[list[str]], str], choose: Callable[[Play], int]
) -> Result:
    """Play a deal to its end, comparing at each act and at the end."""
    said = compare_calls(play, sheet, say)
    tricks: list[list[tuple[str, str]]] = []
    while play.phase != "over":
        compare_position(play, sheet)
        trick = seated_trick(play, sheet)
        seat = play.to_act
        assert seat is not None
        card = choose(play)
        play.play_card(card)
        trick.append((seat.letter, card_name(card)))
        if len(trick) == 4:
            tricks.append(trick)
            assert play.tricks[-1].winner.letter == reference.who_holds(trick, said.trump)[0]
    pips_we, pips_they, tricks_we, tricks_they = reference.count_pips(tricks, said.trump, sheet)
    result = score_play(play)
    assert result.pips == (pips_we, pips_they)
    assert result.tricks == (tricks_we, tricks_they)
    multiplier = reference.multiplier_of(said, play.carry, sheet)
    assert result.points == reference.write_points(result.pips, result.tricks, multiplier, sheet)
    assert result.multiplier == multiplier * (sheet.all_eight_tricks if 8 in result.tricks else 1)
    return result


def compare_at_random(variant: Variant, deals: int, seed: str) -> None:
    chance = random.Random(seed)
    results = []
    for _ in range(deals):
        carry = chance.choice([1, 1, 2, 4]) if variant.sheet.tie == "next deal x2" else 1
        play = Play(draw_board(chance, variant.system), variant.system, carry)
        results.append(
            compare_deal(play, variant.sheet, chance.choice, lambda play: chance.choice(list_cards(play.legal_cards())))
        )
    assert any(8 in result.tricks for result in results) or variant.system.turned_trump
    assert len({result.multiplier for result in results}) > 1 or variant.name == "malilla"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_engine_agrees_with_the_reference_on_random_plays(name: str) -> None:
    compare_at_random(VARIANTS[name], DAILY_DEALS, f"daily {name}")


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_the_engine_agrees_with_the_reference_on_200_000_positions(name: str) -> None:
    compare_at_random(VARIANTS[name], SLOW_DEALS, f"slow {name}")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("dealer", Seat)
def test_b1_c5_c6_cards_are_dealt_as_in_the_reference(name: str, dealer: Seat) -> None:
    deck = draw_deck(random.Random(name))
    board = deal_board(1, dealer, tuple(deck), VARIANTS[name].system)
    hands = reference.deal([card_name(card) for card in deck], dealer.letter, VARIANTS[name].sheet)
    assert {seat.letter: set(names(board.hands[seat])) for seat in Seat} == {
        seat: set(hand) for seat, hand in hands.items()
    }
    assert (board.turned is not None) == VARIANTS[name].system.turned_trump
    if board.turned is not None:
        assert hands[dealer.letter][-1] == card_name(board.turned)


def find_tie(chance: random.Random, system: System, carry: int, trump: str) -> tuple[Board, str]:
    """A board, and the text of a play of it by legal cards that ends 30-30."""
    while True:
        board = draw_board(chance, system)
        for _ in range(40):
            play = Play(board, system, carry)
            while play.phase != "card":
                play.say(trump if trump in view_play(play, play.to_act or Seat.N).choices else "pass")
            while play.phase != "over":
                play.play_card(chance.choice(list_cards(play.legal_cards())))
            if play.pips == (30, 30):
                return board, play.text


@pytest.mark.parametrize("name", ["site", "whisthub", "manilj", "manilj, doubling"])
def test_b15_ties_in_a_row_without_trump_too_carry_as_in_the_reference(name: str) -> None:
    variant = VARIANTS[name]
    chance = random.Random(name)
    boom, expected = START, reference.Boom(variant.sheet)
    for trump, carry in (("NT", 1), ("H", 2), ("NT", 4), ("S", 4)):
        assert boom.carry == expected.carry() == carry
        board, text = find_tie(chance, variant.system, carry, trump)
        words = iter(text.split())
        result = compare_deal(
            Play(board, variant.system, carry),
            variant.sheet,
            lambda _, words=words: next(words),
            lambda _, words=words: parse_card(next(words)),
        )
        assert result.points == (0, 0)
        boom = add_result(boom, result, variant.system)
        expected.write(result.pips, result.points)
        assert (boom.total, boom.reason) == ((expected.we, expected.they), expected.over)
    assert boom.carry == expected.carry() == 4


CARDS = st.integers(0, 31)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    """A hand of one to eight cards and a trick of nought to three others, reachable or not, and a trump."""
    cards = draw(st.lists(CARDS, min_size=4, max_size=11, unique=True))
    on_table = draw(st.integers(0, 3))
    return cards[on_table:][:8], cards[:on_table], draw(st.integers(0, NO_TRUMP))


@settings(max_examples=2000)
@given(positions(), st.sampled_from(sorted(VARIANTS)))
def test_any_hand_at_any_trick_has_the_duties_of_the_reference(
    position: tuple[list[int], list[int], int], name: str
) -> None:
    hand, trick, trump = position
    duties, sheet = VARIANTS[name].system.duties, VARIANTS[name].sheet
    order = reference.turn_order("N", "clockwise")
    seat = order[len(trick)]
    texts = [card_name(card) for card in hand]
    seated = list(zip(order, [card_name(card) for card in trick], strict=False))
    legal = legal_cards(card_set(hand), tuple(trick), trump, duties)
    assert legal, "nobody is ever without a card to play"
    assert legal & ~card_set(hand) == 0
    for card in hand:
        rule = forbidding_rule(card, card_set(hand), tuple(trick), trump, duties)
        expected = reference.what_forbids(card_name(card), texts, seated, seat, trump_name(trump), sheet)
        assert (None if rule == FREE else rule_name(rule)) == expected
        assert bool(legal >> card & 1) == (expected is None)


@given(st.lists(CARDS, min_size=1, max_size=4, unique=True), st.integers(0, NO_TRUMP))
def test_a5_the_winner_of_any_trick_is_that_of_the_reference(trick: list[int], trump: int) -> None:
    order = reference.turn_order("N", "clockwise")
    seated = list(zip(order, [card_name(card) for card in trick], strict=False))
    holder = reference.who_holds(seated, trump_name(trump))
    assert seated[winning_place(tuple(trick), trump)] == holder


@given(st.data(), st.sampled_from(sorted(VARIANTS)), st.integers(0, 61))
def test_a7_points_are_those_of_the_reference(data: st.DataObject, name: str, ours: int) -> None:
    sheet, system = VARIANTS[name].sheet, VARIANTS[name].system
    pips = (min(ours, system.deal_pips), system.deal_pips - min(ours, system.deal_pips))
    multiplier = data.draw(st.sampled_from([1, 2, 4]))
    points = write_points(pips, multiplier, system)
    assert points == reference.write_points(pips, (4, 4), multiplier, sheet)
    if sheet.losers == "write nothing" and sheet.writes == "pips above half" and not sheet.last_trick:
        assert points[0] - points[1] == (pips[0] - 30) * multiplier


ENDINGS = {
    **VARIANTS,
    "fixed": vary("manilj", {"fixed_deals": 12}, fixed_number=12),
    "fixed at a low target": vary("site", {"fixed_deals": 5, "target": 21}, fixed_number=5, target=21),
    "limit": vary("site", {"deal_limit": 3}, deal_limit=3),
    **{f"to {target}": vary("malilla", {"target": target}, target=target) for target in (21, 50, 61, 121, 151, 201)},
}


@given(
    st.sampled_from(sorted(ENDINGS)),
    st.lists(
        st.tuples(st.one_of(st.just(30), st.integers(0, 61)), st.sampled_from([1, 2, 4])), min_size=1, max_size=45
    ),
)
def test_b15_to_b19_a_boom_runs_as_that_of_the_reference(name: str, deals: list[tuple[int, int]]) -> None:
    system, sheet = ENDINGS[name].system, ENDINGS[name].sheet
    boom, expected = START, reference.Boom(sheet)
    for number, (ours, multiplier) in enumerate(deals, 1):
        assert boom.carry == expected.carry()
        pips = (min(ours, system.deal_pips), system.deal_pips - min(ours, system.deal_pips))
        points = write_points(pips, multiplier, system)
        boom = add_result(boom, Result(number, Seat.S, 0, multiplier, pips, (4, 4), points), system)
        expected.write(pips, points)
        assert boom.total == (expected.we, expected.they)
        assert boom.reason == expected.over
        assert boom.score == expected.score()
        if boom.finished:
            break
