"""How each system deals, who leads and which way play goes (C5-C7, C9)."""

import pytest

from engine.boards import deal_board, deal_hands, dealer_of
from engine.boom import dealer_after
from engine.cards import NO_TRUMP, Seat, list_cards
from engine.result import Result
from engine.systems import get_system
from engine.view import view_play
from tests.engine.tables import SYSTEMS, WHOLE_SUITS, play_out, sit_down

DECK = tuple(range(32))
CLOCKWISE = ("site", "whisthub", "manilj")


@pytest.mark.parametrize("name", SYSTEMS)
def test_c5_the_deal_passes_in_the_direction_of_play(name: str) -> None:
    system = get_system(name)
    expected = "SWNES" if name in CLOCKWISE else "SENWS"
    assert "".join(dealer_of(number, Seat.S, system).letter for number in range(1, 6)) == expected
    result = Result(1, Seat.S, 0, 1, (40, 20), (4, 4), (10, 0))
    assert dealer_after(result, system).letter == expected[1]


@pytest.mark.parametrize("name", SYSTEMS)
def test_c5_cards_are_played_in_the_direction_of_the_deal(name: str) -> None:
    play = sit_down(get_system(name, {"turned_trump": 0, "pass_round": 0}), Seat.S)
    play.say("NT")
    while play.phase == "double":
        play.say("pass")
    seats = []
    for card in ("CT", "ST", "HT", "DT") if name in CLOCKWISE else ("HT", "ST", "CT", "DT"):
        assert play.to_act is not None
        seats.append(play.to_act.letter)
        play.perform(card)
    assert "".join(seats) == ("WNES" if name in CLOCKWISE else "ENWS")
    assert play.tricks[0].winner.letter == seats[0], "nobody can follow the leader's suit"


PACKETS = {
    "site": "W 0 1 2 12 13 20 21 22 / N 3 4 5 14 15 23 24 25 / E 6 7 8 16 17 26 27 28 / S 9 10 11 18 19 29 30 31",
    "whisthub": "W 0 1 2 12 13 14 24 25 / N 3 4 5 15 16 17 26 27 / E 6 7 8 18 19 20 28 29 / S 9 10 11 21 22 23 30 31",
    "malilla": "E 0 1 2 12 13 20 21 22 / N 3 4 5 14 15 23 24 25 / W 6 7 8 16 17 26 27 28 / S 9 10 11 18 19 29 30 31",
    "manillen61": "E 0 1 2 3 16 17 18 19 / N 4 5 6 7 20 21 22 23 / W 8 9 10 11 24 25 26 27 / S 12 13 14 15 28 29 30 31",
    "manilj": "W 0 1 2 12 13 20 21 22 / N 3 4 5 14 15 23 24 25 / E 6 7 8 16 17 26 27 28 / S 9 10 11 18 19 29 30 31",
}
"""Which places of the deck go to whom when South deals."""


def places(text: str) -> dict[Seat, list[int]]:
    return {Seat[words[0]]: list(map(int, words[1:])) for words in map(str.split, text.split(" / "))}


@pytest.mark.parametrize("name", SYSTEMS)
def test_c6_packets(name: str) -> None:
    hands = deal_hands(DECK, Seat.S, get_system(name))
    assert {seat: sorted(list_cards(hands[seat])) for seat in Seat} == places(PACKETS[name])


@pytest.mark.parametrize(("packing", "as_in"), [(323, "malilla"), (44, "manillen61")])
def test_c6_packets_of_malilla_by_option(packing: int, as_in: str) -> None:
    hands = deal_hands(DECK, Seat.S, get_system("malilla", {"packing": packing}))
    assert {seat: sorted(list_cards(hands[seat])) for seat in Seat} == places(PACKETS[as_in])


@pytest.mark.parametrize("dealer", Seat)
@pytest.mark.parametrize("name", SYSTEMS)
def test_c7_leads_first(name: str, dealer: Seat) -> None:
    left_of = {"N": "E", "E": "S", "S": "W", "W": "N"}
    right_of = {"N": "W", "W": "S", "S": "E", "E": "N"}
    play = sit_down(get_system(name), dealer)
    assert play.leader.letter == (left_of if name in CLOCKWISE else right_of)[dealer.letter]


@pytest.mark.parametrize("maker", range(4))
def test_c7_leads_first_in_manillen61_whoever_named_trump(maker: int) -> None:
    play = sit_down(get_system("manillen61"), Seat.S)
    for _ in range(maker):
        play.say("pass")
    play.say("S")
    assert (play.phase, play.to_act) == ("card", Seat.E)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c9_partner_of_the_dealer_is_blind_until_trump_is_named(name: str) -> None:
    play = sit_down(get_system(name), Seat.N)
    seen = {seat: view_play(play, seat).hand is not None for seat in Seat}
    assert seen == {Seat.N: True, Seat.E: True, Seat.S: name not in ("site", "manilj"), Seat.W: True}
    if play.trump is None:
        play.choose_trump(NO_TRUMP)
    assert all(view_play(play, seat).hand == play.hands[seat] for seat in Seat)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c9_partner_blind_by_option(name: str) -> None:
    system = get_system(name, {"pass_round": 0, "turned_trump": 0, "partner_blind": 1})
    assert view_play(sit_down(system, Seat.W), Seat.E).hand is None
    seeing = get_system(name, {"pass_round": 0, "turned_trump": 0, "partner_blind": 0})
    assert view_play(sit_down(seeing, Seat.W), Seat.E).hand is not None


def test_c8_the_turned_card_is_the_last_dealt_and_the_dealers() -> None:
    for dealer in Seat:
        board = deal_board(1, dealer, DECK, get_system("malilla"))
        assert board.turned == 31
        assert board.hands[dealer] >> 31 & 1


def test_c8_what_was_turned_up_stays_in_the_hand_until_it_is_played() -> None:
    play = sit_down(get_system("malilla"), Seat.S)
    assert play.trump == 2
    assert {view_play(play, seat).turned for seat in Seat} == {play.board.turned}
    assert play_out(play, WHOLE_SUITS).pips == (60, 0), "South holds all diamonds, the seven turned up among them"
