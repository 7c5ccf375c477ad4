"""Practice, what-if and the bot's line as pages: the buttons, the tables, what stands beside the field."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import drawn_cards, logged_in, make_closed, make_running
from tests.pages.test_queries import count_queries
from tests.tournaments import staging
from tests.tournaments.test_practising import play
from tournaments.models import Boom, Play, Practice
from tournaments.services.bot_lines import play_line
from tournaments.services.practising import start_practice

pytestmark = pytest.mark.django_db


def page(name: str, *keys: int) -> str:
    return reverse(f"tournaments:{name}", args=keys)


def read(user, address: str) -> str:
    answer = logged_in(user).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def begin(user, tournament) -> int:
    answer = logged_in(user).post(page("practice_start", tournament.pk))
    practice = Practice.objects.get(user=user, ended_at=None, origin=None)
    assert answer.url == page("practice_table", tournament.pk, practice.pk)
    return practice.pk


def test_a_closed_tournament_offers_it_on_the_result_and_on_each_deal():
    tournament, (player, _) = make_closed()
    for address in (page("standings", tournament.pk), page("deal", tournament.pk, 1)):
        assert "Oefen deze boom" in read(player, address)
        assert "Meld je aan om deze boom te oefenen" in read(None, address)
    begin(player, tournament)
    for address in (page("standings", tournament.pk), page("deal", tournament.pk, 1)):
        assert "Verder oefenen" in read(player, address)


def test_before_the_closing_nothing_offers_it_and_the_address_refuses():
    tournament = make_running(boards=2)
    player = staging.start(tournament)
    staging.play_boom(tournament, player)
    entry = tournament.entries.get(user=player).pk
    for address in (
        page("standings", tournament.pk),
        page("deal", tournament.pk, 1),
        page("replay", tournament.pk, 1, entry),
    ):
        html = read(player, address)
        assert "oefenen/begin" not in html
        assert "wat-als" not in html
    client = logged_in(player)
    assert client.post(page("practice_start", tournament.pk)).status_code == 409
    assert client.post(page("what_if", tournament.pk, 1, entry), {"zet": 3}).status_code == 409
    assert not Practice.objects.exists()


def test_who_is_not_logged_in_is_sent_to_do_so_and_comes_back_to_a_page():
    tournament, (player, _) = make_closed()
    entry = tournament.entries.get(user=player).pk
    for address, back in (
        (page("practice_start", tournament.pk), page("standings", tournament.pk)),
        (page("what_if", tournament.pk, 1, entry), page("replay", tournament.pk, 1, entry)),
    ):
        answer = logged_in(None).post(address)
        assert answer.status_code == 302
        assert answer.url == f"{reverse('account_login')}?next={back}"
    assert not Practice.objects.exists()


def test_the_table_shows_ones_own_cards_alone_and_says_that_it_is_practice():
    tournament, (player, _) = make_closed()
    html = read(player, page("practice_table", tournament.pk, begin(player, tournament)))
    assert len(drawn_cards(html)) == 8
    assert "oefening" in html
    assert "Een oefening telt nergens mee" in html


@pytest.mark.parametrize("name", ["table", "fragment", "act", "advance", "give_up"])
def test_another_players_practice_does_not_exist(name):
    tournament, (player, other) = make_closed()
    practice = begin(player, tournament)
    client = logged_in(other)
    address = page(f"practice_{name}", tournament.pk, practice)
    answer = client.get(address) if name in ("table", "fragment") else client.post(address, {"ply": 0, "act": "H"})
    if name == "give_up":
        # Nothing of it is told, and nothing happens to it.
        assert answer.status_code == 302
    else:
        assert answer.status_code == 404
    assert Practice.objects.filter(pk=practice).exists()


def test_a_card_by_form_and_the_same_form_again():
    tournament, (player, _) = make_closed()
    practice = begin(player, tournament)
    client, address = logged_in(player), page("practice_act", tournament.pk, practice)
    for _ in range(2):
        answer = client.post(address, {"ply": 0, "act": "H"})
        assert answer.url == page("practice_table", tournament.pk, practice)
    assert Play.objects.get(boom__practice=practice).acts.split()[0] == "H"


def test_at_the_end_it_leads_to_the_field_where_it_stands_for_oneself_alone():
    tournament, (player, other) = make_closed()
    practice = begin(player, tournament)
    play(player, tournament, practice)
    end = read(player, page("practice_table", tournament.pk, practice))
    assert "Je oefenboom is uit" in end
    assert page("standings", tournament.pk) in end
    for address in (page("standings", tournament.pk), page("deal", tournament.pk, 1)):
        assert f"beside-{practice}" in read(player, address)
        for viewer in (other, tournament.organiser, None):
            assert f"beside-{practice}" not in read(viewer, address)
            assert "niet in het klassement" not in read(viewer, address)


def test_given_up_it_is_gone_and_again_is_harmless():
    tournament, (player, _) = make_closed()
    practice = begin(player, tournament)
    for _ in range(2):
        answer = logged_in(player).post(page("practice_give_up", tournament.pk, practice))
        assert answer.url == page("standings", tournament.pk)
    assert not Practice.objects.exists()
    assert logged_in(player).get(page("practice_table", tournament.pk, practice)).status_code == 404


def test_from_a_replay_one_plays_on_and_sees_what_it_brings():
    tournament, (player, other) = make_closed()
    entry = tournament.entries.get(user=other).pk
    replay = page("replay", tournament.pk, 1, entry)
    assert "Wat als: speel van hier verder" in read(player, f"{replay}?zet=9")
    assert "Wat als: speel van hier verder" not in read(player, f"{replay}?zet=99")
    answer = logged_in(player).post(page("what_if", tournament.pk, 1, entry), {"zet": "9"})
    practice = Practice.objects.get(user=player)
    assert answer.url == page("practice_table", tournament.pk, practice.pk)
    table = read(player, answer.url)
    assert "wat als" in table
    assert "De boom gaat tot" not in table
    play(player, tournament, practice.pk)
    end = read(player, answer.url)
    assert f"Zoals {other.display_name} het speelde" in end
    assert f"{replay}?zet=9" in end
    assert "Zo brengt het" in end


@pytest.mark.parametrize("moment", ["", "-1", "x", "9" * 40])
def test_a_moment_that_cannot_be_read_is_the_beginning(moment):
    tournament, (player, _) = make_closed()
    entry = tournament.entries.get(user=player).pk
    assert logged_in(player).post(page("what_if", tournament.pk, 1, entry), {"zet": moment}).status_code == 302
    assert Practice.objects.get(user=player).moment == 0


def test_the_bot_stands_below_the_list_and_on_each_deal_for_everyone():
    tournament, _ = make_closed()
    assert "bot als Zuid" not in read(None, page("standings", tournament.pk))
    play_line(tournament.pk, timezone.now())
    for address in (page("standings", tournament.pk), page("deal", tournament.pk, 1)):
        assert "bot als Zuid" in read(None, address)
    assert "bot als Zuid" not in read(None, page("detail", tournament.pk))


def test_pages_ask_as_often_with_much_practice_as_with_none():
    tournament, (player, _) = make_closed(boards=4)
    play_line(tournament.pk, timezone.now())
    addresses = (page("standings", tournament.pk), page("deal", tournament.pk, 1))
    none = [count_queries(player, address) for address in addresses]
    for _ in range(4):
        play(player, tournament, start_practice(player, tournament.pk, timezone.now()))
    assert Boom.objects.filter(practice__user=player).count() == 4
    assert [count_queries(player, address) for address in addresses] == none
    assert max(none) <= 12
