"""Days, weeks and months as people in Brussels count them, whatever the clock did that night."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

BRUSSELS = ZoneInfo("Europe/Brussels")
ONE_DAY = timedelta(days=1)
GRACE = timedelta(minutes=1)
"""How long after midnight a day of free play is left open, so that who finished in its last second is on its list.
Correctness does not hang on it: a boom that comes even later ends with the next day."""

Kind = Literal["day", "week", "month"]


def day_of(moment: datetime) -> date:
    """The day in Brussels on which a moment falls."""
    return moment.astimezone(BRUSSELS).date()


def start_of(day: date) -> datetime:
    """The midnight with which a day in Brussels begins, in UTC."""
    return datetime.combine(day, time.min, BRUSSELS).astimezone(UTC)


def evening_in_a_week(now: datetime) -> datetime:
    """Ten in the evening in Brussels, a week after the day of `now`: when a tournament closes unless told otherwise."""
    return datetime.combine(day_of(now) + 7 * ONE_DAY, time(22), BRUSSELS).astimezone(UTC)


def weeks_later(moments: Sequence[datetime | None], now: datetime) -> list[datetime | None]:
    """The same days of the week and times of the clock in Brussels, as many weeks later as brings all beyond `now`."""
    locals_ = [None if moment is None else moment.astimezone(BRUSSELS) for moment in moments]
    first = min((moment for moment in locals_ if moment is not None), default=None)
    if first is None:
        return [None for _ in moments]
    # Reckoned on the clock, which may have been put forward or back in between.
    weeks = max(0, (day_of(now) - first.date()).days // 7)
    if first + weeks * 7 * ONE_DAY <= now:
        weeks += 1
    return [None if moment is None else (moment + weeks * 7 * ONE_DAY).astimezone(UTC) for moment in locals_]


@dataclass(frozen=True)
class Period:
    """A run of whole days, `first` and `last` included: one day, a week from Monday, a month."""

    kind: Kind
    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    @property
    def before(self) -> "Period":
        """The one before it, of the same kind."""
        return period_of(self.kind, self.first - ONE_DAY)

    @property
    def after(self) -> "Period":
        """The one after it, of the same kind."""
        return period_of(self.kind, self.last + ONE_DAY)


def period_of(kind: Kind, day: date) -> Period:
    """The day, week or month that `day` falls in. Raises `OverflowError` at the ends of the calendar."""
    if kind == "week":
        monday = day - ONE_DAY * day.weekday()
        return Period(kind, monday, monday + ONE_DAY * 6)
    if kind == "month":
        return Period(kind, day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1]))
    return Period(kind, day, day)
