"""The lists of a day, a week or a month: the ranking, one's own place on it, the podium, the records, the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from django.db.models import Count, Min, Q

from engine.ranking import share_ranks
from tournaments.days import ONE_DAY, Period, day_of, period_of
from tournaments.errors import ServiceError
from tournaments.models import DailyList, FreePlay
from tournaments.selectors.places import Owner
from tournaments.selectors.sums import PlayerSum, find_first_day, read_sums, sum_live

PAGE = 50
"""How many players a page of a list holds."""
PODIUM = 5
"""How many stand on the podium at most, when places are shared."""
PLOTTED = 30
"""How many of one's own scores are drawn."""

Sort = Literal["total", "booms", "average", "best"]
SORTS: tuple[Sort, ...] = ("total", "booms", "average", "best")


@dataclass(frozen=True)
class ListRow:
    """One player on a list. `rank` is by total, whatever the order; `name` is None for an account that is gone."""

    rank: int
    name: str | None
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


def view_list(
    user: Any, period: Period, now: datetime, sort: Sort = "total", page: int = 1, *, limit: int = PAGE
) -> ListPage:
    """A page of the list of a period, the live days as they stand.

    Raises `ServiceError` "day_ahead", "day_before_all" where there is no list, "no_list_page".
    """
    today, first, fixed_days = _check_period(period, now)
    past = period.last < today
    fixed = past and fixed_days == (period.last - max(first, period.first)).days + 1
    sums = read_sums(period, fixed=fixed_days > 0, live=not fixed)
    ranks = _rank(sums)
    order = sorted(sums, key=lambda one: (-getattr(one, sort), one.name is None, one.name_key, one.user_id))
    pages = max(1, -(-len(order) // limit))
    if not 1 <= page <= pages:
        raise ServiceError("no_list_page")
    place = next((place for place, one in enumerate(order) if one.user_id == user.pk), None)
    return ListPage(
        period=period,
        fixed=fixed,
        sort=sort,
        rows=[_describe(one, ranks, user) for one in order[(page - 1) * limit : page * limit]],
        page=page,
        pages=pages,
        players=len(order),
        booms=sum(one.booms for one in order),
        mine=None if place is None else _describe(order[place], ranks, user),
        my_page=None if place is None else place // limit + 1,
        earlier=period.before if period.first > first else None,
        later=period.after if period.last < today else None,
    )


def view_podium(now: datetime) -> tuple[date, list[tuple[int, str | None, int]]]:
    """The day and those in its first three places, as (rank, name, total): of today, or of yesterday before anyone."""
    today = day_of(now)
    live = sum_live(period_of("day", today)).order_by("-sum_total", "user__name_key")
    rows = list(live.values_list("user__display_name", "sum_total")[:PODIUM])
    if not rows:
        today -= ONE_DAY
        sums = sorted(read_sums(period_of("day", today)), key=lambda one: (-one.total, one.name_key))
        rows = [(one.name, one.total) for one in sums[:PODIUM]]
    ranks = share_ranks(total for _, total in rows)
    return today, [(rank, *row) for rank, row in zip(ranks, rows, strict=True) if rank <= 3]


def view_own_place(owner: Owner, now: datetime) -> OwnPlace | None:
    """Where this owner stands today; None before his first boom of the day."""
    today = day_of(now)
    own = FreePlay.objects.filter(owner.owns(), day=today, counts=True).values_list("score", flat=True)
    scores = [score for score in own if score is not None]
    if not scores:
        return None
    totals = [one.total for one in read_sums(period_of("day", today), fixed=False) if one.user_id != owner.user_id]
    total = sum(scores)
    return OwnPlace(1 + sum(other > total for other in totals), len(totals) + 1, len(scores), total)


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


def _rank(sums: Sequence[PlayerSum]) -> dict[int, int]:
    order = sorted(sums, key=lambda one: -one.total)
    return dict(zip((one.user_id for one in order), share_ranks(one.total for one in order), strict=True))


def _describe(one: PlayerSum, ranks: dict[int, int], user: Any) -> ListRow:
    return ListRow(
        rank=ranks[one.user_id],
        name=one.name,
        booms=one.booms,
        total=one.total,
        average=one.average,
        best=one.best,
        is_me=one.user_id == user.pk,
    )
