"""The ranking of the players of a period, summed and ranked by the database: a day may hold 100,000 booms.

Days that are fixed are read as they were fixed, the others as they stand. Ranks are those of
`engine.ranking.share_ranks`, to which a test holds them.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from django.db import connection

from tournaments.days import Period, day_of
from tournaments.models import DailyList, FreePlay

Sort = Literal["total", "booms", "average", "best"]
SORTS: tuple[Sort, ...] = ("total", "booms", "average", "best")


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One player's booms in a period: how many, the sum of their scores, the best of them.

    `place` numbers the list from 1 in the order asked for, `rank` is by total and shared by equal ones. `name` is
    None for an account that is gone. `players` and `all_booms` are those of the whole list.
    """

    place: int
    rank: int
    user_id: int
    name: str | None
    is_demo: bool
    booms: int
    total: int
    best: int
    players: int
    all_booms: int

    @property
    def average(self) -> float:
        return self.total / self.booms


LIVE = """
SELECT user_id, count(*) AS booms, sum(score) AS total, max(score) AS best
FROM tournaments_freeplay AS boom
WHERE day BETWEEN %(first)s AND %(last)s AND counts AND user_id IS NOT NULL
    AND day NOT IN (
        SELECT day FROM tournaments_dailylist WHERE day BETWEEN %(first)s AND %(last)s AND fixed_at IS NOT NULL
    )
GROUP BY user_id
"""
FIXED = """
SELECT user_id, sum(booms) AS booms, sum(total) AS total, max(best) AS best
FROM tournaments_dailyrow
WHERE daily_list_id IN (
    SELECT day FROM tournaments_dailylist WHERE day BETWEEN %(first)s AND %(last)s AND fixed_at IS NOT NULL
)
GROUP BY user_id
"""
BOTH = f"""
SELECT user_id, sum(booms) AS booms, sum(total) AS total, max(best) AS best
FROM ({FIXED} UNION ALL {LIVE}) AS parts GROUP BY user_id
"""
ORDERS: dict[Sort, str] = {
    "total": "total DESC",
    "booms": "booms DESC",
    "average": "total::float / booms DESC",
    "best": "best DESC",
}
RANKED = """
SELECT place, rank, user_id, display_name, COALESCE(is_demo, false), booms, total, best, players, all_booms
FROM (
    SELECT user_id, NULLIF(display_name, '') AS display_name, is_demo, booms::int, total::int, best::int,
        rank() OVER (ORDER BY total DESC) AS rank,
        row_number() OVER (ORDER BY {order}, display_name IS NULL, name_key, user_id) AS place,
        count(*) OVER () AS players,
        (sum(booms) OVER ())::int AS all_booms
    FROM ({sums}) AS sums LEFT JOIN accounts_user AS account ON account.id = user_id
) AS ranked
WHERE (place BETWEEN %(from)s AND %(to)s OR user_id = %(me)s)
ORDER BY place
"""
NOBODY = -1
NO_END = 2**31 - 1


def rank_players(
    period: Period,
    sort: Sort = "total",
    *,
    first: int = 1,
    last: int = NO_END,
    me: int | None = None,
    fixed: bool = True,
    live: bool = True,
) -> list[RankedPlayer]:
    """The places `first` to `last` of the list of a period, and that of the user `me`, in order of place.

    `fixed` and `live` say which days to look at, for who knows that there are none of the other.
    """
    query, values = write_query(period, sort, first=first, last=last, me=me, fixed=fixed, live=live)
    return [RankedPlayer(*row) for row in _fetch(query, values)]


def write_query(
    period: Period,
    sort: Sort = "total",
    *,
    first: int = 1,
    last: int = NO_END,
    me: int | None = None,
    fixed: bool = True,
    live: bool = True,
) -> tuple[str, dict[str, Any]]:
    """The query of `rank_players`, whose columns are the fields of `RankedPlayer`, and its values."""
    query = RANKED.format(order=ORDERS[sort], sums=_sums(fixed, live))
    return query, {**_days(period), "from": first, "to": last, "me": NOBODY if me is None else me}


def count_above(period: Period, total: int) -> tuple[int, int]:
    """How many players of a period have a higher total than this, and how many there are."""
    query = f"SELECT count(*) FILTER (WHERE total > %(total)s), count(*) FROM ({_sums(True, True)}) AS sums"
    above, players = _fetch(query, {**_days(period), "total": total})[0]
    return above, players


def find_first_day() -> date | None:
    """The first day that has a list; before that day there was no free play. None as long as there is none."""
    first: date | None = DailyList.objects.order_by("day").values_list("day", flat=True).first()
    if first is not None:
        return first
    oldest = FreePlay.objects.order_by("pk").values_list("boom__started_at", flat=True).first()
    return None if oldest is None else day_of(oldest)


def _sums(fixed: bool, live: bool) -> str:
    if fixed and live:
        return BOTH
    return FIXED if fixed else LIVE


def _days(period: Period) -> dict[str, Any]:
    return {"first": period.first, "last": period.last}


def _fetch(query: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
