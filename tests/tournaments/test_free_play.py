"""Free play: one boom in progress, on cards of its own, for who owns it alone; giving up, claiming, forgetting."""

import hashlib
import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.boards import canonical, commit
from engine.boom import BoomState
from engine.bots import BOTS
from engine.systems import SYSTEMS
from tests.tournaments import staging
from tests.tournaments.free_staging import GUEST, give_up_at, owner_of, play_acts, sit_down, write_boom
from tests.tournaments.staging import DAY, NOW, make_player, refusal
from tournaments.days import day_of
from tournaments.models import Boom, FreePlay, FreePlaySecret, Play
from tournaments.records import Deck, announce_free_play, write_boom_state
from tournaments.selectors.free_play import list_own
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import view_table
from tournaments.services import playing
from tournaments.services.due import advance_due
from tournaments.services.free_play import (
    KEPT,
    claim_free_play,
    expire_guests,
    give_up_free_play,
    start_free_play,
)
from tournaments.services.playing import play_act
from tournaments.services.rebuilding import rebuild_booms
from tournaments.services.settling import settle_free_play

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def user():
    return make_player()


@pytest.fixture
def place(user):
    return sit_down(owner_of(user))


@pytest.mark.usefixtures("quick_bots")
def test_a_boom_is_played_to_its_end_and_its_figures_are_kept_for_the_lists(place, user):
    table = play_acts(place, 10_000, staging.random_choice(4))
    row = FreePlay.objects.get()
    assert (table["state"], table["finished"], table["free_play"], table["tournament"]) == (
        "finished",
        True,
        row.pk,
        None,
    )
    assert (row.day, row.score, row.deals, row.counts) == (day_of(NOW), table["score"], len(table["sheet"]), True)
    deficits = [they - we for we, they in (line["total"] for line in table["sheet"])]
    assert row.comeback == (max(0, *deficits) if table["score"] > 0 else 0)
    assert list(rebuild_booms(Boom.objects.all())) == []


@pytest.mark.parametrize(("last", "comeback"), [((110, 95), 40), ((95, 110), 0)])
def test_a_comeback_is_the_most_points_behind_of_a_boom_that_was_won(place, last, comeback):
    boom = Boom.objects.get()
    for deals, total in enumerate(((10, 0), (10, 50), (20, 55)), start=1):
        write_boom_state(boom, BoomState(total, 1, deals), NOW)
    write_boom_state(boom, BoomState(last, 1, 4, "target"), NOW)
    assert settle_free_play(boom)
    row = FreePlay.objects.get()
    assert (boom.behind, row.comeback, row.score) == (40, comeback, last[0] - last[1])


@pytest.mark.usefixtures("quick_bots")
def test_figures_for_the_lists_follow_from_the_deals():
    for seed in range(4):
        table = play_acts(sit_down(Owner(guest=f"{seed:064x}")), 10_000, staging.random_choice(seed))
        row = FreePlay.objects.get(pk=table["free_play"])
        behind = max(0, *(they - we for we, they in (line["total"] for line in table["sheet"])))
        assert Boom.objects.get(free_play=row).behind == behind
        assert row.comeback == (behind if row.score > 0 else 0)
    assert list(rebuild_booms(Boom.objects.all())) == []
    FreePlay.objects.update(score=500)
    assert {one.field for one in rebuild_booms(Boom.objects.all(), mend=True)} == {"score"}
    assert list(rebuild_booms(Boom.objects.all())) == []


def test_one_has_one_boom_in_progress_and_the_next_once_it_is_over(user):
    owner = owner_of(user)
    first = start_free_play(owner, NOW)
    assert start_free_play(owner, NOW) == first
    give_up_free_play(FreePlace(owner, first), NOW)
    second = start_free_play(owner, NOW)
    assert second != first
    assert start_free_play(owner, NOW) == second


def test_every_boom_has_cards_of_its_own_dealt_as_a_tournaments_are(user):
    hands = set()
    for _ in range(3):
        place = sit_down(owner_of(user))
        row = FreePlay.objects.select_related("secret").get(pk=place.free_play_id)
        secret = bytes(row.secret.secret)
        assert len(secret) == 32
        assert row.announcement.encode() == canonical(announce_free_play(row))
        assert row.commitment == commit(row.announcement.encode(), secret)
        assert row.commitment == hashlib.sha256(row.announcement.encode() + b"\0" + secret).hexdigest()
        hands.add(Deck(row).board(1).hands)
        give_up_free_play(place, NOW)
    assert len(hands) == 3
    assert len({bytes(row.secret) for row in FreePlaySecret.objects.all()}) == 3


def test_it_is_the_site_system_against_the_default_bot_without_options(place):
    row = FreePlay.objects.get()
    assert (row.system, row.bots, row.options, row.boards) == ("site", BOTS[0], {}, 40)


def test_for_anyone_else_the_table_does_not_exist(place):
    table = view_table(place, NOW)
    for other in (owner_of(make_player()), Owner(guest=GUEST), Owner()):
        door = FreePlace(other, place.free_play_id)
        for act in (
            lambda door=door: view_table(door, NOW),
            lambda door=door: play_act(door, table["ply"], "H", NOW),
            lambda door=door: give_up_free_play(door, NOW),
            lambda door=door: playing.advance_place(door, NOW),
        ):
            assert refusal(act).code == "no_free_play"
    assert view_table(place, NOW) == table


def test_who_is_neither_account_nor_guest_owns_nothing():
    FreePlay.objects.create(system="site", bots="rulebook@1", first_dealer="S")
    write_boom(None, day_of(NOW))
    assert not FreePlay.objects.filter(Owner().owns()).exists()


def test_giving_up_ends_a_boom_with_they_at_the_target_and_it_counts(place, user):
    table = play_acts(place, 20)
    give_up_free_play(place, NOW)
    ended = view_table(place, NOW)
    assert (ended["state"], ended["reason"], ended["total"]) == ("finished", "gave_up", [table["total"][0], 101])
    assert ended["score"] == table["total"][0] - 101
    row = FreePlay.objects.get()
    assert (row.score, row.day, row.comeback, row.deals) == (ended["score"], day_of(NOW), 0, len(table["sheet"]))
    assert refusal(lambda: play_act(place, ended["ply"], "H", NOW)).code == "boom_finished"
    assert list(rebuild_booms(Boom.objects.all())) == []


def test_giving_up_again_or_after_the_end_changes_nothing(place):
    play_acts(place, 10_000)
    before = FreePlay.objects.values().get(), Boom.objects.values().get()
    give_up_free_play(place, NOW + DAY)
    assert (FreePlay.objects.values().get(), Boom.objects.values().get()) == before


def test_an_act_that_is_sent_again_after_giving_up_is_answered_as_it_was(place):
    table = view_table(place, NOW)
    first = play_act(place, table["ply"], "H", NOW)
    play_acts(place, 3)
    give_up_free_play(place, NOW)
    assert play_act(place, table["ply"], "H", NOW) == first


def test_bots_that_owe_an_answer_give_it_by_the_sweep(place, monkeypatch):
    monkeypatch.setattr(playing, "answer", lambda *args: False)
    play_acts(place, 1)
    assert Boom.objects.filter(bots_due=True).count() == 1
    monkeypatch.undo()
    assert advance_due(NOW) == 1
    assert view_table(place, NOW)["state"] == "playing"


def test_a_card_takes_at_most_eight_queries_the_last_one_too(place):
    counts = set()
    table = view_table(place, NOW)
    while not table["finished"]:
        with CaptureQueriesContext(connection) as captured:
            table = play_act(place, table["ply"], staging.first_choice(table), NOW)["table"]
        counts.add(sum(query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT", "DELETE") for query in captured))
    assert max(counts) <= 8


def test_a_guest_claims_all_his_booms_at_once_those_of_an_earlier_day_for_his_history_only(user):
    guest = Owner(guest=GUEST)
    old, new = give_up_at(guest, NOW - DAY), give_up_at(guest, NOW)
    going = sit_down(guest)
    other = sit_down(Owner(guest="cd" * 32))
    assert claim_free_play(user, GUEST, NOW) == 3
    rows = {row.pk: row for row in FreePlay.objects.all()}
    assert {pk: row.counts for pk, row in rows.items() if row.user_id == user.pk} == {
        old.pk: False,
        new.pk: True,
        going.free_play_id: True,
    }
    assert rows[other.free_play_id].guest == "cd" * 32
    assert refusal(lambda: view_table(going, NOW)).code == "no_free_play"
    assert view_table(FreePlace(owner_of(user), going.free_play_id), NOW)["state"] == "playing"
    assert claim_free_play(user, GUEST, NOW) == 0
    assert claim_free_play(user, "", NOW) == 0


def test_who_has_a_boom_of_his_own_in_progress_finishes_that_before_he_claims_another(user):
    guest = Owner(guest=GUEST)
    give_up_at(guest, NOW)
    sit_down(guest)
    own = sit_down(owner_of(user))
    before = list(FreePlay.objects.order_by("pk").values())
    assert refusal(lambda: claim_free_play(user, GUEST, NOW)).code == "boom_in_progress"
    assert list(FreePlay.objects.order_by("pk").values()) == before
    give_up_free_play(own, NOW)
    assert claim_free_play(user, GUEST, NOW) == 2


def test_guests_booms_are_forgotten_after_their_time_and_nobody_elses(user):
    guest, late = Owner(guest=GUEST), NOW + KEPT + SECOND
    give_up_at(guest, NOW)
    sit_down(guest)
    give_up_at(owner_of(user), NOW)
    kept = [sit_down(owner_of(user)).free_play_id, give_up_at(Owner(guest="cd" * 32), late).pk]
    assert expire_guests(NOW + KEPT) == 0
    assert expire_guests(late) == 2
    assert expire_guests(late) == 0
    assert set(kept) < set(FreePlay.objects.values_list("pk", flat=True))
    assert FreePlay.objects.count() == Boom.objects.count() == FreePlaySecret.objects.count() == 3
    assert set(Play.objects.values_list("boom__free_play", flat=True)) == set(
        FreePlay.objects.values_list("pk", flat=True)
    )


def test_of_an_account_that_is_gone_what_is_over_stays_and_what_is_half_played_is_forgotten(user):
    done = give_up_at(owner_of(user), NOW)
    going = sit_down(owner_of(user))
    user.delete()
    assert FreePlay.objects.get(pk=done.pk).user is None
    assert refusal(lambda: view_table(going, NOW)).code == "no_free_play"
    assert expire_guests(NOW + KEPT + SECOND) == 1
    assert FreePlay.objects.get() == done


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_boom_by_other_rules_is_played_and_counts_on_no_list(system):
    owner = Owner(user_id=make_player().pk)
    place = FreePlace(owner, start_free_play(owner, NOW, system))
    chance = random.Random(2)
    table = view_table(place, NOW)
    while not table["finished"]:
        table = play_act(place, table["ply"], chance.choice(table["choices"] or table["legal"]), NOW)["table"]
    assert table["system"] == system
    (own,) = list_own(owner)
    assert (own.system, own.counts) == (system, system == "site")
    assert own.day is not None


def test_claiming_does_not_make_a_boom_by_other_rules_count():
    guest = Owner(guest="a" * 64)
    start_free_play(guest, NOW, "malilla")
    user = make_player()
    assert claim_free_play(user, guest.guest, NOW) == 1
    (own,) = list_own(Owner(user_id=user.pk))
    assert not own.counts


def test_no_boom_begins_by_rules_that_there_are_not():
    assert refusal(lambda: start_free_play(Owner(user_id=make_player().pk), NOW, "bridge")).code == "invalid"
    assert not FreePlay.objects.exists()
