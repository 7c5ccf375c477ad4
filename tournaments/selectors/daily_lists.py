"""The lists of a day, a week or a month: the ranking, one's own place on it, the podium, the records, the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Min, Q, Sum

from tournaments.days import ONE_DAY, Kind, Period, day_of, period_of
from tournaments.errors import ServiceError
from tournaments.models import DailyList, FreePlay
from tournaments.selectors.daily_ranking import RankedPlayer, Sort, count_above, find_first_day, rank_players
from tournaments.selectors.places import Owner

PAGE = 50
"""How many players a page of a list holds."""
PODIUM = 5
"""How many stand on the podium at most, when places are shared."""
PLOTTED = 30
"""How many of one's own scores are drawn."""


@dataclass(frozen=True)
class ListRow:
    """One player on a list. `rank` is by total, whatever the order; `name` is None for an account that is gone."""

    rank: int
    name: str | None
    is_demo: bool
    booms: int
    total: int
    average: float
    best: int
    is_me: bool


@dataclass(frozen=True)
class ListPage:
    """A page of a list. `fixed`: no more changes. `mine` is the reader's own row, on page `my_page`.

    `earlier` and `later` are the periods of the same kind beside it that have a list, None where there is none.
    """

    period: Period
    fixed: bool
    sort: Sort
    rows: Sequence[ListRow]
    page: int
    pages: int
    players: int
    booms: int
    mine: ListRow | None
    my_page: int | None
    earlier: Period | None
    later: Period | None


@dataclass(frozen=True)
class OwnPlace:
    """Where one stands today. A guest's place is the one that he would have: he is on no list yet."""

    rank: int
    players: int
    booms: int
    total: int


@dataclass(frozen=True)
class ArchiveDay:
    """A day of the calendar. `players` and `booms` are None while it is not fixed; `listed`: it has a list."""

    day: date
    listed: bool
    players: int | None
    booms: int | None


def read_period(kind: Kind, text: str, now: datetime) -> Period:
    """The day or week ("2026-11-29") or month ("2026-11") that an address names, the present one when it names none.

    Raises `ServiceError` "no_day", "no_month".
    """
    refused = "no_month" if kind == "month" else "no_day"
    if not text:
        return period_of(kind, day_of(now))
    written = f"{text}-01" if kind == "month" else text
    try:
        day = date.fromisoformat(written)
        period = period_of(kind, day)
    except (ValueError, OverflowError):
        raise ServiceError(refused) from None
    if day.isoformat() != written:
        raise ServiceError(refused)
    return period


def view_list(
    user: Any, period: Period, now: datetime, sort: Sort = "total", page: int = 1, *, limit: int = PAGE
) -> ListPage:
    """A page of the list of a period, the live days as they stand.

    Raises `ServiceError` "day_ahead", "day_before_all" where there is no list, "no_list_page".
    """
    today, first, fixed_days = _check_period(period, now)
    past = period.last < today
    fixed = past and fixed_days == (period.last - max(first, period.first)).days + 1
    start = (page - 1) * limit
    if page < 1:
        raise ServiceError("no_list_page")
    rows = rank_players(
        period, sort, first=start + 1, last=start + limit, me=user.pk, fixed=fixed_days > 0, live=not fixed
    )
    shown = [row for row in rows if start < row.place <= start + limit]
    if page > 1 and not shown:
        raise ServiceError("no_list_page")
    mine = next((row for row in rows if row.user_id == user.pk), None)
    players = rows[0].players if rows else 0
    return ListPage(
        period=period,
        fixed=fixed,
        sort=sort,
        rows=[_describe(row, user) for row in shown],
        page=page,
        pages=max(1, -(-players // limit)),
        players=players,
        booms=rows[0].all_booms if rows else 0,
        mine=None if mine is None else _describe(mine, user),
        my_page=None if mine is None else (mine.place - 1) // limit + 1,
        earlier=period.before if period.first > first else None,
        later=period.after if period.last < today else None,
    )


def view_podium(now: datetime) -> tuple[date, list[RankedPlayer]]:
    """The day and those in its first three ranks: of today, or of yesterday before anyone; empty it is today's."""
    today = day_of(now)
    for day in (today, today - ONE_DAY):
        rows = rank_players(period_of("day", day), last=PODIUM, fixed=day < today)
        if rows:
            return day, [row for row in rows if row.rank <= 3]
    return today, []


def view_own_place(owner: Owner, now: datetime) -> OwnPlace | None:
    """Where this owner stands today; None before his first boom of the day."""
    today = day_of(now)
    own = FreePlay.objects.filter(owner.owns(), day=today, counts=True).aggregate(booms=Count("pk"), total=Sum("score"))
    if not own["booms"]:
        return None
    above, players = count_above(period_of("day", today), own["total"])
    return OwnPlace(above + 1, players + (owner.user_id is None), own["booms"], own["total"])


def list_scores(owner: Owner, limit: int = PLOTTED) -> list[int]:
    """One's latest scores, the oldest first."""
    rows = FreePlay.objects.filter(owner.owns(), day__isnull=False).order_by("-pk")
    return [score for score in rows.values_list("score", flat=True)[:limit] if score is not None][::-1]


def view_archive(month: date, now: datetime) -> list[ArchiveDay]:
    """The days of a month. Raises `ServiceError` "day_ahead", "day_before_all" for a month that has no list."""
    period = period_of("month", month)
    today, first, _ = _check_period(period, now)
    fixed = {row.day: row for row in DailyList.objects.filter(day__range=(period.first, period.last))}
    days = []
    for number in range((period.last - period.first).days + 1):
        day = period.first + ONE_DAY * number
        row = fixed.get(day)
        done = row is not None and row.fixed_at is not None
        days.append(
            ArchiveDay(
                day=day,
                listed=first <= day <= today,
                players=row.players if row is not None and done else None,
                booms=row.booms if row is not None and done else None,
            )
        )
    return days


def _check_period(period: Period, now: datetime) -> tuple[date, date, int]:
    """Today, the first day that has a list, and how many days of the period are fixed."""
    today = day_of(now)
    if period.first > today:
        raise ServiceError("day_ahead")
    inside = Q(day__range=(period.first, period.last), fixed_at__isnull=False)
    known = DailyList.objects.aggregate(first=Min("day"), fixed=Count("pk", filter=inside))
    first = known["first"] or find_first_day() or today
    if period.last < first:
        raise ServiceError("day_before_all")
    return today, first, known["fixed"]


def _describe(row: RankedPlayer, user: Any) -> ListRow:
    return ListRow(
        rank=row.rank,
        name=row.name,
        is_demo=row.is_demo,
        booms=row.booms,
        total=row.total,
        average=row.average,
        best=row.best,
        is_me=row.user_id == user.pk,
    )
