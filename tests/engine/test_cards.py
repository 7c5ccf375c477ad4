"""Cards, seats and sides (A1-A4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    ALL_CARDS,
    NO_TRUMP,
    Seat,
    Side,
    card_name,
    card_set,
    list_cards,
    next_seat,
    parse_card,
    parse_seat,
    parse_trump,
    pips_in,
    pips_of,
    suit_set,
    trump_name,
)
from engine.errors import NotationError


def test_a1_thirty_two_cards_read_back_as_written() -> None:
    names = {card_name(card) for card in range(32)}
    assert len(names) == 32
    assert all(card_name(parse_card(name)) == name for name in names)


def test_a2_ten_is_highest_then_ace_king_queen_jack() -> None:
    hearts = [parse_card("H" + rank) for rank in "TAKQJ987"]
    assert hearts == sorted(hearts, reverse=True)


def test_a3_fifteen_pips_a_suit_sixty_in_all() -> None:
    assert [pips_of(parse_card("D" + rank)) for rank in "TAKQJ987"] == [5, 4, 3, 2, 1, 0, 0, 0]
    assert [pips_in(suit_set(suit)) for suit in range(4)] == [15] * 4
    assert pips_in(ALL_CARDS) == 60
    assert suit_set(NO_TRUMP) == 0


def test_a4_partners_sit_opposite() -> None:
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [seat.side for seat in Seat] == [Side.WE, Side.THEY, Side.WE, Side.THEY]
    assert [next_seat(seat) for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert next_seat(Seat.N, clockwise=False) == Seat.W


@pytest.mark.parametrize(("text", "position"), [("", 0), ("S", 0), ("XT", 0), ("S1", 1), ("S10", 0), ("sT", 0)])
def test_unreadable_card_names_text_and_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_card(text)
    assert (refusal.value.text, refusal.value.position) == (text, position)


def test_seats_and_trumps_read_back_as_written() -> None:
    assert [parse_seat(seat.letter) for seat in Seat] == list(Seat)
    assert [parse_trump(trump_name(trump)) for trump in range(5)] == list(range(5))
    for parse in (parse_seat, parse_trump):
        with pytest.raises(NotationError):
            parse("x")


@given(st.sets(st.integers(0, 31)))
def test_a_set_lists_its_own_cards_high_to_low_in_each_suit(cards: set[int]) -> None:
    listed = list_cards(card_set(cards))
    assert set(listed) == cards
    assert listed == sorted(cards, key=lambda card: (card >> 3, -card))
