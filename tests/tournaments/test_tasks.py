"""The sweep as Celery calls it: under its name, every half minute, from the database alone."""

from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from engine.errors import UnknownError
from tests.tournaments.staging import make_organiser
from tournaments import services
from tournaments.models import State, Tournament
from tournaments.services import due
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db


def test_the_sweep_is_planned_every_thirty_seconds_under_its_name():
    planned = {plan["task"]: plan["schedule"] for plan in settings.CELERY_BEAT_SCHEDULE.values()}
    assert planned[sweep.name] in (30, 30.0, timedelta(seconds=30))
    assert sweep.name == "tournaments.tasks.sweep"
    assert sweep.name in current_app.tasks


def test_the_sweep_does_what_is_due_now_and_again_does_nothing():
    now = timezone.now()
    organiser = make_organiser()
    times = {"opens_at": now - timedelta(hours=1), "closes_at": now + timedelta(hours=1)}
    draft = services.create_tournament(organiser, {"title": "Proef", **times}, now - timedelta(hours=2))
    services.announce_tournament(organiser, draft.pk, now - timedelta(hours=2))
    assert {name: count for name, count in sweep().items() if count} == {"opened": 1}
    assert Tournament.objects.get().state == State.OPEN
    assert set(sweep().values()) == {0}


def test_trouble_with_one_row_does_not_keep_the_others_waiting(monkeypatch, caplog):
    now = timezone.now()
    organiser = make_organiser()
    then = now - timedelta(days=2)
    for _ in range(3):
        one = services.create_tournament(organiser, {"title": "Proef", "closes_at": now - timedelta(days=1)}, then)
        services.announce_tournament(organiser, one.pk, then)
        services.open_tournament(organiser, one.pk, then)
    broken = Tournament.objects.order_by("pk")[1].pk
    close = due.mark_closed

    def fail_one(tournament, *args):
        close(tournament, *args)
        if tournament.pk == broken:
            raise UnknownError("no system", "x")

    monkeypatch.setattr(due, "mark_closed", fail_one)
    assert sweep()["closed"] == 2
    assert f"row {broken}" in caplog.text
    assert Tournament.objects.get(pk=broken).state == State.OPEN
    monkeypatch.undo()
    assert services.run_due(now)["closed"] == 0
    assert services.run_due(timezone.now() + timedelta(seconds=30))["closed"] == 1
