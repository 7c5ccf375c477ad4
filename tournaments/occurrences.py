"""When a series plays: reckoning with dates and the clock on the wall, no database and no clock of its own.

A day's opening follows from its date and the time on the wall, never from adding hours to another opening, so
summer time shifts nothing. A time that the clock skips on a day becomes the next minute that exists; of one that it
shows twice the first counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Brussels")
LAST_DAY = date(2199, 12, 31)
"""No series is reckoned beyond it."""
ONE_DAY = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Plan:
    """Every day, or every `weekday` (Monday is 0), from `starts_on`, at `opens` on the wall.

    It stays open `hours`, or until the next one opens when that is None.
    """

    starts_on: date
    opens: time
    weekday: int | None = None
    hours: int | None = None

    @property
    def step(self) -> int:
        """Days from one occurrence to the next."""
        return 1 if self.weekday is None else 7

    @property
    def longest(self) -> int:
        """The most hours that one may be open without running into the next."""
        return 24 * self.step

    @property
    def overlaps(self) -> bool:
        """Whether it would still be open when the next one opens."""
        return self.hours is not None and self.hours > self.longest


@dataclass(frozen=True)
class Happening:
    """One occurrence of a plan, its times in UTC. `moved`: the clock skips the planned time on this day."""

    day: date
    opens_at: datetime
    closes_at: datetime
    moved: bool


def find_happening(plan: Plan, day: date) -> Happening:
    """The occurrence of `plan` on `day`, which must be one of its days.

    It closes when the next one opens at the latest, also where summer time makes the hours between them fewer.
    """
    opens_at, moved = find_moment(day, plan.opens)
    next_opens_at, _ = find_moment(day + timedelta(days=plan.step), plan.opens)
    closes_at = next_opens_at if plan.hours is None else min(opens_at + timedelta(hours=plan.hours), next_opens_at)
    return Happening(day, opens_at, closes_at, moved)


def list_from(plan: Plan, day: date) -> Iterator[Happening]:
    """The occurrences of `plan` on `day` and after it, in order, to the end of reckoning."""
    day = max(day, plan.starts_on)
    if plan.weekday is not None:
        day += timedelta(days=(plan.weekday - day.weekday()) % 7)
    while day < LAST_DAY - timedelta(days=plan.step):
        yield find_happening(plan, day)
        day += timedelta(days=plan.step)


def list_after(plan: Plan, moment: datetime) -> Iterator[Happening]:
    """The occurrences of `plan` that open after `moment`."""
    for happening in list_from(plan, moment.astimezone(ZONE).date() - ONE_DAY):
        if happening.opens_at > moment:
            yield happening


def preview(plan: Plan, moment: datetime, count: int = 5) -> list[Happening]:
    """The next `count` occurrences that open after `moment`."""
    return list(islice(list_after(plan, moment), count))


def find_moment(day: date, on_the_wall: time) -> tuple[datetime, bool]:
    """When the clock of the site first shows this time on this day, in UTC; whether it had to be moved for that.

    A time that the clock skips becomes the next minute that exists.
    """
    local = datetime.combine(day, on_the_wall)
    moved = False
    while not _exists(local):
        local, moved = local + ONE_MINUTE, True
    # fold=0: of two, the first.
    return local.replace(tzinfo=ZONE).astimezone(UTC), moved


def _exists(local: datetime) -> bool:
    there = local.replace(tzinfo=ZONE)
    return there.astimezone(UTC).astimezone(ZONE).replace(tzinfo=None) == local
