"""Each request and each task has an id, and the lines it logs stand under it."""

import json
import logging

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.test import Client
from pythonjsonlogger.json import JsonFormatter

from config.logs import UNDER, RequestFilter
from config.requests import HEADER

pytestmark = pytest.mark.django_db


def lines_of(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "config.requests"]


@pytest.fixture(autouse=True)
def kept_requests(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    caplog.handler.addFilter(RequestFilter())


def test_an_answer_and_its_line_carry_the_same_id(caplog):
    answer = Client().get("/toernooien/")
    [line] = lines_of(caplog)
    assert len(answer[HEADER]) == 32
    assert line.request == answer[HEADER]
    assert line.getMessage().startswith("GET /toernooien/ 200 ")


def test_two_requests_have_two_ids():
    assert Client().get("/spelregels/")[HEADER] != Client().get("/spelregels/")[HEADER]


def test_a_visitor_cannot_choose_his_id_but_a_proxy_can(settings):
    chosen = {HEADER: "a-proxy-s-own-id"}
    assert Client().get("/spelregels/", headers=chosen)[HEADER] != chosen[HEADER]
    settings.PROXIES = 1
    assert Client().get("/spelregels/", headers=chosen)[HEADER] == chosen[HEADER]
    assert Client().get("/spelregels/", headers={HEADER: "with a line\tbreak"})[HEADER] != "with a line\tbreak"


def test_a_line_names_the_pattern_and_never_the_address(caplog):
    Client().get("/toernooien/123456/?key=s3cret")
    Client().get("/nowhere/s3cret/")
    text = " ".join(line.getMessage() for line in lines_of(caplog))
    assert "/toernooien/<int:tournament_id>/ 404" in text
    assert "123456" not in text
    assert "s3cret" not in text


def test_an_error_stands_under_its_request_and_names_no_address(caplog, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(SessionStore, "load", fail)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a" * 32
    answer = client.get("/toernooien/123456/")
    lines = [line for line in caplog.records if line.name == "django.request"]
    assert [line.request for line in lines] == [answer[HEADER]]
    assert "/toernooien/<int:tournament_id>/" in lines[0].getMessage()
    assert "123456" not in lines[0].getMessage()
    assert "unforeseen" in (lines[0].exc_text or "")


def test_a_database_that_is_away_is_a_line_for_each_request_and_no_traceback(caplog, monkeypatch):
    def fail(*_: object) -> None:
        raise OperationalError("connection failed")

    monkeypatch.setattr(SessionStore, "load", fail)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a" * 32
    assert client.get("/toernooien/").status_code == 503
    lines = [line for line in caplog.records if line.name == "django.request"]
    assert len(lines) == 1
    assert "the database does not answer" in lines[0].getMessage()
    assert not lines[0].exc_info
    assert not lines[0].exc_text


@pytest.mark.parametrize("address", ["/live", "/ready", "/metrics"])
def test_what_machines_ask_all_the_time_leaves_no_line(address, caplog):
    Client().get(address)
    assert not [line for line in caplog.records if line.name in ("config.requests", "django.request")]


def test_as_json_a_line_is_one_object_with_time_level_logger_and_request():
    token = UNDER.set("task-1")
    record = logging.makeLogRecord({"name": "x", "levelname": "INFO", "msg": 'a "quoted" %s', "args": ("word",)})
    assert RequestFilter().filter(record)
    options = dict(settings.LOGGING["formatters"]["json"])
    del options["()"]
    found = json.loads(JsonFormatter(**options).format(record))
    assert found.pop("time")
    assert found == {"level": "INFO", "logger": "x", "request": "task-1", "message": 'a "quoted" word'}
    UNDER.reset(token)
