"""The proof at the API: to the byte what the command takes, hidden before its time, with an ETag."""

import pytest

from engine.proof import parse_proof
from engine.verification import verify_proof
from tests.api.staging import ROOT, client_of, nobody
from tests.pages.scene import make_closed, make_running

pytestmark = pytest.mark.django_db


def address(tournament):
    return f"{ROOT}tournaments/{tournament.pk}/proof/"


def test_its_bytes_are_what_the_command_takes_for_everyone():
    tournament, players = make_closed()
    answer = nobody().get(address(tournament))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert verify_proof(parse_proof(answer.content), tournament.commitment).fault is None
    assert client_of(players[0]).get(address(tournament)).content == answer.content
    again = nobody().get(address(tournament), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_before_the_closing_it_is_refused_and_nothing_of_it_told():
    tournament = make_running()
    answer = client_of(tournament.organiser).get(address(tournament))
    assert (answer.status_code, answer.json()["code"]) == (403, "proof_hidden")
    assert nobody().get(f"{ROOT}tournaments/999999/proof/").status_code == 404
