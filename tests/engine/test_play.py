"""A play keeps its history, refuses what the rules forbid and changes nothing when it refuses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import Board, make_board
from engine.cards import NO_TRUMP, Seat, card_set, list_cards, parse_card
from engine.errors import IllegalError, NotationError
from engine.play import Play, rebuild
from engine.systems import get_system
from engine.view import reveal_hands, view_play

SITE = get_system("site")
HANDS = (
    "SA SK SQ SJ S9 S8 S7 C7",
    "HT HA HK HQ HJ H9 H8 H7",
    "ST DT DA DK DQ DJ D9 D8",
    "D7 CT CA CK CQ CJ C9 C8",
)


def hold(*hands: str) -> tuple[int, int, int, int]:
    north, east, south, west = (card_set(map(parse_card, hand.split())) for hand in hands)
    return north, east, south, west


def start(dealer: Seat = Seat.S) -> Play:
    return Play(Board(1, dealer, hold(*HANDS)), SITE)


def play_at_random(seed: bytes, draw: "st.DataObject") -> Play:
    play = Play(make_board(seed, b"{}", 1, SITE), SITE)
    play.choose_trump(draw.draw(st.integers(0, 4)))
    while play.to_act is not None:
        play.play_card(draw.draw(st.sampled_from(list_cards(play.legal_cards()))))
    return play


def test_b3_dealer_names_a_suit_he_does_not_hold() -> None:
    play = start(Seat.S)
    assert (play.phase, play.to_act) == ("trump", Seat.S)
    assert play.perform("H").text == "H"
    assert (play.phase, play.trump) == ("card", 1)


def test_b3_trump_is_named_once() -> None:
    play = start()
    play.choose_trump(NO_TRUMP)
    with pytest.raises(IllegalError):
        play.choose_trump(0)
    assert not play.can_choose_trump(0)
    assert play.text == "NT"


def test_b5_left_of_dealer_leads_any_card() -> None:
    play = start(Seat.S)
    assert not play.can_play_card(parse_card("CT"))
    play.choose_trump(0)
    assert play.to_act == Seat.W
    assert play.legal_cards() == play.hands[Seat.W]


def test_a4_a_card_of_another_hand_is_refused_and_changes_nothing() -> None:
    play = start()
    play.choose_trump(0)
    before = (play.text, tuple(play.hands), play.to_act)
    with pytest.raises(IllegalError) as refusal:
        play.perform("HT")
    assert refusal.value.rule == "A4"
    assert (play.text, tuple(play.hands), play.to_act) == before


def test_a5_winner_of_a_trick_leads_the_next() -> None:
    play = rebuild(start().board, SITE, 1, "NT CT C7 H7 D8")
    assert (play.tricks[0].winner, play.to_act, play.pips) == (Seat.W, Seat.W, (0, 5))
    ruffed = rebuild(start().board, SITE, 1, "H C8 C7 H7 D8")
    assert (ruffed.tricks[0].winner, ruffed.to_act) == (Seat.E, Seat.E)


def test_unreadable_acts_are_refused() -> None:
    play = start()
    with pytest.raises(NotationError):
        play.perform("CQ")
    play.perform("C")
    with pytest.raises(NotationError):
        play.perform("NT")


def test_b2_partner_of_the_dealer_sees_no_cards_until_trump_is_named() -> None:
    play = start(Seat.N)
    assert view_play(play, Seat.S).hand is None
    assert all(view_play(play, seat).hand == play.hands[seat] for seat in (Seat.N, Seat.E, Seat.W))
    play.choose_trump(0)
    assert view_play(play, Seat.S).hand == play.hands[Seat.S]


def test_a_view_offers_cards_only_to_the_seat_whose_turn_it_is() -> None:
    play = rebuild(start().board, SITE, 1, "H CT")
    north, south = view_play(play, Seat.N), view_play(play, Seat.S)
    assert north.legal == card_set([parse_card("C7")])
    assert {rule for _, rule in north.forbidden} == {"B6"}
    assert (south.legal, south.forbidden) == (0, ())


def test_hands_are_revealed_once_a_deal_is_over() -> None:
    play = start()
    play.choose_trump(NO_TRUMP)
    while play.to_act is not None:
        assert reveal_hands(play) is None
        play.play_card(list_cards(play.legal_cards())[0])
    assert reveal_hands(play) == play.board.hands


@settings(max_examples=40)
@given(st.binary(min_size=32, max_size=32), st.data())
def test_a_play_is_rebuilt_from_its_acts(secret: bytes, data: "st.DataObject") -> None:
    play = play_at_random(secret, data)
    again = rebuild(play.board, SITE, 1, play.text)
    assert again.acts == play.acts
    assert (again.tricks, again.pips, again.phase) == (play.tricks, play.pips, "over")
    assert sum(play.pips) == 60
    assert sorted(card for trick in play.tricks for card in trick.cards) == list(range(32))
