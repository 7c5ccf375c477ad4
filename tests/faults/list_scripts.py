"""What test_lists.py has done beside a site, with the site's own environment:

`python list_scripts.py seed DAYS PLAYERS` writes days of booms that are over, all at once, and prints how many;
`… kill PID …` kills these as soon as a list is being written, and prints how many lists are not fixed then and how many
rows they have;
`… check` compares every list with the booms, added up here, and prints what is fixed and what differs, as JSON.
"""

import json
import os
import random
import signal
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

PATIENCE = 120
WRITING = """
SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'INSERT INTO tournaments_dailyrow%'
"""


def seed(days: int, players: int) -> int:
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from tournaments.days import day_of
    from tournaments.models import Boom, FreePlay

    chance = random.Random(9)
    today = day_of(timezone.now())
    with transaction.atomic():
        users = User.objects.bulk_create(
            User(email=f"p{number}@example.org", display_name=f"Player {number}") for number in range(players)
        )
        rows = FreePlay.objects.bulk_create(
            (
                FreePlay(
                    user=user,
                    day=today - timedelta(days=days - number),
                    system="site",
                    bots="rulebook@1",
                    first_dealer="S",
                    score=chance.randrange(-101, 120),
                    deals=9,
                    comeback=0,
                )
                for number in range(days)
                for user in users
            ),
            batch_size=5000,
        )
        booms = []
        for row in rows:
            assert row.day is not None
            at = datetime(row.day.year, row.day.month, row.day.day, 12, tzinfo=UTC)
            booms.append(Boom(free_play=row, started_at=at, finished_at=at, reason="limit", deals=9))
        Boom.objects.bulk_create(booms, batch_size=5000)
    return len(rows)


def kill(pids: list[int]) -> str:
    from django.db import connection

    from tournaments.models import DailyList, DailyRow

    with connection.cursor() as cursor:
        deadline = time.monotonic() + PATIENCE
        while True:
            cursor.execute(WRITING)
            if cursor.fetchone()[0]:
                break
            assert time.monotonic() < deadline, "no list was being written"
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    # The server ends the transaction of who is gone once it notices.
    time.sleep(2)
    left = DailyList.objects.filter(fixed_at__isnull=True)
    return f"{left.count()} {DailyRow.objects.filter(daily_list__in=left).count()}"


def check() -> str:
    from tournaments.models import DailyList, DailyRow, FreePlay

    sums: dict[tuple[object, object], list[int]] = defaultdict(list)
    for day, user, score in FreePlay.objects.values_list("day", "user_id", "score"):
        sums[day, user].append(score)
    meant = {key: (len(scores), sum(scores), max(scores)) for key, scores in sums.items()}
    columns = ("daily_list_id", "user_id", "booms", "total", "best", "rank")
    found = list(DailyRow.objects.values_list(*columns))
    listed = {(day, user): (booms, total, best) for day, user, booms, total, best, _ in found}
    totals: dict[object, list[int]] = defaultdict(list)
    for (day, _), (_, total, _) in meant.items():
        totals[day].append(total)
    ranks = sum(rank != 1 + sum(other > total for other in totals[day]) for day, _, _, total, _, rank in found[::97])
    return json.dumps(
        {
            "fixed": DailyList.objects.filter(fixed_at__isnull=False).count(),
            "closed": DailyList.objects.count(),
            "rows": len(found),
            "differ": len(found) - len(listed) + sum(listed.get(key) != value for key, value in meant.items()),
            "ranks": ranks,
        }
    )


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "seed":
        print(seed(*map(int, words)))
    elif command == "kill":
        print(kill([int(word) for word in words]))
    else:
        print(check())
