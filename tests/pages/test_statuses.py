"""Every page renders, for each kind of reader, with the status that is due to him."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import logged_in, make_closed, make_running
from tests.tournaments import staging
from tournaments import services
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OPEN_TO_ALL = ("home", "list", "rules", "fairness")


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.mark.parametrize("name", OPEN_TO_ALL)
def test_the_open_pages_render_for_a_visitor_and_a_player_and_an_organiser_even_with_nothing_there(name):
    for user in (None, staging.make_player(), staging.make_organiser(is_demo=True)):
        response = logged_in(user).get(page(name))
        assert response.status_code == 200
        assert "<h1" in response.content.decode()


def test_an_empty_home_page_says_what_to_do_next():
    html = logged_in(None).get(page("home")).content.decode()
    assert "Er is nu geen toernooi open." in html
    assert page("rules") in html
    organiser = logged_in(staging.make_organiser(is_demo=True)).get(page("home")).content.decode()
    assert page("create") in organiser


@pytest.mark.parametrize("name", ["mine", "organise", "create"])
def test_pages_of_ones_own_send_a_visitor_to_log_in_and_back(name):
    response = logged_in(None).get(page(name))
    assert response.status_code == 302
    assert response.url == f"{reverse('account_login')}?next={page(name)}"


@pytest.mark.parametrize("name", ["organise", "create"])
def test_a_player_may_not_see_the_organisers_pages(name):
    assert logged_in(staging.make_player()).get(page(name)).status_code == 403


def test_an_announced_tournament_shows_its_seal_and_a_way_in():
    tournament = staging.make_announced(closes_at=timezone.now() + staging.DAY)
    html = logged_in(None).get(page("detail", tournament.pk)).content.decode()
    assert tournament.commitment in html
    assert "aangekondigd" in html
    player = staging.make_player()
    client = logged_in(player)
    assert page("enter", tournament.pk) in client.get(page("detail", tournament.pk)).content.decode()
    client.post(page("enter", tournament.pk))
    html = client.get(page("detail", tournament.pk)).content.decode()
    assert player.display_name in html
    assert page("withdraw", tournament.pk) in html
    assert logged_in(player).get(page("table", tournament.pk)).status_code == 200


def test_a_draft_is_a_404_for_all_but_its_organiser():
    draft = staging.make_draft(staging.make_organiser(is_demo=True))
    for name in ("detail", "standings", "deals", "manage", "change"):
        for user in (staging.make_player(), staging.make_organiser(is_demo=True)):
            assert logged_in(user).get(page(name, draft.pk)).status_code == 404
    assert logged_in(draft.organiser).get(page("detail", draft.pk)).status_code == 200
    assert logged_in(draft.organiser).get(page("manage", draft.pk)).status_code == 200
    assert logged_in(draft.organiser).get(page("change", draft.pk)).status_code == 200


@pytest.mark.parametrize("number", [987_654, 2**31, 2**63, 10**30])
def test_an_unknown_tournament_is_the_sites_own_404(number):
    for name in ("detail", "standings", "deals", "table", "manage"):
        response = logged_in(staging.make_organiser(is_demo=True)).get(page(name, number))
        assert response.status_code == 404
        assert "Hier is niets" in response.content.decode()


def test_the_pages_of_an_open_tournament_for_each_reader():
    tournament = make_running(boards=2)
    playing, finished = staging.make_player(), staging.make_player()
    staging.start(tournament, playing)
    staging.play_out(tournament, finished)
    readers = {
        "visitor": None,
        "other": staging.make_player(),
        "playing": playing,
        "finished": finished,
        "organiser": tournament.organiser,
    }
    seen = {
        who: {
            name: logged_in(user).get(page(name, tournament.pk)).status_code
            for name in ("detail", "standings", "deals", "table")
        }
        for who, user in readers.items()
    }
    assert seen == {
        "visitor": {"detail": 200, "standings": 200, "deals": 403, "table": 302},
        "other": {"detail": 200, "standings": 200, "deals": 403, "table": 403},
        "playing": {"detail": 200, "standings": 200, "deals": 200, "table": 200},
        "finished": {"detail": 200, "standings": 200, "deals": 200, "table": 200},
        "organiser": {"detail": 200, "standings": 200, "deals": 403, "table": 403},
    }


def test_the_list_is_hidden_while_one_has_not_finished_and_the_page_says_why():
    tournament = make_running(boards=2)
    finished = staging.make_player("Aloïs Finaal")
    staging.play_out(tournament, finished)
    for user in (None, staging.make_player(), staging.start(tournament)):
        html = logged_in(user).get(page("standings", tournament.pk)).content.decode()
        assert "De lijst blijft verborgen" in html
        assert "Aloïs Finaal" not in html
    html = logged_in(finished).get(page("standings", tournament.pk)).content.decode()
    assert "Aloïs Finaal" in html
    assert "lijst tot nu toe" in html


def test_from_closing_on_everyone_reads_the_list_the_secret_and_all_hands():
    tournament, users = make_closed()
    secret = bytes(tournament.secret.secret).hex()
    for user in (None, staging.make_player(), *users, tournament.organiser):
        client = logged_in(user)
        detail = client.get(page("detail", tournament.pk)).content.decode()
        assert secret in detail
        assert all(one.display_name in detail for one in users)
        assert client.get(page("standings", tournament.pk)).status_code == 200
        assert client.get(page("deals", tournament.pk)).status_code == 200
        assert client.get(page("deal", tournament.pk, 1)).status_code == 200
        assert client.get(page("deal", tournament.pk, 3)).status_code == 404


def test_a_cancelled_tournament_gives_its_reason_and_no_list():
    tournament = make_running()
    services.cancel_tournament(tournament.organiser, tournament.pk, "Te weinig volk", timezone.now())
    client = logged_in(None)
    assert "Te weinig volk" in client.get(page("detail", tournament.pk)).content.decode()
    assert "er is geen lijst" in client.get(page("standings", tournament.pk)).content.decode()


def test_entering_a_full_tournament_reads_volzet():
    tournament = make_running(capacity=1)
    staging.enter(tournament, staging.make_player())
    response = logged_in(staging.make_player()).post(page("enter", tournament.pk))
    assert response.status_code == 409
    assert "Dit toernooi is volzet." in response.content.decode()


def test_withdrawing_after_the_first_cards_is_refused_in_words():
    tournament = make_running()
    response = logged_in(staging.start(tournament)).post(page("withdraw", tournament.pk))
    assert response.status_code == 409
    assert "uitschrijven kan niet meer" in response.content.decode()


CHANGES = [
    "enter",
    "withdraw",
    "table_start",
    "table_act",
    "table_advance",
    "announce",
    "open",
    "close",
]


@pytest.mark.parametrize("name", [*CHANGES, "cancel", "disqualify", "reinstate"])
def test_what_changes_something_does_not_answer_to_a_get(name):
    tournament = make_running(organiser=staging.make_organiser(is_demo=True))
    assert logged_in(tournament.organiser).get(page(name, tournament.pk)).status_code == 405
    assert Tournament.objects.get(pk=tournament.pk).state == "open"


def test_a_form_without_a_token_gets_the_page_that_says_so(client_with_csrf):
    response = client_with_csrf.post(page("enter", make_running().pk))
    assert response.status_code == 403
    assert "Verstuur het nog eens" in response.content.decode()


@pytest.fixture
def client_with_csrf():
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(staging.make_player())
    return client


@pytest.mark.parametrize("wrong", ["", "-1", "1.5", "٣", "²", "9" * 19, "9" * 5000, "x"])
def test_a_number_that_is_none_changes_nothing_and_is_answered_in_words(wrong):
    tournament = make_running(organiser=staging.make_organiser(is_demo=True))
    player = staging.start(tournament)
    before = staging.acts_of(tournament, player)
    assert logged_in(None).get(page("list"), {"voor": wrong}).status_code == 200
    response = logged_in(player).post(page("table_act", tournament.pk), {"ply": wrong, "act": "H"})
    assert response.status_code == 409
    assert "Het spel is al verder" in response.content.decode()
    response = logged_in(tournament.organiser).post(page("reinstate", tournament.pk), {"entry": wrong})
    assert response.status_code == 404
    assert staging.acts_of(tournament, player) == before
