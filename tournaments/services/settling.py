"""On which day a boom of free play counts, and how a day is closed so that none is lost to it.

Whoever ends a boom or claims one holds the days open, all at once, until his transaction ends; who closes days waits
for them, and they for him. So a boom is on the list of its day, or it was late: then it ended with the next day.
This lock comes before any row.
"""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import connection
from django.db.models import Max

from tournaments.days import ONE_DAY, day_of, start_of
from tournaments.models import Boom, DailyList
from tournaments.records import boom_state_of, measure_comeback

DAYS_LOCK = 0x6D616E69
"""The number of the advisory lock on the days."""

SETTLE = """
UPDATE tournaments_freeplay SET score = %s, deals = %s, comeback = %s,
    day = GREATEST(%s, (SELECT max(day) + 1 FROM tournaments_dailylist))
WHERE id = %s AND day IS NULL RETURNING day
"""


def hold_days_open() -> None:
    """Until the transaction ends no day is closed; before that, wait for who is closing one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [DAYS_LOCK])


def read_open_day(now: datetime) -> date:
    """The day on which what happens at `now` counts, for who holds the days open: a closed one takes nothing more."""
    closed: date | None = DailyList.objects.aggregate(last=Max("day"))["last"]
    today = day_of(now)
    return today if closed is None else max(today, closed + ONE_DAY)


def settle_free_play(boom: Boom) -> bool:
    """Write the day and the figures of a boom that ends, in the transaction that ends it and before its row is locked.

    Too late for its day, `boom.finished_at` becomes the midnight after it. False when the boom had ended before.
    """
    assert boom.finished_at is not None
    state = boom_state_of(boom)
    comeback = measure_comeback(state.score, boom.behind)
    day = day_of(boom.finished_at)
    hold_days_open()
    with connection.cursor() as cursor:
        cursor.execute(SETTLE, [state.score, state.deals, comeback, day, boom.free_play_id])
        written = cursor.fetchone()
    if written is None:
        return False
    if written[0] != day:
        boom.finished_at = start_of(written[0])
    return True


def close_days(days: Iterable[date], now: datetime) -> None:
    """Close these days for good, in a transaction, once all that is ending now has ended; closed ones stay so."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [DAYS_LOCK])
    DailyList.objects.bulk_create([DailyList(day=day, closed_at=now) for day in days], ignore_conflicts=True)
