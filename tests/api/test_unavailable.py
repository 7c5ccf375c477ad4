"""The database is away for a moment: the API says so in a sentence and asks to try again."""

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from tournaments import selectors


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_503_and_tells_nothing_of_it(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    def fail(*_: object) -> None:
        raise error("connection to server on socket failed: FATAL")

    monkeypatch.setattr(selectors, "list_tournaments", fail)
    answer = client.get("/api/v1/tournaments/", headers={"Accept-Language": "nl"})
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert answer.json()["message"].startswith("De site hapert even.")
    assert "FATAL" not in answer.content.decode()
