"""A tournament of a fixed number of deals: every deal compares everyone, and the pages add up."""

import pytest
from django.utils import timezone

from tests.pages.scene import logged_in, make_closed
from tests.tournaments import staging
from tournaments import selectors
from tournaments.selectors.results import get_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed():
    return make_closed(3, boards=40, system="manilj", options={"fixed_deals": 3, "doubling": 1}, first_dealer="E")


def test_the_matrix_ends_in_totals_and_a_mean_percentage(closed):
    tournament, users = closed
    matrix = get_result(users[0], tournament.pk, timezone.now()).matrix
    assert (matrix.fixed, len(matrix.columns)) == (3, 3)
    for row in matrix.rows:
        assert row.missing == 0
        assert row.whole.difference == sum(cell.difference for cell in row.cells)
        assert row.whole.delta == pytest.approx(sum(cell.delta for cell in row.cells))
    # Among three, the percentages of a deal always come to 150.
    assert sum(row.whole.matchpoints for row in matrix.rows) == pytest.approx(150)


@pytest.mark.parametrize("language", ["nl", "en", "fr", "de"])
def test_every_page_of_its_result_opens_in_every_language(closed, language):
    tournament, users = closed
    client = logged_in(users[0])
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    entry = tournament.entries.get(user=users[0])
    deal = f"/toernooien/{tournament.pk}/delen/1/"
    pages = (
        f"/toernooien/{tournament.pk}/",
        f"/toernooien/{tournament.pk}/lijst/",
        f"/toernooien/{tournament.pk}/delen/",
    )
    for path in (*pages, deal, f"{deal}{entry.pk}/?zet=9", f"/toernooien/{tournament.pk}/tafel/"):
        assert client.get(path).status_code == 200, path
    assert "whole" in client.get(f"/toernooien/{tournament.pk}/lijst/").content.decode()


def test_the_end_says_that_the_agreed_deals_are_played(closed):
    tournament, users = closed
    html = logged_in(users[0]).get(f"/toernooien/{tournament.pk}/tafel/").content.decode()
    assert "De 3 afgesproken delen zijn gespeeld." in html


def test_who_stopped_before_the_end_has_no_totals():
    tournament = staging.make_open(options={"fixed_deals": 2}, closes_at=timezone.now() + staging.DAY)
    user = staging.start(tournament)
    staging.play_acts(tournament, user, 10)
    staging.play_out(tournament, staging.make_player())
    staging.services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
    matrix = get_result(user, tournament.pk, timezone.now()).matrix
    assert [row.whole is None for row in matrix.rows] == [False, True]
    assert selectors.get_tournament(user, tournament.pk, timezone.now()).rules == ("Huisregels: precies 2 delen")


@pytest.mark.parametrize(("system", "language"), [("whisthub", "nl"), ("malilla", "fr"), ("manillen61", "de")])
def test_the_table_of_another_system_opens(system, language):
    tournament = staging.make_open(system=system, first_dealer="E", closes_at=timezone.now() + staging.DAY)
    client = logged_in(staging.start(tournament))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    for path in (f"/toernooien/{tournament.pk}/tafel/", f"/toernooien/{tournament.pk}/spelregels/", "/vrij-spel/"):
        assert client.get(path).status_code == 200, path
