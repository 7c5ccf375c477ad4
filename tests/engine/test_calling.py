"""What `rulebook@1` says before the first card, in every system."""

import random

import pytest

from engine.arena import play_bots, play_match
from engine.boards import Board, Chance
from engine.bots import decide, get_bot
from engine.calls import MEE, PASS, TEGEN
from engine.cards import ALL_CARDS, Seat, card_set, list_cards, parse_card
from engine.play import Play
from engine.systems import System, get_system
from engine.view import SeatView, view_play
from tests.engine.tables import SYSTEMS

STRONG = "ST SA SK SJ S8 S7 HA D7"
WEAK = "S8 S7 H9 H7 D9 D8 C8 C7"
TOPS = "ST SA HT HA DT DA CT CA"


def say(hand: str, seat: str, system: System, said: str = "") -> str:
    """What rulebook@1 says with this hand, at the turn of `seat` after these words. South deals."""
    cards = card_set(map(parse_card, hand.split()))
    rest = list_cards(ALL_CARDS & ~cards)
    random.Random(hand).shuffle(rest)
    others = iter([card_set(rest[:8]), card_set(rest[8:16]), card_set(rest[16:])])
    hands = [cards if other == Seat[seat] else next(others) for other in Seat]
    turned = max(list_cards(hands[Seat.S])) if system.turned_trump else None
    play = Play(Board(1, Seat.S, (hands[0], hands[1], hands[2], hands[3]), turned), system)
    for word in said.split():
        play.say(word)
    assert play.to_act == Seat[seat]
    return decide("rulebook@1", view_play(play, Seat[seat]), bytes(32))


@pytest.mark.parametrize("name", ["site", "whisthub", "manilj"])
def test_the_dealer_names_what_promises_most_points(name: str) -> None:
    assert say(STRONG, "S", get_system(name)) == "S"
    assert say(TOPS, "S", get_system(name)) == "NT"


def test_no_trump_weighs_no_more_than_the_highest_multiplier_lets_it() -> None:
    hand = "ST SA SK HT HA D8 C8 C7"
    assert say(hand, "S", get_system("site")) == "NT"
    assert say(hand, "S", get_system("site", {"cap": 1})) == "S"


def test_in_a_pass_round_a_good_hand_names_and_the_last_must() -> None:
    system = get_system("manillen61")
    assert say(STRONG, "E", system) == "S"
    assert say(TOPS, "W", system, "pass pass") == "NT"
    assert say(WEAK, "S", system, "pass pass pass") in ("S", "H", "D", "C", "NT")
    forced = get_system("manillen61", {"forced_no_trump": 1})
    assert say(STRONG, "S", forced, "pass pass pass") == "NT"


def test_a_weak_hand_names_too_since_passing_leaves_the_choice_to_an_opponent() -> None:
    assert say(WEAK, "E", get_system("manillen61")) in ("S", "H", "D", "C")


@pytest.mark.parametrize("hand", [STRONG, WEAK, TOPS])
def test_the_dealer_looks_at_his_cards(hand: str) -> None:
    assert say(hand, "S", get_system("site", {"blind_no_trump": 1})) == "look"


MANY_HEARTS = "HT HA HK HQ H8 ST SA D7"
"""Eight cards that an opponent, or the maker himself, doubles or redoubles hearts with."""


@pytest.mark.parametrize(
    ("hand", "seat", "said", "call"),
    [
        (MANY_HEARTS, "W", "H", "mee"),
        (WEAK, "W", "H", "pass"),
        (MANY_HEARTS, "E", "H pass", "mee"),
        (WEAK, "E", "H pass", "pass"),
        (MANY_HEARTS, "S", "H mee", "tegen"),
        (WEAK, "S", "H mee", "pass"),
        (MANY_HEARTS, "N", "H mee pass", "tegen"),
        (WEAK, "N", "H mee pass", "pass"),
        (TOPS, "W", "NT", "mee"),
        (WEAK, "W", "NT", "pass"),
    ],
)
def test_mee_and_tegen_go_by_the_cards(hand: str, seat: str, said: str, call: str) -> None:
    assert say(hand, seat, get_system("whisthub"), said) == call


def test_who_may_be_answered_doubles_on_more() -> None:
    hand = "HT HA HK S9 S8 D9 D8 C8"
    assert say(hand, "W", get_system("whisthub"), "H") == "pass"
    assert say(hand, "W", get_system("whisthub", {"cap": 2}), "H") == "mee"


def test_a_partner_trusts_a_trump_that_was_named_and_not_one_that_was_turned_up() -> None:
    hand = "HA HQ H8 ST S9 DQ D8 C7"
    assert say(hand, "N", get_system("whisthub"), "H mee pass") == "tegen"
    system = get_system("malilla", {"doubling": 1})
    cards = card_set(map(parse_card, hand.split()))
    rest = list_cards(ALL_CARDS & ~cards)
    turned = parse_card("H9")
    south = [turned, *[card for card in rest if card != turned][:7]]
    others = [card for card in rest if card not in south]
    play = Play(Board(1, Seat.S, (cards, card_set(others[:8]), card_set(south), card_set(others[8:])), turned), system)
    for word in ("mee", "pass"):
        play.say(word)
    assert play.to_act == Seat.N
    assert decide("rulebook@1", view_play(play, Seat.N), bytes(32)) == "pass"


class NeverDoubles:
    """rulebook@1, but for mee and tegen."""

    name = "never doubles"

    def decide(self, view: SeatView, chance: Chance) -> str:
        return PASS if view.phase == "double" else get_bot("rulebook@1").decide(view, chance)


@pytest.mark.parametrize(
    ("name", "options"),
    [("whisthub", {}), ("manilj", {"doubling": 1}), ("malilla", {"doubling": 1}), ("manillen61", {"doubling": 1})],
    ids=["whisthub", "manilj", "malilla", "manillen61"],
)
def test_doubling_pays(name: str, options: dict[str, int]) -> None:
    match = play_bots(get_bot("rulebook@1"), NeverDoubles(), 250, 1, get_system(name, options))
    assert match.pips.mean == 0, "the cards are played all the same"
    assert match.points.mean > 2 * match.points.se


def test_calls_are_made_about_as_often_as_they_should() -> None:
    """At a table where everyone doubled for the sake of it, or nobody ever, something would be wrong."""
    said = []
    system, chance = get_system("whisthub"), random.Random(12)
    for _ in range(200):
        deck = list(range(32))
        chance.shuffle(deck)
        hands = [card_set(deck[8 * n : 8 * n + 8]) for n in range(4)]
        play = Play(Board(1, Seat.S, (hands[0], hands[1], hands[2], hands[3])), system)
        while play.phase != "card":
            assert play.to_act is not None
            play.perform(decide("rulebook@1", view_play(play, play.to_act), bytes(32)))
        said.append([word for _, word in play.calls.said])
    assert 20 < sum(MEE in words for words in said) < 80
    assert 1 < sum(TEGEN in words for words in said) < 30


@pytest.mark.parametrize("name", SYSTEMS)
def test_rulebook_is_clearly_better_than_random_in_each_system(name: str) -> None:
    match = play_match("rulebook@1", "random@1", 80, 1, get_system(name))
    assert match.pips.mean > 2.5 * match.pips.se
    assert match.points.mean > 2.5 * match.points.se


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_rulebook_beats_random_in_a_thousand_deals_of_each_system(name: str) -> None:
    match = play_match("rulebook@1", "random@1", 1000, 1, get_system(name))
    assert match.pips.mean > 4
    assert match.points.mean > 4
