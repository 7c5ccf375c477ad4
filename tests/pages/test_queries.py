"""A page with twenty rows asks the database no more often than one with ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.pages.scene import logged_in, make_closed, make_running
from tests.tournaments import staging
from tests.tournaments.ten import write_boom
from tournaments import services
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def count_queries(user: User | None, address: str) -> int:
    client = logged_in(user)
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def add_tournaments(organiser: User, player: User, count: int) -> None:
    for _ in range(count):
        tournament = make_running(organiser=organiser)
        staging.enter(tournament, player, staging.make_player())


@pytest.mark.parametrize("name", ["home", "list", "mine", "organise"])
def test_lists_of_tournaments(name):
    organiser, player = staging.make_organiser(is_demo=True), staging.make_player()
    reader = organiser if name == "organise" else player
    address = reverse(f"tournaments:{name}")
    add_tournaments(organiser, player, 10)
    ten = count_queries(reader, address)
    add_tournaments(organiser, player, 10)
    assert count_queries(reader, address) == ten


@pytest.mark.parametrize("name", ["detail", "standings", "deals", "manage"])
def test_one_tournament_with_few_and_with_many_players(name):
    organiser = staging.make_organiser(is_demo=True)

    def measure(players: int) -> int:
        tournament = make_running(organiser=organiser, boards=1)
        users = [staging.make_player() for _ in range(players)]
        staging.play_out(tournament, *users)
        if Tournament.objects.get(pk=tournament.pk).state == "open":
            services.close_tournament(organiser, tournament.pk, timezone.now(), "klaar")
        return count_queries(organiser, reverse(f"tournaments:{name}", args=[tournament.pk]))

    assert measure(2) == measure(8)


def test_a_deal_with_few_and_with_many_players():
    def measure(players: int) -> int:
        tournament = make_running(boards=1)
        staging.play_out(tournament, *[staging.make_player() for _ in range(players)])
        services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
        return count_queries(None, reverse("tournaments:deal", args=[tournament.pk, 1]))

    assert measure(2) == measure(8)


def test_the_result_of_ten_with_twenty_deals_takes_as_many_queries_as_that_of_two_and_at_most_twelve():
    def measure(players: int) -> int:
        tournament = staging.make_open(boards=20)
        users = [staging.make_player() for _ in range(players)]
        for number, user in enumerate(users, start=1):
            write_boom(tournament, user, number, [("H", 25 + number)] * 20, True)
        services.run_due(staging.NOW + staging.DAY)
        return count_queries(users[0], reverse("tournaments:standings", args=[tournament.pk]))

    ten = measure(10)
    assert ten == measure(2)
    assert ten <= 12


def test_a_replay_with_few_and_with_many_others():
    def measure(players: int) -> int:
        tournament, users = make_closed(players, boards=1)
        one, other = (tournament.entries.get(user=user).pk for user in users[:2])
        address = reverse("tournaments:replay", args=[tournament.pk, 1, one])
        return count_queries(users[0], f"{address}?naast={other}")

    assert measure(2) == measure(6)


def test_a_players_page_with_one_tournament_and_with_eight():
    player, other = staging.make_player("Hugo"), staging.make_player("An")
    address = reverse("tournaments:player", args=[player.pk]) + "?tegen=An"

    def add_tournaments(count: int) -> None:
        for _ in range(count):
            tournament = staging.make_open(boards=3)
            for number, user in enumerate([player, other], start=1):
                write_boom(tournament, user, number, [("H", 25 + number)] * 3, True)
        services.run_due(staging.NOW + staging.DAY)

    add_tournaments(1)
    one = count_queries(other, address)
    add_tournaments(7)
    assert count_queries(other, address) == one


def test_the_table_asks_as_little_late_in_a_boom_as_at_its_beginning():
    tournament = make_running()
    user = staging.start(tournament)
    address = reverse("tournaments:table", args=[tournament.pk])
    early = count_queries(user, address)
    staging.play_acts(tournament, user, 40)
    assert count_queries(user, address) == early
