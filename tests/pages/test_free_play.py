"""Free play by its pages: one click to a table, found again, nobody else's, taken over in one go."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import drawn_cards, logged_in, make_running
from tests.tournaments import staging
from tests.tournaments.free_staging import owner_of, play_acts, sit_down
from tests.tournaments.staging import DAY
from tournaments import selectors
from tournaments.models import Boom, FreePlay
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import view_table
from tournaments.services.free_play import give_up_free_play
from tournaments.views.free_play import GuestThrottle
from tournaments.views.own_scores import draw_scores

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def begin(client: Client) -> FreePlay:
    """One click on "Vrij spel"."""
    answer = client.post(page("free_start"))
    assert answer.status_code == 302
    row = FreePlay.objects.order_by("pk").last()
    assert answer.url == page("free_table", row.pk)
    return row


def place_of(row: FreePlay) -> FreePlace:
    return FreePlace(Owner(row.user_id, row.guest), row.pk)


@pytest.mark.parametrize("kind", ["visitor", "player"])
def test_one_click_from_home_leads_to_a_table_and_later_back_to_it(kind):
    client = logged_in(staging.make_player() if kind == "player" else None)
    home = client.get(page("home")).content.decode()
    assert f'action="{page("free_start")}"' in home
    row = begin(client)
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "Jij deelt: kies de troef" in html
    assert len(drawn_cards(html)) == 8
    assert begin(client) == row
    home = client.get(page("home")).content.decode()
    assert f'href="{page("free_table", row.pk)}"' in home
    assert "Verder spelen" in home
    assert page("free_table", row.pk) in client.get(page("free")).content.decode()


def test_a_guests_key_stands_in_no_row_and_on_no_page():
    client = Client()
    row = begin(client)
    key = client.session["guest"]
    assert len(row.guest) == 64
    assert key not in (row.guest, row.announcement)
    assert key not in client.get(page("free_table", row.pk)).content.decode()
    assert row.guest not in client.get(page("free_table", row.pk)).content.decode()


def test_a_boom_can_be_played_by_plain_forms_and_by_the_script():
    client = Client()
    row = begin(client)
    for number in range(12):
        table = view_table(place_of(row), timezone.now())
        act = staging.random_choice(number)(table)
        sent = {"ply": table["ply"], "act": act}
        if number % 2:
            answer = client.post(page("free_act", row.pk), sent, headers=JSON)
            assert answer.json()["steps"]
            assert page("free_act", row.pk) in answer.json()["html"]
        else:
            answer = client.post(page("free_act", row.pk), sent)
            assert (answer.status_code, answer.url) == (302, page("free_table", row.pk))
    assert view_table(place_of(row), timezone.now())["ply"] > 20


def test_the_table_of_another_is_not_there():
    owner = Client()
    row = begin(owner)
    html = owner.get(page("free_table", row.pk)).content.decode()
    hand = drawn_cards(html)
    for client in (Client(), logged_in(staging.make_player()), logged_in(staging.make_organiser(is_demo=True))):
        for name in ("free_table", "free_fragment"):
            answer = client.get(page(name, row.pk))
            assert answer.status_code == 404
            assert not drawn_cards(answer.content.decode())
        for name in ("free_act", "free_advance", "free_give_up"):
            assert client.post(page(name, row.pk), {"ply": 0, "act": "H"}).status_code == 404
    assert drawn_cards(owner.get(page("free_table", row.pk)).content.decode()) == hand


def test_the_secret_is_told_once_the_boom_is_over_and_not_before():
    client = Client()
    row = begin(client)
    secret = bytes(row.secret.secret).hex()
    assert secret not in client.get(page("free_table", row.pk)).content.decode()
    client.post(page("free_give_up", row.pk))
    html = client.get(page("free_table", row.pk)).content.decode()
    assert secret in html
    assert row.commitment in html
    for other in (Client(), logged_in(staging.make_player())):
        assert other.get(page("free_table", row.pk)).status_code == 404


def test_the_end_shows_the_score_ones_place_today_and_the_next_boom():
    user = staging.make_player()
    client = logged_in(user)
    row = begin(client)
    play_acts(place_of(row), 10_000, now=timezone.now())
    row.refresh_from_db()
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "Jouw score" in html
    assert "Je staat vandaag op plaats <b>1</b> van 1" in html
    assert "Nog een spel" in html
    assert page("today") in html
    assert begin(client) != row


def test_giving_up_is_asked_twice_and_tells_what_it_means():
    client = Client()
    row = begin(client)
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "De boom is dan uit met ZIJ op 101, en hij telt mee." in html
    assert client.get(page("free_give_up", row.pk)).status_code == 405
    client.post(page("free_give_up", row.pk))
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "Je hebt opgegeven: ZIJ hebben 101." in html
    assert "−101" in html


def test_a_guest_is_told_where_he_would_stand_and_to_make_an_account():
    client = Client()
    row = begin(client)
    client.post(page("free_give_up", row.pk))
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "zou je vandaag op plaats <b>1</b> van 1 staan" in html
    assert reverse("account_signup") in html


def test_who_logs_in_is_offered_what_he_played_as_a_guest_and_takes_it_all_over():
    client, user = Client(), staging.make_player()
    done = begin(client)
    client.post(page("free_give_up", done.pk))
    going = begin(client)
    client.force_login(user)
    html = client.get(page("rules")).content.decode()
    assert "Je speelde hier als gast 2 bomen." in html
    assert client.get(page("free_table", going.pk)).status_code == 404
    assert client.post(page("free_claim")).url == page("free")
    html = client.get(page("free")).content.decode()
    assert "2 bomen staan nu op jouw naam." in html
    assert "als gast" not in client.get(page("home")).content.decode()
    assert client.get(page("free_table", going.pk)).status_code == 200
    assert set(FreePlay.objects.values_list("user", "guest")) == {(user.pk, "")}
    assert user.display_name in client.get(page("today")).content.decode()
    assert client.post(page("free_claim")).status_code == 302


def test_what_was_played_by_somebody_else_can_be_left():
    client, user = Client(), staging.make_player()
    row = begin(client)
    client.force_login(user)
    client.post(page("free_decline"))
    assert "als gast" not in client.get(page("home")).content.decode()
    client.post(page("free_claim"))
    row.refresh_from_db()
    assert row.user is None


def test_with_a_boom_of_ones_own_in_progress_the_guests_wait_and_stay_offered():
    client, user = Client(), staging.make_player()
    begin(client)
    sit_down(owner_of(user))
    client.force_login(user)
    answer = client.post(page("free_claim"))
    assert answer.status_code == 409
    assert "Je hebt zelf nog een boom bezig." in answer.content.decode()
    assert "als gast" in client.get(page("home")).content.decode()


def test_logging_out_leaves_nothing_of_ones_table_to_the_next_at_the_screen():
    client, user = Client(), staging.make_player()
    client.force_login(user)
    row = begin(client)
    client.post(reverse("account_logout"))
    assert client.get(page("free_table", row.pk)).status_code == 404
    assert page("free_table", row.pk) not in client.get(page("home")).content.decode()


def test_claiming_wants_an_account_and_a_form():
    client = Client()
    begin(client)
    assert client.post(page("free_claim")).status_code == 302
    assert FreePlay.objects.get().user is None
    assert logged_in(staging.make_player()).get(page("free_claim")).status_code == 405


def test_a_program_that_begins_booms_as_ever_new_guests_is_stopped(monkeypatch):
    monkeypatch.setattr(GuestThrottle, "rate", "2/hour")
    address = {"REMOTE_ADDR": "203.0.113.77"}
    statuses = [Client().post(page("free_start"), **address).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert logged_in(staging.make_player()).post(page("free_start"), **address).status_code == 302


def test_history_shows_every_boom_and_which_ones_count():
    user = staging.make_player()
    place = sit_down(owner_of(user))
    give_up_free_play(place, timezone.now() - DAY)
    FreePlay.objects.update(counts=False)
    html = logged_in(user).get(page("free")).content.decode()
    assert "opgegeven" in html
    assert "op geen lijst" in html


def test_the_plot_draws_every_score_on_its_side_of_the_line():
    plot = draw_scores([12, -101, 0, 77])
    assert plot is not None
    assert [bar.won for bar in plot.bars] == [True, False, False, True]
    assert [bar.y + bar.height <= plot.zero + 0.2 for bar in plot.bars] == [True, False, False, True]
    assert all(bar.y >= 0 and bar.y + bar.height <= plot.height for bar in plot.bars)
    assert all(bar.x + bar.width <= plot.width for bar in draw_scores([5] * 30).bars)
    assert (plot.best, plot.worst, plot.mean) == (77, -101, -3)
    assert draw_scores([]) is None


def test_reading_changes_nothing():
    client = Client()
    row = begin(client)
    before = list(Boom.objects.values()), list(FreePlay.objects.values())
    for name, args in (("free_table", [row.pk]), ("free_fragment", [row.pk]), ("free", []), ("today", [])):
        assert client.get(page(name, *args)).status_code == 200
    assert (list(Boom.objects.values()), list(FreePlay.objects.values())) == before


def test_before_the_first_hint_the_page_says_what_it_costs_and_then_gives_it():
    client = Client()
    row = begin(client)
    table = page("free_table", row.pk)
    html = client.get(table).content.decode()
    assert "Een boom met een hint telt niet mee voor de daglijst." in html
    assert 'id="advice"' not in html
    html = client.post(page("free_hint", row.pk), {"ply": 0}).content.decode()
    assert "De bot zou als troef kiezen:" in html.split('id="advice"')[1].split("</p>")[0]
    assert "hij telt niet meer mee voor de daglijst" in client.get(table).content.decode()
    # The script gets the same, to draw and to tell.
    answer = client.post(page("free_hint", row.pk), {"ply": 0}, headers={"accept": "application/json"}).json()
    assert answer["advice"] in answer["html"]
    client.post(page("free_give_up", row.pk))
    assert "hij staat op geen lijst" in client.get(table).content.decode()
    assert "met hints gespeeld" in client.get(reverse("tournaments:free")).content.decode()


def test_a_first_hint_that_comes_too_late_is_refused_in_words():
    client = Client()
    row = begin(client)
    place = place_of(row)
    table = play_acts(place, 9, now=timezone.now())
    html = client.get(page("free_table", row.pk)).content.decode()
    assert "In deze boom deed je het zonder" in html
    assert page("free_hint", row.pk) not in html
    response = client.post(page("free_hint", row.pk), {"ply": table["ply"]})
    assert response.status_code == 409
    assert "De eerste hint krijg je alleen in het eerste deel" in response.content.decode()


def test_why_cards_may_not_be_played_is_explained_by_their_duty():
    client = Client()
    row = begin(client)
    place = place_of(row)
    for _ in range(8):
        table = play_acts(place, 1, now=timezone.now())
        if table["forbidden"]:
            break
    html = client.get(page("free_table", row.pk)).content.decode()
    duties = html.split('class="duties"')[1].split("</dl>")[0]
    for reason in table["forbidden"].values():
        assert reason["message"] in duties


def test_tournaments_and_practice_offer_no_hint():
    tournament = make_running(boards=1)
    user = staging.start(tournament)
    html = logged_in(user).get(reverse("tournaments:table", args=[tournament.pk])).content.decode()
    assert 'id="hints"' not in html
    assert selectors.table_state(user, tournament.pk, timezone.now())["hinted"] is None
