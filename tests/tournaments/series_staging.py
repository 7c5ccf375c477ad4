"""Series for a scene: planned, with a day that is open, with tables that fill."""

from datetime import time
from zoneinfo import ZoneInfo

from tests.tournaments.staging import HOUR, NOW, make_organiser, make_player
from tournaments import services
from tournaments.models import Occurrence

BRUSSELS = ZoneInfo("Europe/Brussels")
MIDNIGHT = time(0, 0)


def make_series(organiser=None, now=NOW, **fields):
    values = {
        "name": "Dagtoernooi",
        "title": "Dagtoernooi {datum}",
        "starts_on": now.astimezone(BRUSSELS).date(),
        "opens": MIDNIGHT,
        **fields,
    }
    return services.create_series(organiser or make_organiser(), values, now)


def make_occurrence(now=NOW, **fields):
    """The first occurrence of a new series, open, and a moment in the middle of it."""
    make_series(now=now, **fields)
    services.run_due(now)
    occurrence = Occurrence.objects.latest("pk")
    moment = occurrence.opens_at + HOUR
    services.run_due(moment)
    return occurrence, moment


def enter_many(occurrence, moment, count):
    first = occurrence.tables.get(table=1)
    users = [make_player() for _ in range(count)]
    for user in users:
        services.enter_tournament(user, first.pk, moment)
    return users


def fill_of(occurrence):
    return [table.entries.count() for table in occurrence.tables.order_by("table")]
