"""The page on which the cards of one tournament are checked, in each of its states."""

from html import unescape

import pytest
from django.urls import reverse

from tests.pages.scene import drawn_cards, logged_in, make_closed, make_running
from tests.tournaments import staging

pytestmark = pytest.mark.django_db


def read(tournament, name="proof"):
    answer = logged_in(None).get(reverse(f"tournaments:{name}", args=[tournament.pk]))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_before_the_closing_it_shows_the_seal_and_nothing_to_check():
    tournament = make_running()
    html = read(tournament)
    assert tournament.commitment in html
    assert "check.js" not in html
    assert drawn_cards(html) == set()
    assert tournament.secret.secret.hex() not in html


def test_from_the_closing_on_it_offers_the_button_the_file_and_the_command():
    tournament, players = make_closed()
    html = read(tournament)
    assert f"python -m engine verify manillen-{tournament.pk}.json --commitment {tournament.commitment}" in html
    assert f"/api/v1/tournaments/{tournament.pk}/proof/" in html
    assert "<noscript>" in html
    assert len(drawn_cards(html)) == 32
    assert players[0].display_name in html
    assert f"{reverse('tournaments:proof', args=[tournament.pk])}#controle" in read(tournament, "detail")


def test_a_draft_has_none_not_even_for_its_organiser():
    draft = staging.make_draft()
    address = reverse("tournaments:proof", args=[draft.pk])
    assert logged_in(draft.organiser).get(address).status_code == 404
    assert logged_in(None).get(reverse("tournaments:proof", args=[999_999])).status_code == 404
