"""Drafts by the API: an organiser makes one, and reads in words why its rules cannot be played by."""

import pytest

from tests.api.staging import ROOT, client_of, nobody
from tests.tournaments.staging import make_organiser, make_player
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def post(client, **fields):
    return client.post(f"{ROOT}tournaments/", fields, format="json", HTTP_ACCEPT_LANGUAGE="nl")


def test_an_organiser_makes_a_draft_and_reads_its_rules_in_a_sentence():
    answer = post(client_of(make_organiser()), title="Beker", system="whisthub", options={"fixed_deals": 16})
    assert answer.status_code == 201
    assert answer.data["state"] == "draft"
    assert answer.data["rules"] == "Whisthub: precies 16 delen, met kloppen"
    assert Tournament.objects.get(pk=answer.data["id"]).options == {"fixed_deals": 16}


@pytest.mark.parametrize(
    ("system", "options", "field", "words"),
    [
        ("site", {"doubling": 1, "cap": 1}, "cap", "(regel C1)"),
        ("manillen61", {"partner_blind": 1}, "partner_blind", "(regel C9)"),
        ("manilj", {"target": 0, "fixed_deals": 0}, "target", "(regel C20)"),
        ("site", {"kleur": 1}, "options", "heeft die keuze niet"),
        ("site", {"cap": 3}, "options", "1, 2, 4, 8"),
    ],
)
def test_rules_that_contradict_themselves_are_refused_in_words_and_nothing_is_made(system, options, field, words):
    answer = post(client_of(make_organiser()), title="Beker", system=system, options=options)
    assert (answer.status_code, answer.data["code"]) == (400, "invalid")
    assert words in answer.data["fields"][field]
    assert not Tournament.objects.exists()


def test_nobody_else_makes_drafts():
    assert post(nobody(), title="x").status_code == 401
    assert post(client_of(make_player()), title="x").status_code == 403
    assert post(client_of(make_organiser()), options="geen").status_code == 400
