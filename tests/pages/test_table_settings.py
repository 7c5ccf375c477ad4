"""How one likes one's table: with the account, or in a guest's session; by the page, by the table's own buttons."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.pages.scene import logged_in, make_running
from tests.tournaments import staging
from tournaments.models import CHOSEN, TableSettings

pytestmark = pytest.mark.django_db

ADDRESS = reverse("tournaments:table_settings")
JSON = {"accept": "application/json"}
PLAIN = {"pace": "normal", "size": "1", "run_on": "on"}


def guest_table(client: Client) -> str:
    return client.post(reverse("tournaments:free_start")).headers["Location"]


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_what_an_account_sets_is_kept_with_it_and_shapes_its_table_on_every_device():
    tournament = make_running(boards=2)
    user = staging.start(tournament)
    sent = {**PLAIN, "two_tap": "on", "four_colours": "on", "pace": "brisk", "size": "2"}
    assert logged_in(user).post(ADDRESS, sent).status_code == 302
    row = TableSettings.objects.get(user=user)
    assert (row.two_tap, row.four_colours, row.pace, row.size, row.sound) == (True, True, "brisk", 2, False)
    html = read(logged_in(user), reverse("tournaments:table", args=[tournament.pk]))
    assert '<body class="table-page four-colours size-2">' in html
    assert 'value="brisk" selected' in html


def test_a_box_left_unticked_is_off_and_the_last_word_counts():
    user = staging.make_player()
    client = logged_in(user)
    client.post(ADDRESS, {"two_tap": "on"})
    client.post(ADDRESS, {"sound": "on"})
    row = TableSettings.objects.get(user=user)
    assert (row.two_tap, row.run_on, row.sound, row.pace, row.size) == (False, False, True, "normal", 1)


def test_a_guests_settings_stay_in_his_session_and_go_with_him_into_his_account():
    client = Client()
    table = guest_table(client)
    assert "checked" in read(client, table).split('name="run_on"')[1].split(">")[0]
    client.post(ADDRESS, {"large_faces": "on", "pace": "calm"})
    assert "large-faces" in read(client, table)
    assert not TableSettings.objects.exists()
    user = staging.make_player()
    client.force_login(user)
    html = read(client, ADDRESS)
    assert "checked" in html.split('name="large_faces"')[1].split(">")[0]
    assert 'value="calm" selected' in html
    client.post(ADDRESS, {"step": "1"})
    row = TableSettings.objects.get(user=user)
    assert (row.large_faces, row.pace, row.size) == (True, "calm", 2)


def test_what_an_account_has_set_goes_before_what_a_guest_had():
    user = staging.make_player()
    TableSettings.objects.create(user=user, pace="brisk")
    client = Client()
    client.post(ADDRESS, {"pace": "calm"})
    client.force_login(user)
    assert 'value="brisk" selected' in read(client, ADDRESS)


@pytest.mark.parametrize(("size", "step", "then"), [(0, "-1", 0), (0, "1", 1), (2, "1", 3), (3, "1", 3), (3, "-1", 2)])
def test_a_step_changes_the_size_within_what_there_is_and_nothing_else(size, step, then):
    user = staging.make_player()
    TableSettings.objects.create(user=user, size=size, sound=True, pace="at_once")
    logged_in(user).post(ADDRESS, {"step": step})
    row = TableSettings.objects.get(user=user)
    assert (row.size, row.sound, row.pace) == (then, True, "at_once")


@pytest.mark.parametrize("sent", [{"pace": "slow"}, {"size": "9"}, {"size": "x"}, {"step": "5"}, {"pace": "n" * 999}])
def test_what_cannot_be_set_is_refused_in_words_and_changes_nothing(sent):
    user = staging.make_player()
    TableSettings.objects.create(user=user, sound=True)
    before = TableSettings.objects.values().get(user=user)
    response = logged_in(user).post(ADDRESS, sent)
    assert response.status_code == 400
    assert TableSettings.objects.values().get(user=user) == before


@pytest.mark.parametrize("values", [{"pace": "slow"}, {"size": 7}])
def test_the_database_takes_no_other_pace_or_size(values):
    with pytest.raises(IntegrityError), transaction.atomic():
        TableSettings.objects.create(user=staging.make_player(), **values)


def test_the_form_of_a_table_goes_back_to_it_and_nowhere_else():
    client = Client()
    table = guest_table(client)
    assert client.post(ADDRESS, {**PLAIN, "next": table}).headers["Location"] == table
    for elsewhere in ("https://example.org/", "//example.org", "javascript:alert(1)"):
        assert client.post(ADDRESS, {**PLAIN, "next": elsewhere}).headers["Location"] == ADDRESS


def test_the_script_is_told_what_is_kept():
    answer = Client().post(ADDRESS, {**PLAIN, "sound": "on"}, headers=JSON)
    assert set(answer.json()) == set(CHOSEN)
    assert answer.json()["sound"] is True


def test_the_tour_is_seen_once_unless_it_is_asked_for_again():
    user = staging.make_player()
    client = logged_in(user)
    TableSettings.objects.create(user=user, sound=True)
    client.post(reverse("tournaments:tour"))
    assert TableSettings.objects.get(user=user).tour_seen
    client.post(ADDRESS, {**PLAIN, "sound": "on"})
    assert TableSettings.objects.get(user=user).tour_seen
    client.post(reverse("tournaments:tour"), {"again": "1"})
    row = TableSettings.objects.get(user=user)
    assert (row.tour_seen, row.sound) == (False, True)
