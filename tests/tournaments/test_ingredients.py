"""A public ingredient: named in the announcement, entered once, mixed into every card and every bot's chance."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from engine.boards import bots_key, make_board
from engine.systems import get_system
from tests.concurrency import at_once
from tests.tournaments.staging import (
    NOW,
    SECRET,
    deck_of,
    enter,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    play_boom,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import ActKind, Boom, Entry, OrganiserAct, Tournament
from tournaments.services.practising import start_practice

pytestmark = pytest.mark.django_db

DRAW = "de trekking van de Lotto van 4 maart"
LATER = NOW + timedelta(hours=1)


def test_it_is_named_in_the_announcement_and_its_value_is_not():
    tournament = make_announced(ingredient=DRAW)
    assert f'"ingredient":"{DRAW}"' in tournament.announcement
    assert refusal(lambda: services.change_tournament(tournament.organiser, tournament.pk, {"ingredient": ""}, NOW))
    assert '"ingredient":null' in make_announced().announcement


def test_nobody_is_dealt_to_before_its_value_is_entered_and_entering_is_possible():
    tournament, player = make_open(ingredient=DRAW, boards=1), make_player()
    enter(tournament, player)
    table = selectors.table_state(player, tournament.pk, NOW)
    assert (table["awaits"], table["hand"]) == (DRAW, None)
    refused = refusal(lambda: services.start_boom(player, tournament.pk, NOW))
    assert refused.code == "ingredient_awaited"
    assert DRAW in refused.message
    assert not Boom.objects.exists()
    # Who has not seen a card can still withdraw.
    services.withdraw_entry(player, tournament.pk, NOW)
    with pytest.raises(ValueError, match="no cards"):
        deck_of(tournament).board(1)

    services.enter_ingredient(tournament.organiser, tournament.pk, " 5 12 23 ", LATER)
    start(tournament, player)
    assert play_boom(tournament, player)["finished"]


def test_its_value_is_mixed_into_all_cards_and_the_bots_chance():
    tournament = make_open(ingredient=DRAW)
    services.enter_ingredient(tournament.organiser, tournament.pk, "5 12 23", NOW)
    deck, announcement = deck_of(tournament), tournament.announcement.encode()
    for number in (1, 40):
        board = make_board(SECRET, announcement, number, get_system("site"), ingredient="5 12 23")
        assert deck.board(number) == board
        assert board.hands != make_board(SECRET, announcement, number, get_system("site")).hands
        assert deck.bots_key(number) == bots_key(SECRET, announcement, number, "5 12 23")


def test_it_is_entered_once_and_publicly_with_its_time():
    tournament = make_announced(ingredient=DRAW)
    led = (tournament.organiser, tournament.pk)
    services.enter_ingredient(*led, "5 12 23", LATER)
    services.enter_ingredient(*led, "5 12 23", LATER)
    refused = refusal(lambda: services.enter_ingredient(*led, "5 12 24", LATER))
    assert (refused.code, "5 12 23" in refused.message) == ("ingredient_fixed", True)
    [act] = OrganiserAct.objects.filter(kind=ActKind.INGREDIENT)
    assert (act.public, act.made_at, act.reason) == (True, LATER, "5 12 23")
    assert selectors.get_tournament(make_player(), tournament.pk, LATER).ingredient_value == "5 12 23"


@pytest.mark.parametrize("value", ["", "  ", "x" * 201, "5\n12", "5\u202e12"])
def test_a_value_that_cannot_be_kept_is_refused_and_nothing_changes(value):
    tournament = make_announced(ingredient=DRAW)
    refused = refusal(lambda: services.enter_ingredient(tournament.organiser, tournament.pk, value, NOW))
    assert (refused.code, list(refused.fields)) == ("invalid", ["value"])
    assert Tournament.objects.get(pk=tournament.pk).awaits_ingredient


def test_only_its_organiser_enters_it_and_only_while_it_can_still_matter():
    draft = make_draft(ingredient=DRAW)
    led = (draft.organiser, draft.pk, "5 12 23")
    assert refusal(lambda: services.enter_ingredient(*led, NOW)).code == "wrong_state"
    services.announce_tournament(draft.organiser, draft.pk, NOW)
    other = make_organiser()
    assert refusal(lambda: services.enter_ingredient(other, *led[1:], NOW)).code == "not_organiser"
    assert refusal(lambda: services.enter_ingredient(*led, NOW + timedelta(days=2))).code == "wrong_state"
    without = make_announced()
    assert refusal(lambda: services.enter_ingredient(without.organiser, without.pk, "5", NOW)).code == "no_ingredient"


def test_a_tournament_whose_ingredient_never_came_closes_without_cards():
    tournament, player = make_open(ingredient=DRAW), make_player()
    enter(tournament, player)
    services.close_tournament(tournament.organiser, tournament.pk, NOW)
    [row] = selectors.standings(player, tournament.pk, NOW)
    assert (row.status, row.deals, row.score) == ("unfinished", 0, None)
    assert refusal(lambda: start_practice(player, tournament.pk, NOW)).code == "no_cards"


def test_the_database_takes_no_value_that_was_not_announced():
    tournament = make_announced()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(ingredient_value="5")


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_enter_different_values_at_once_enter_one():
    tournament, player = make_open(ingredient=DRAW), make_player()
    enter(tournament, player)
    led = (tournament.organiser, tournament.pk)

    def tab(value):
        return lambda: services.enter_ingredient(*led, value, NOW).ingredient_value

    outcomes = at_once(*map(tab, "1234"), lambda: services.start_boom(player, tournament.pk, NOW))
    kept = Tournament.objects.get(pk=tournament.pk).ingredient_value
    assert sorted(map(str, outcomes[:4])) == sorted([kept, *["ingredient_fixed"] * 3])
    assert OrganiserAct.objects.filter(kind=ActKind.INGREDIENT).count() == 1
    # Who began at the same instant was dealt to after it, or not at all.
    dealt = Boom.objects.filter(entry=Entry.objects.get(user=player)).exists()
    assert outcomes[4] == (None if dealt else "ingredient_awaited")
