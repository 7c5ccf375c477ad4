"""What each player made of a period: the days that are fixed as they were fixed, the others as they stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from tournaments.days import Period, day_of
from tournaments.models import DailyList, DailyRow, FreePlay


@dataclass(frozen=True, slots=True)
class PlayerSum:
    """One player's booms in a period: how many, the sum of their scores, the best of them.

    `name` is None for an account that is gone.
    """

    user_id: int
    name: str | None
    name_key: str
    booms: int
    total: int
    best: int

    @property
    def average(self) -> float:
        return self.total / self.booms


COLUMNS = ("user_id", "user__display_name", "user__name_key", "sum_booms", "sum_total", "sum_best")


def read_sums(period: Period, *, fixed: bool = True, live: bool = True) -> list[PlayerSum]:
    """Every player with a boom that counts in the period, in no order; of its fixed days, of its live ones, or both."""
    found: dict[int, PlayerSum] = {}
    for user_id, name, name_key, booms, total, best in _read_rows(period, fixed, live):
        before = found.get(user_id)
        if before is not None:
            booms, total, best = booms + before.booms, total + before.total, max(best, before.best)
        found[user_id] = PlayerSum(user_id, name, name_key or "", booms, total, best)
    return list(found.values())


def list_live(period: Period) -> QuerySet[FreePlay]:
    """The booms that count in the period, on days that are not fixed yet."""
    fixed = DailyList.objects.filter(day=OuterRef("day"), fixed_at__isnull=False)
    booms = FreePlay.objects.filter(day__range=(period.first, period.last), counts=True, user__isnull=False)
    return booms.filter(~Exists(fixed))


def sum_live(period: Period) -> Any:
    """The sums of these booms by player, in the columns of `COLUMNS`."""
    return (
        list_live(period)
        .order_by()
        .values("user_id", "user__display_name", "user__name_key")
        .annotate(sum_booms=Count("pk"), sum_total=Sum("score"), sum_best=Max("score"))
    )


def sum_fixed(period: Period) -> Any:
    """The same of the fixed days."""
    rows = DailyRow.objects.filter(
        daily_list__day__range=(period.first, period.last), daily_list__fixed_at__isnull=False
    )
    return (
        rows.order_by()
        .values("user_id", "user__display_name", "user__name_key")
        .annotate(sum_booms=Sum("booms"), sum_total=Sum("total"), sum_best=Max("best"))
    )


def _read_rows(period: Period, fixed: bool, live: bool) -> Iterator[tuple[int, str | None, str | None, int, int, int]]:
    if fixed:
        yield from sum_fixed(period).values_list(*COLUMNS)
    if live:
        yield from sum_live(period).values_list(*COLUMNS)


def find_first_day() -> date | None:
    """The first day that has a list; before that day there was no free play. None as long as there is none."""
    first: date | None = DailyList.objects.order_by("day").values_list("day", flat=True).first()
    if first is not None:
        return first
    oldest = FreePlay.objects.order_by("pk").values_list("boom__started_at", flat=True).first()
    return None if oldest is None else day_of(oldest)
