"""Deleting an account: lists stay right, without a name, and nothing tells whose they were; taking one's data along."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.utils import timezone, translation
from rest_framework.authtoken.models import Token

from accounts.models import User
from tests.tournaments import staging
from tests.tournaments.free_staging import write_boom
from tests.tournaments.staging import HOUR, NOW, make_open, make_organiser, make_player, refusal
from tests.tournaments.test_mails import make_reachable
from tournaments import selectors, services
from tournaments.days import ONE_DAY, day_of
from tournaments.models import Boom, Entry, EntryState, FreePlay, Notice, Practice, State, Tournament
from tournaments.selectors.exporting import export_person
from tournaments.selectors.places import Owner
from tournaments.selectors.tournaments import get_tournament
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.free_play import start_free_play
from tournaments.services.leaving import delete_account
from tournaments.services.practising import start_practice

pytestmark = pytest.mark.django_db

SECRETLY = "Gerda Claeys"


def find_traces(*words: str) -> set[str]:
    """The tables in which any of these words still stands, whatever the column."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for word in words:
                cursor.execute(f'SELECT 1 FROM "{table}" AS one WHERE one::text ILIKE %s LIMIT 1', [f"%{word}%"])
                if cursor.fetchone():
                    found.add(table)
    return found


def test_results_stay_without_a_name_in_every_list_and_nothing_else_tells_who_it_was():
    gone, rival = make_reachable(SECRETLY), make_player("Rik")
    tournament = make_open(boards=1)
    staging.play_out(tournament, gone, choose=staging.random_choice(1))
    staging.play_out(tournament, rival, choose=staging.random_choice(2))
    services.close_tournament(tournament.organiser, tournament.pk, NOW + HOUR, "klaar")
    Token.objects.create(user=gone)
    before = [(row.rank, row.score) for row in selectors.standings(rival, tournament.pk, NOW + HOUR)]
    email = gone.email
    delete_account(gone, NOW + HOUR)
    rows = selectors.standings(rival, tournament.pk, NOW + HOUR)
    assert [(row.rank, row.score) for row in rows] == before
    assert {row.name for row in rows} == {"anonieme speler", "Rik"}
    assert all(row.player_id is None for row in rows if row.name != "Rik")
    with translation.override("fr"):
        assert "joueur anonyme" in {row.name for row in selectors.standings(rival, tournament.pk, NOW + HOUR)}
    assert find_traces("Claeys", email) == set()
    assert not EmailAddress.objects.filter(user_id=gone.pk).exists()
    assert not Token.objects.exists()
    row = User.objects.get(pk=gone.pk)
    assert (row.is_active, row.is_staff, row.has_usable_password(), row.deleted_at) == (False, False, False, NOW + HOUR)
    delete_account(row, NOW + 2 * HOUR)
    assert User.objects.get(pk=gone.pk).deleted_at == NOW + HOUR


def test_a_fixed_daily_list_and_a_live_one_keep_the_score_and_lose_the_name():
    today = day_of(timezone.now())
    gone, rival = make_player(SECRETLY), make_player("Rik")
    for user in (gone, rival):
        write_boom(user, today - ONE_DAY)
        write_boom(user, today)
    fix_daily_lists(timezone.now())
    delete_account(gone, timezone.now())
    for day in (today, today - ONE_DAY):
        html = Client().get(f"/daglijst/{day}/").content.decode()
        assert "Claeys" not in html
        assert "anonieme speler" in html
        assert "Rik" in html


def test_what_was_running_ends_as_if_he_had_stopped():
    user = make_player(SECRETLY)
    entered, playing = make_open(title="Nog niet"), make_open(title="Bezig", capacity=2)
    staging.enter(entered, user)
    staging.start(playing, user)
    staging.play_acts(playing, user, 5)
    staging.play_out(playing, make_player())
    free = start_free_play(Owner(user_id=user.pk), NOW)
    delete_account(user, NOW)
    assert not entered.entries.exists()
    assert Entry.objects.get(tournament=playing, user=user).state == EntryState.UNFINISHED
    row = FreePlay.objects.get(pk=free)
    assert row.score == -101
    assert row.counts
    # The others wait for nobody: the full tournament is complete.
    services.run_due(NOW)
    assert Tournament.objects.get(pk=playing.pk).state == State.CLOSED
    assert get_tournament(make_player(), playing.pk, NOW).standings[-1].name == "anonieme speler"


def test_who_leads_what_others_count_on_is_told_what_to_do_first():
    lead = make_organiser()
    draft = staging.make_draft(lead, title="Klad")
    running = make_open(lead, title="Paasbeker", review_hours=1)
    plan = {"name": "Dagtoernooi", "title": "Dag {datum}", "opens": NOW.time(), "starts_on": NOW.date() + ONE_DAY}
    series = services.create_series(lead, plan, NOW)
    found = refusal(lambda: delete_account(lead, NOW))
    assert found.code == "still_leading"
    assert "“Paasbeker”, “Dagtoernooi”" in found.message
    services.end_series(lead, series.pk)
    services.close_tournament(lead, running.pk, NOW, "klaar")
    assert refusal(lambda: delete_account(lead, NOW)).code == "still_leading"
    delete_account(lead, NOW + 2 * HOUR)
    assert not Tournament.objects.filter(pk=draft.pk).exists()
    page = get_tournament(make_player(), running.pk, NOW + 2 * HOUR)
    assert page.organiser == "anonieme speler"
    assert {act.by for act in page.acts} == {"anonieme speler"}


def test_a_demo_account_and_the_last_administrator_stay():
    assert refusal(lambda: delete_account(make_player(is_demo=True), NOW)).code == "demo_account"
    boss = User.objects.create_superuser("baas@example.org", "x", display_name="Baas")
    assert refusal(lambda: delete_account(boss, NOW)).code == "last_administrator"
    User.objects.create_superuser("ook@example.org", "x", display_name="Ook")
    delete_account(boss, NOW)
    assert ContentType.objects.exists()


# Taking one's data along


def test_an_export_holds_all_of_ones_own_and_no_card_before_its_time():
    user, other = make_reachable("Gerda", is_staff=True), make_player("Rik")
    running, over = make_open(title="Loopt"), make_open(boards=1, title="Uit")
    staging.start(running, user)
    staging.play_acts(running, user, 12)
    staging.play_out(over, user, other)
    services.close_tournament(over.organiser, over.pk, NOW, "klaar")
    start_practice(user, over.pk, NOW)
    start_free_play(Owner(user_id=user.pk), NOW)
    led = make_open(user, title="Van mij")
    services.cancel_tournament(user, led.pk, "Te weinig volk", NOW)
    data = json.loads(json.dumps(export_person(User.objects.get(pk=user.pk), NOW), default=str))
    assert data["account"]["email_addresses"] == [{"email": user.email, "verified": True, "primary": True}]
    assert [row["title"] for row in data["tournaments"]] == ["Loopt", "Uit"]
    assert (len(data["free_play"]), len(data["practice"])) == (1, 1)
    assert [row["title"] for row in data["organised"]["tournaments"]] == ["Van mij"]
    assert [row["kind"] for row in data["organised"]["acts"]] == ["announced", "opened", "cancelled"]
    # The deal that is being played: South's hand, and three that are not known.
    record = data["tournaments"][0]["boom"]["record"]
    deals = [line for line in record.splitlines() if line.startswith("[Deal ")]
    assert len(deals) == 2
    assert deals[1].count("-") == 3
    assert "password" not in json.dumps(data)
    secret = bytes(Tournament.objects.get(pk=running.pk).secret.secret).hex()
    assert secret not in json.dumps(data)


@pytest.mark.parametrize("booms", [2, 8])
def test_the_queries_of_an_export_do_not_grow_with_what_was_played(booms, django_assert_max_num_queries):
    user = make_player()
    for _ in range(booms):
        staging.play_out(make_open(boards=1), user)
    with django_assert_max_num_queries(24):
        export_person(user, NOW)


def test_an_export_of_somebody_new_is_empty_and_whole():
    data = export_person(make_player(), NOW)
    assert (data["tournaments"], data["free_play"], data["practice"]) == ([], [], [])
    assert Practice.objects.count() == Boom.objects.count() == Notice.objects.count() == 0
    assert data["made_at"] - NOW == timedelta(0)
