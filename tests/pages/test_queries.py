"""A page with twenty rows asks the database no more often than one with ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.pages.scene import logged_in, make_running
from tests.tournaments import staging
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


def test_the_table_asks_as_little_late_in_a_boom_as_at_its_beginning():
    tournament = make_running()
    user = staging.start(tournament)
    address = reverse("tournaments:table", args=[tournament.pk])
    early = count_queries(user, address)
    staging.play_acts(tournament, user, 40)
    assert count_queries(user, address) == early
