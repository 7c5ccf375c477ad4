"""The rows of the daily lists: 100,000 booms of 5,000 players, and a tenth of both to see how it grows.

All booms on one day, the heaviest list there can be, and then spread over a month. Wall time, the database's included;
the pages are asked for by somebody who is logged in and stands on the list.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from benchmarks.rows import Row, summarise
from benchmarks.site import own_site

SIZES = ((10_000, 500), (100_000, 5_000))
"""Booms and players."""
DAY = date(2026, 3, 29)
COMPUTE, PAGE, MONTH = 1000.0, 50.0, 1000.0
"""What is to be reached, in milliseconds."""
PROMISE = "to be reached"


def measure_lists() -> Iterator[Row]:
    with own_site():
        for booms, players in SIZES:
            yield from _measure(booms, players)


def _measure(booms: int, players: int) -> Iterator[Row]:
    from tournaments.days import period_of
    from tournaments.models import DailyList, DailyRow
    from tournaments.selectors.daily_ranking import rank_players
    from tournaments.services.daily_lists import close_past_days, fix_list

    size = f"{booms // 1000}k"
    users = _make_players(players)
    after = datetime(DAY.year, DAY.month, DAY.day, 23, tzinfo=UTC)
    _write_booms(users, booms, [DAY])
    close_past_days(after)

    spent = []
    for _ in range(9):
        DailyRow.objects.all().delete()
        DailyList.objects.update(fixed_at=None)
        spent.append(_time(lambda: fix_list(DAY, after)))
    yield _row(f"list_compute_{size}", spent, COMPUTE)
    yield from _measure_pages(f"list_page_{size}", users, f"/daglijst/{DAY}/")
    DailyList.objects.update(fixed_at=None)
    yield from _measure_pages(f"list_live_{size}", users, f"/daglijst/{DAY}/")

    _clear()
    month = period_of("month", DAY)
    days = [month.first + timedelta(days=number) for number in range(31)]
    _write_booms(users, booms, days)
    close_past_days(after)
    # The last three are still live: today, and what a sweep that is late has not fixed yet.
    for row in list(DailyList.objects.filter(day__lt=month.last - timedelta(days=2))):
        fix_list(row.day, after)
    yield _row(f"list_month_{size}", [_time(lambda: rank_players(month)) for _ in range(15)], MONTH)
    yield from _measure_pages(f"list_month_page_{size}", users, f"/daglijst/maand/{DAY:%Y-%m}/", MONTH)
    _clear()
    _make_players(0)


def _measure_pages(name: str, users: list[Any], address: str, reach: float = PAGE) -> Iterator[Row]:
    from django.test import Client

    client = Client()
    client.force_login(users[len(users) // 2])

    def ask(number: int) -> None:
        answer = client.get(f"{address}?blad={number % 10 + 1}")
        assert answer.status_code == 200, answer.status_code

    for number in range(3):
        ask(number)
    yield _row(name, [_time(lambda number=number: ask(number)) for number in range(40)], reach)


def _make_players(count: int) -> list[Any]:
    from django.db import connection

    from accounts.models import User

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user CASCADE")
    people = [User(email=f"player{n}@example.org", display_name=f"Speler {n * 7919 % 10007}") for n in range(count)]
    return User.objects.bulk_create(people, batch_size=1000)


def _write_booms(users: list[Any], count: int, days: list[date]) -> None:
    """Booms as they are when they are over, spread over players and days."""
    from django.db import connection

    from tournaments.models import Boom, FreePlay

    chance = random.Random(5)
    rows = []
    for number in range(count):
        score = min(130, max(-130, round(chance.gauss(-3, 50))))
        rows.append(
            FreePlay(
                user=users[number % len(users)],
                day=days[number * len(days) // count],
                system="site",
                bots="rulebook@1",
                first_dealer="S",
                announcement="x" * 160,
                commitment="0" * 64,
                score=score,
                deals=chance.randrange(4, 30),
                comeback=max(0, score // 2),
            )
        )
    FreePlay.objects.bulk_create(rows, batch_size=2000)
    booms = []
    for row in rows:
        at = datetime(row.day.year, row.day.month, row.day.day, 12, tzinfo=UTC)
        booms.append(Boom(free_play=row, started_at=at, finished_at=at, reason="limit"))
    Boom.objects.bulk_create(booms, batch_size=2000)
    with connection.cursor() as cursor:
        # What autovacuum does of itself within a minute.
        cursor.execute("VACUUM ANALYZE tournaments_freeplay")
        cursor.execute("VACUUM ANALYZE tournaments_boom")


def _clear() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE tournaments_freeplay, tournaments_dailylist CASCADE")


def _row(name: str, milliseconds: list[float], reach: float) -> Row:
    return summarise(name, milliseconds, "ms", reach, PROMISE)


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


MEASUREMENTS: tuple[Callable[[], Iterator[Row]], ...] = (measure_lists,)
