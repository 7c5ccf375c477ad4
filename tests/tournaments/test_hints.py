"""Hints in free play: what the bot would do, at the price of the list."""

import pytest
from django.db import IntegrityError, transaction

from engine.bots import decide
from engine.view import view_play
from tests.concurrency import at_once
from tests.tournaments import staging
from tests.tournaments.free_staging import GUEST, owner_of, play_acts, sit_down, write_boom
from tests.tournaments.staging import NOW, refusal
from tournaments.days import day_of, period_of
from tournaments.models import FreePlay
from tournaments.records import PLAYER
from tournaments.selectors.daily_lists import view_list
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import find_boom, seat_player, view_table
from tournaments.services.free_play import claim_free_play, give_up_free_play
from tournaments.services.hinting import give_hint

pytestmark = pytest.mark.django_db


def ask(place: FreePlace) -> str:
    return give_hint(place, view_table(place, NOW)["ply"], NOW)


def test_a_hint_is_what_the_bot_would_do_knowing_what_the_player_knows():
    place = sit_down(owner_of(staging.make_player()))
    for _ in range(9):
        table = view_table(place, NOW)
        boom = find_boom(place)
        assert boom is not None
        seated = seat_player(boom, NOW)
        play = seated.deck.rebuild(seated.rows[-1])
        key = seated.deck.bots_key(play.board.number)
        expected = decide(seated.deck.bots, view_play(play, PLAYER), key)
        assert ask(place) == ask(place) == expected
        assert expected in staging.choices(table)
        play_acts(place, 1)


def test_a_boom_with_a_hint_counts_on_no_list_and_says_so():
    user = staging.make_player()
    place = sit_down(owner_of(user))
    assert view_table(place, NOW)["hinted"] is False
    ask(place)
    assert view_table(place, NOW)["hinted"] is True
    give_up_free_play(place, NOW)
    row = FreePlay.objects.get(pk=place.free_play_id)
    assert (row.hinted, row.counts, row.day) == (True, False, day_of(NOW))
    assert view_list(user, period_of("day", day_of(NOW)), NOW).rows == []


def test_the_database_lets_no_boom_with_a_hint_count():
    row = write_boom(staging.make_player(), day_of(NOW))
    with pytest.raises(IntegrityError), transaction.atomic():
        FreePlay.objects.filter(pk=row.pk).update(hinted=True)


def test_a_guests_boom_with_a_hint_counts_no_more_once_it_is_claimed():
    guest = Owner(guest=GUEST)
    place = sit_down(guest)
    ask(place)
    give_up_free_play(place, NOW)
    plain = sit_down(guest)
    give_up_free_play(plain, NOW)
    user = staging.make_player()
    assert claim_free_play(user, GUEST, NOW) == 2
    counting = {row.pk: row.counts for row in FreePlay.objects.filter(user=user)}
    assert counting == {place.free_play_id: False, plain.free_play_id: True}


def test_the_first_hint_comes_in_the_first_deal_or_never():
    place = sit_down(owner_of(staging.make_player()))
    play_acts(place, 9)
    assert len(view_table(place, NOW)["sheet"]) == 1
    assert refusal(lambda: ask(place)).code == "late_hint"
    row = FreePlay.objects.get(pk=place.free_play_id)
    assert (row.hinted, row.counts) == (False, True)


def test_who_has_had_one_may_ask_on_in_later_deals():
    place = sit_down(owner_of(staging.make_player()))
    ask(place)
    play_acts(place, 12)
    table = view_table(place, NOW)
    assert table["sheet"]
    assert ask(place) in staging.choices(table)


@pytest.mark.parametrize(("ply", "code"), [(-1, "stale_ply"), (0, "stale_ply"), (500, "unknown_ply")])
def test_a_hint_for_another_act_than_the_next_is_refused_and_costs_nothing(ply, code):
    place = sit_down(owner_of(staging.make_player()))
    play_acts(place, 2)
    assert refusal(lambda: give_hint(place, ply, NOW)).code == code
    assert FreePlay.objects.get(pk=place.free_play_id).counts


def test_there_is_no_hint_at_anothers_table_or_in_a_boom_that_is_over():
    place = sit_down(owner_of(staging.make_player()))
    stranger = FreePlace(owner_of(staging.make_player()), place.free_play_id)
    assert refusal(lambda: give_hint(stranger, 0, NOW)).code == "no_free_play"
    give_up_free_play(place, NOW)
    assert refusal(lambda: ask(place)).code == "boom_finished"
    assert FreePlay.objects.get(pk=place.free_play_id).counts


@pytest.mark.django_db(transaction=True)
def test_a_hint_and_giving_up_at_once_leave_a_boom_that_counts_or_was_hinted_never_both():
    place = sit_down(owner_of(staging.make_player()))
    ply = view_table(place, NOW)["ply"]
    at_once(lambda: give_hint(place, ply, NOW), lambda: give_up_free_play(place, NOW))
    row = FreePlay.objects.get(pk=place.free_play_id)
    assert row.day is not None
    assert row.counts != row.hinted
