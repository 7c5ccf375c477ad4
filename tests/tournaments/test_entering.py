"""Taking one of ten places, giving it back, and beginning to play."""

import pytest

from tests.tournaments.staging import (
    DAY,
    NOW,
    enter,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import Boom, Entry, EntryState, Play

pytestmark = pytest.mark.django_db


def test_ten_get_in_and_the_eleventh_reads_that_it_is_full():
    tournament = make_announced()
    enter(tournament, *[make_player() for _ in range(10)])
    error = refusal(lambda: services.enter_tournament(make_player(), tournament.pk, NOW))
    assert (error.code, error.status) == ("full", 409)
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, 11))


def test_entering_twice_is_one_entry():
    tournament, user = make_announced(), make_player()
    first = services.enter_tournament(user, tournament.pk, NOW)
    assert services.enter_tournament(user, tournament.pk, NOW) == first
    assert Entry.objects.count() == 1


def test_a_place_given_back_is_taken_by_the_next():
    tournament = make_announced(capacity=2)
    users = [make_player() for _ in range(3)]
    enter(tournament, *users[:2])
    services.withdraw_entry(users[0], tournament.pk, NOW)
    services.withdraw_entry(users[0], tournament.pk, NOW)
    assert services.enter_tournament(users[2], tournament.pk, NOW).number == 1


def test_who_leads_a_tournament_plays_out_of_competition_and_takes_no_place():
    tournament = make_open(capacity=1)
    enter(tournament, make_player())
    own = services.enter_tournament(tournament.organiser, tournament.pk, NOW)
    assert own.number is None
    assert selectors.get_tournament(make_player(), tournament.pk, NOW).entered == 1
    other = make_organiser()
    assert refusal(lambda: services.enter_tournament(other, tournament.pk, NOW)).code == "full"


def test_one_cannot_enter_a_draft_which_does_not_exist_for_others():
    draft = make_draft()
    assert refusal(lambda: services.enter_tournament(make_player(), draft.pk, NOW)).code == "no_tournament"
    assert refusal(lambda: services.enter_tournament(draft.organiser, draft.pk, NOW)).code == "entries_closed"


def test_withdrawing_ends_when_the_first_hand_has_been_shown():
    tournament = make_open()
    user = start(tournament)
    error = refusal(lambda: services.withdraw_entry(user, tournament.pk, NOW))
    assert (error.code, error.status) == ("started", 409)
    assert Entry.objects.get().state == EntryState.PLAYING


def test_withdrawing_after_the_closing_is_refused():
    tournament, user = make_open(), make_player()
    enter(tournament, user)
    assert refusal(lambda: services.withdraw_entry(user, tournament.pk, NOW + DAY)).code == "tournament_closed"
    services.run_due(NOW + DAY)
    # Never begun, and unfinished since: he has seen no cards.
    assert refusal(lambda: services.withdraw_entry(user, tournament.pk, NOW + DAY)).code == "tournament_closed"


def test_a_boom_begins_by_an_act_and_once():
    tournament = make_open(first_dealer="S")
    user = start(tournament)
    services.start_boom(user, tournament.pk, NOW)
    assert (Boom.objects.count(), Play.objects.count()) == (1, 1)


def test_looking_at_the_table_before_beginning_shows_no_card_and_begins_nothing():
    tournament, user = make_open(), make_player()
    enter(tournament, user)
    table = selectors.table_state(user, tournament.pk, NOW)
    assert (table["state"], table["hand"], table["legal"], table["ply"]) == ("ready", None, [], 0)
    assert Boom.objects.count() == 0
    services.withdraw_entry(user, tournament.pk, NOW)


@pytest.mark.parametrize(("first_dealer", "acts"), [("S", 0), ("W", 3), ("N", 2), ("E", 1)])
def test_when_the_boom_begins_the_bots_play_up_to_the_players_first_turn(first_dealer, acts):
    tournament = make_open(first_dealer=first_dealer)
    user = start(tournament)
    boom = Boom.objects.get()
    table = selectors.table_state(user, tournament.pk, NOW)
    assert (table["to_act"], table["state"], boom.bots_due) == ("S", "playing", False)
    # The dealer names trump; the seats from his left up to South have played.
    assert boom.ply == table["ply"] == acts
    assert table["phase"] == ("trump" if first_dealer == "S" else "card")


def test_beginning_is_refused_before_the_opening_after_the_closing_and_without_an_entry():
    announced, open_now, user = make_announced(), make_open(), make_player()
    enter(announced, user)
    enter(open_now, user)

    def begin(tournament, who=user, now=NOW):
        return refusal(lambda: services.start_boom(who, tournament.pk, now)).code

    assert begin(announced) == "not_open"
    assert begin(open_now, now=NOW + DAY) == "tournament_closed"
    assert begin(open_now, make_player()) == "not_entered"
    entry = Entry.objects.get(tournament=open_now)
    services.disqualify_entry(open_now.organiser, open_now.pk, entry.pk, "x", NOW)
    assert begin(open_now) == "disqualified"
    assert refusal(lambda: services.withdraw_entry(user, open_now.pk, NOW)).code == "disqualified"
    assert Boom.objects.count() == 0
