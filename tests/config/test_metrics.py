"""What a Prometheus server reads: only with the token, figures that are true, never what stands in a row."""

import re
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY

from config import broker, metrics
from config.celery import app
from tests.tournaments.staging import make_announced
from tournaments import services
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-some-length"


@pytest.fixture
def token(settings, tmp_path, monkeypatch) -> str:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    return TOKEN


@pytest.fixture
def emptied_queue():
    with app.connection_for_write() as connection:
        connection.default_channel.client.delete(broker.QUEUE)
    yield
    with app.connection_for_write() as connection:
        connection.default_channel.client.delete(broker.QUEUE)


def read(token: str) -> dict[str, float]:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    lines = answer.content.decode().splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_without_the_token_there_is_no_such_page(given, token):
    assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404


def test_where_no_token_is_set_nobody_reads_them(settings):
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_what_is_due_and_what_lies_waiting_are_told_apart(token):
    now = timezone.now()
    make_announced(opens_at=now - timedelta(seconds=20), closes_at=now + timedelta(days=1))
    make_announced(opens_at=now - timedelta(minutes=9), closes_at=now + timedelta(days=1))
    found = read(token)
    assert found['manillen_due{job="opened"}'] == 2
    assert found['manillen_overdue{job="opened"}'] == 1
    assert "manillen_sweep_lag_seconds" not in found
    services.run_due(now)
    found = read(token)
    assert found['manillen_due{job="opened"}'] == found['manillen_overdue{job="opened"}'] == 0
    assert 0 <= found["manillen_sweep_lag_seconds"] < 60


def test_the_queue_tells_how_long_its_oldest_task_waits(token, emptied_queue):
    assert broker.read_queue() == (0, 0.0)
    sweep.apply_async()
    sweep.apply_async()
    waiting, age = broker.read_queue()
    assert waiting == 2
    assert 0 < age < 30
    found = read(token)
    assert found["manillen_queue_length"] == 2
    assert found['manillen_up{server="broker"}'] == 1


def test_a_database_that_is_away_is_told_and_leaves_the_rest(token, monkeypatch):
    def fail(*_: object) -> None:
        raise OperationalError("connection to 10.0.0.1 failed")

    monkeypatch.setattr(metrics, "get_health", fail)
    found = read(token)
    assert found['manillen_up{server="database"}'] == 0
    assert found['manillen_up{server="broker"}'] == 1


def test_a_request_is_counted_under_its_pattern():
    labels = {"method": "GET", "route": "/toernooien/<int:tournament_id>/", "status": "404"}
    before = REGISTRY.get_sample_value("manillen_request_seconds_count", labels) or 0
    Client().get("/toernooien/123456/")
    assert REGISTRY.get_sample_value("manillen_request_seconds_count", labels) == before + 1
    names = {sample.labels.get("route", "") for metric in REGISTRY.collect() for sample in metric.samples}
    assert not [name for name in names if re.search(r"\d{4}", name)]
