"""A public ingredient on the pages: announced by form, awaited in words, entered by form, shown to everyone."""

from html import unescape

import pytest
from django.urls import reverse

from tests.pages.scene import logged_in
from tests.tournaments import staging
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DRAW = "de Lotto van 4 maart"


def page(name: str, tournament: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk])


def read(client, address: str) -> str:
    return unescape(client.get(address).content.decode())


@pytest.fixture
def tournament():
    """Announced, and open by its own time."""
    closes = staging.NOW.replace(year=2099)
    organiser = staging.make_organiser(is_demo=True)
    return staging.make_open(organiser, ingredient=DRAW, closes_at=closes)


def test_players_read_what_is_waited_for_and_are_dealt_to_once_it_is_there(tournament):
    player = staging.make_player()
    client = logged_in(player)
    client.post(page("enter", tournament))
    for name in ("detail", "table"):
        assert f"Er worden nog geen kaarten gedeeld: we wachten op {DRAW}." in read(client, page(name, tournament))
    refused = client.post(page("table_start", tournament))
    assert refused.status_code == 409
    assert DRAW in unescape(refused.content.decode())

    organiser = logged_in(tournament.organiser)
    assert DRAW in read(organiser, page("manage", tournament))
    assert organiser.post(page("ingredient", tournament), {"value": "5 12 23"}).status_code == 302
    assert "5 12 23" in read(client, page("detail", tournament))
    assert client.post(page("table_start", tournament)).status_code == 302
    assert "Definitief invullen" not in read(organiser, page("manage", tournament))


def test_a_value_that_cannot_be_kept_is_told_in_its_form_with_what_was_typed(tournament):
    organiser = logged_in(tournament.organiser)
    typed = "9" * 201
    refused = organiser.post(page("ingredient", tournament), {"value": typed})
    assert refused.status_code == 400
    assert typed in refused.content.decode()
    organiser.post(page("ingredient", tournament), {"value": "5"})
    other = organiser.post(page("ingredient", tournament), {"value": "6"})
    assert other.status_code == 409
    assert Tournament.objects.get().ingredient_value == "5"


def test_a_copy_begins_without_the_ingredient_of_other_cards(tournament):
    organiser = logged_in(tournament.organiser)
    assert DRAW not in read(organiser, f"{reverse('tournaments:create')}?van={tournament.pk}")
