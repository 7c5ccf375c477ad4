"""The worked examples of the rules page are what the engine plays, and what the rules number (a) to (f)."""

import pytest
from django.test import Client

from engine.cards import Seat, card_name, card_set, list_cards, parse_card, parse_seat, parse_trump
from engine.rules import legal_cards
from engine.systems import get_system
from tournaments.views.examples import EXAMPLES

HEARTS = parse_trump("H")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.letter)
def test_what_an_example_allows_is_what_the_engine_allows(example):
    trick = tuple(parse_card(card) for _, card in example.trick)
    seats = [parse_seat(seat) for seat, _ in example.trick]
    hand = card_set([parse_card(card) for card in example.hand])
    legal = legal_cards(hand, trick, HEARTS, get_system("site").duties)
    assert {card_name(card) for card in list_cards(legal)} == set(example.legal)
    assert seats == [Seat((seats[0] + step) % 4) for step in range(len(seats))]
    assert Seat((seats[-1] + 1) % 4) == Seat.S


def test_the_six_examples_are_on_the_page_with_their_cards_drawn(db):
    html = Client().get("/spelregels/").content.decode()
    assert [example.letter for example in EXAMPLES] == list("abcdef")
    for example in EXAMPLES:
        assert f"<h3>({example.letter})</h3>" in html
        assert str(example.why) in html
