"""The doctor says in words what is wrong with an installation, and ends with 1 when something is."""

import io
from datetime import timedelta

import kombu.exceptions
import pytest
import redis.exceptions
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from config import doctor
from config.doctor import Level, examine
from tests.tournaments.staging import make_announced, make_organiser
from tournaments.models import JobReport

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def worker(monkeypatch):
    """No worker runs beside these tests: one that answers, unless the test takes it away."""
    monkeypatch.setattr(doctor.app.control, "ping", lambda timeout: [{"celery@here": {"ok": "pong"}}])


def swept(ago: timedelta) -> None:
    JobReport.objects.create(job="opened", ran_at=timezone.now() - ago, milliseconds=1, done=0, failed=0)


def tell(subject: str) -> list[tuple[Level, str]]:
    return [(finding.level, finding.sentence) for finding in examine() if finding.subject == subject]


def test_an_installation_that_runs_has_nothing_wrong():
    swept(timedelta(seconds=5))
    make_organiser()
    found = list(examine())
    assert not [finding for finding in found if finding.level is Level.WRONG]
    assert {"database", "migrations", "clock", "work", "cache", "broker", "worker"} <= {
        finding.subject for finding in found if finding.level is Level.GOOD
    }


def test_a_clock_that_stands_still_is_wrong():
    [(level, sentence)] = tell("clock")
    assert level is Level.WRONG
    assert "never" in sentence
    swept(timedelta(minutes=10))
    assert tell("clock") == [
        (Level.WRONG, "The last sweep was 10 min ago; see whether worker and clock run. Nothing is lost meanwhile.")
    ]


def test_work_that_lies_waiting_is_named():
    now = timezone.now()
    make_announced(opens_at=now - timedelta(minutes=9), closes_at=now + timedelta(days=1))
    assert tell("work") == [(Level.WRONG, "1 of the job `opened` should have been done; see the log of the worker.")]


def test_a_database_that_is_away_is_one_sentence_and_the_rest_is_looked_at(monkeypatch):
    def fail() -> None:
        raise OperationalError("password authentication failed for user x")

    monkeypatch.setattr(doctor.connection, "cursor", fail)
    found = list(examine())
    wrong = [finding for finding in found if finding.level is Level.WRONG]
    assert [finding.subject for finding in wrong] == ["database"]
    assert "password" not in wrong[0].sentence
    assert "broker" in {finding.subject for finding in found}


@pytest.mark.parametrize("error", [kombu.exceptions.OperationalError, redis.exceptions.ConnectionError])
def test_a_broker_that_is_away_is_one_sentence(error, monkeypatch):
    def fail() -> None:
        raise error("connection to 10.0.0.1 failed")

    monkeypatch.setattr(doctor, "read_queue", fail)
    [(level, sentence)] = tell("broker")
    assert level is Level.WRONG
    assert sentence.startswith("It does not answer")
    assert "10.0.0.1" not in sentence


def test_no_worker_is_wrong(monkeypatch):
    monkeypatch.setattr(doctor.app.control, "ping", lambda timeout: [])
    assert tell("worker") == [(Level.WRONG, "None answers; start one, or see in its log why it hangs.")]


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("DEBUG", True, "MANILLEN_DEBUG"),
        ("ALLOWED_HOSTS", ["*"], "MANILLEN_HOSTS"),
        ("SECRET_KEY", "short", "MANILLEN_SECRET_KEY"),
    ],
)
def test_a_setting_that_is_not_safe_is_named(name, value, word, settings):
    setattr(settings, name, value)
    assert [sentence for level, sentence in tell("settings") if level is Level.WRONG and word in sentence]


def test_the_command_ends_with_1_when_something_is_wrong_and_0_otherwise():
    text = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=text)
    assert ended.value.code == 1
    assert "There has never been a sweep" in text.getvalue()
    swept(timedelta(seconds=5))
    text = io.StringIO()
    call_command("doctor", "--quiet", stdout=text)
    assert "good" not in text.getvalue()
