"""The worked examples of the rules pages are what the engine plays, and each page shows those of its system."""

import pytest
from django.test import Client

from engine.cards import Seat, card_name, card_set, list_cards, next_seat, parse_card, parse_seat, parse_trump
from engine.rules import legal_cards
from engine.systems import SYSTEMS, get_system
from tournaments.views.examples import EXAMPLES, list_examples

HEARTS = parse_trump("H")
PLAYED = [*((name, {}) for name in SYSTEMS), ("malilla", {"partner_exempt": 1})]
CASES = [(name, options, example) for name, options in PLAYED for example in list_examples(get_system(name, options))]


@pytest.mark.parametrize(
    ("name", "options", "example"), CASES, ids=[f"{name}{'-'.join(o)}-{e.letter}" for name, o, e in CASES]
)
def test_what_an_example_allows_is_what_the_engine_allows(name, options, example):
    system = get_system(name, options)
    trick = tuple(parse_card(card) for _, card in example.trick)
    seats = [parse_seat(seat) for seat, _ in example.trick]
    hand = card_set([parse_card(card) for card in example.hand])
    legal = legal_cards(hand, trick, HEARTS, system.duties)
    assert {card_name(card) for card in list_cards(legal)} == set(example.legal)
    for seat, after in zip(seats, [*seats[1:], Seat.S], strict=True):
        assert next_seat(seat, system.clockwise) == after


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("language", ["nl", "en", "fr", "de"])
def test_each_system_has_its_page_with_its_examples_and_values(db, name, language):
    html = Client(headers={"accept-language": language}).get(f"/spelregels/{name}/").content.decode()
    system = SYSTEMS[name]
    for example in list_examples(system):
        assert f"<h3>({example.letter})</h3>" in html
    assert str(system.target) in html
    assert "-".join(map(str, system.packets)) in html
    assert ("61" in html.split("</h2>")[1]) == system.last_trick
    assert ("ik ga tegen" in html) == system.doubling


def test_the_rules_are_those_of_the_house_and_no_other_system_exists(db):
    assert [example.letter for example in EXAMPLES] == list("abcdef")
    house = Client().get("/spelregels/").content.decode()
    for example in EXAMPLES:
        assert str(example.why) in house
    assert Client().get("/spelregels/bridge/").status_code == 404
