"""The page of how to play here: what it shows of a trick and of writing is what the engine does."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.cards import card_set, list_cards, parse_card, parse_trump, pips_in
from engine.rules import legal_cards, winning_place
from engine.systems import SYSTEMS
from tests.pages.scene import logged_in, make_running
from tests.tournaments import staging
from tournaments.views.how_to import DEALS, FORBIDDEN, HAND, TRICK

HEARTS = parse_trump("H")
CARDS = [parse_card(card) for _, card in TRICK]


def test_the_hand_in_the_picture_is_bright_where_the_rules_allow_it():
    hand = card_set([parse_card(card) for card in HAND])
    legal = legal_cards(hand, tuple(CARDS[:3]), HEARTS, SYSTEMS["site"].duties)
    assert {parse_card(card) for card in HAND} - {parse_card(card) for card in FORBIDDEN} == set(list_cards(legal))


def test_the_trick_goes_to_south_with_the_points_that_the_page_says():
    assert winning_place(tuple(CARDS), HEARTS) == 3
    assert pips_in(card_set(CARDS)) == 12


def test_the_worked_deals_say_what_is_written():
    assert [deal.points for deal in DEALS] == [(12, 0), (0, 16), (0, 0), (30, 0)]
    assert [deal.multiplier for deal in DEALS] == [1, 2, 1, 2]
    assert all(sum(deal.pips) == 60 for deal in DEALS)


@pytest.mark.parametrize("language", ["nl", "en", "fr", "de"])
def test_the_page_is_there_in_each_language_and_numbers_as_many_parts_as_it_explains(db, language):
    html = Client(headers={"accept-language": language}).get(reverse("tournaments:how_to")).content.decode()
    marks = html.count('class="mark"')
    legend = html.split('<ol class="legend">')[1].split("</ol>")[0]
    assert marks == legend.count("<li>") == 8
    assert "42–18" in html


def test_every_table_leads_to_it(db):
    tournament = make_running(boards=1)
    user = staging.start(tournament)
    html = logged_in(user).get(reverse("tournaments:table", args=[tournament.pk])).content.decode()
    assert reverse("tournaments:how_to") in html
    assert reverse("tournaments:rules") in html
