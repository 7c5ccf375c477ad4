"""Series as their players and their organisers see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import OVER, RUNNING, effective_state, may_organise
from tournaments.errors import ServiceError
from tournaments.models import Entry, EntryState, Occurrence, Series, SeriesState, State, Tournament
from tournaments.occurrences import Happening, Plan, list_from
from tournaments.selectors.standings import rank_entries
from tournaments.sheets import describe_source

PAGE = 50
"""How many series a list holds at most."""
PAST_DAYS = 14
"""How many days that are over a page of a series shows at a time."""
AHEAD = 5
"""How many coming days are shown."""


@dataclass(frozen=True)
class SeriesRow:
    """One line of a list of series. `next_opens_at` is None while no day is to come; `open_tables` counts those now."""

    id: int
    name: str
    state: SeriesState
    rhythm: str
    rules: str
    organiser: str
    is_demo: bool
    next_opens_at: datetime | None
    last_number: int


@dataclass(frozen=True)
class TableRow:
    """One table of a day: a tournament. `mine` is the state of the viewer's entry at it, or None."""

    id: int
    table: int
    title: str
    state: State
    entered: int
    capacity: int
    done: int
    mine: str | None

    @property
    def full(self) -> bool:
        return self.entered >= self.capacity


@dataclass(frozen=True)
class DayRow:
    """A day that is open or announced. `enter_at` is the table to enter by, None where the viewer cannot enter."""

    number: int
    day: date
    opens_at: datetime
    closes_at: datetime
    tables: Sequence[TableRow]
    mine: TableRow | None
    enter_at: int | None


@dataclass(frozen=True)
class PastTable:
    """A table that is over: who was first, with what score, of how many who finished."""

    id: int
    number: int
    day: date
    table: int
    winners: Sequence[str]
    score: int | None
    ranked: int


@dataclass(frozen=True)
class SeriesPage:
    """A series with the days that run, those that are to come and those that are over.

    `coming` are reckoned and not announced yet. `older` is the number of the day to go on from, None at the end.
    """

    id: int
    name: str
    title: str
    description: str
    state: SeriesState
    rhythm: str
    organiser: str
    is_demo: bool
    organise: bool
    rules: str
    system: str
    bots: str
    capacity: int
    running: Sequence[DayRow]
    coming: Sequence[Happening]
    past: Sequence[PastTable]
    older: int | None


def list_series(now: datetime, organiser: Any = None) -> list[SeriesRow]:
    """The series that have not ended, newest first; or all of one organiser's."""
    rows = Series.objects.select_related("organiser").annotate(last_number=Max("occurrences__number"))
    rows = rows.exclude(state=SeriesState.ENDED) if organiser is None else rows.filter(organiser=organiser)
    return [
        SeriesRow(
            id=row.pk,
            name=row.name,
            state=SeriesState(row.state),
            rhythm=describe_plan(row.plan),
            rules=describe_source(row.system, row.options, row.boards),
            organiser=row.organiser.display_name,
            is_demo=row.organiser.is_demo,
            next_opens_at=next((one.opens_at for one in _list_coming(row, 1)), None),
            last_number=row.last_number or 0,
        )
        for row in rows[:PAGE]
    ]


def get_series(user: Any, series_id: int, now: datetime, before: int | None = None) -> SeriesPage:
    """The page of a series; `before` is the number of the day to go on from among those that are over.

    Raises `ServiceError` "no_series".
    """
    series = Series.objects.select_related("organiser").filter(pk=series_id).first()
    if series is None:
        raise ServiceError("no_series")
    past, older = _list_past(series, user, now, before)
    return SeriesPage(
        id=series.pk,
        name=series.name,
        title=series.title,
        description=series.description,
        state=SeriesState(series.state),
        rhythm=describe_plan(series.plan),
        organiser=series.organiser.display_name,
        is_demo=series.organiser.is_demo,
        organise=may_organise(user, series),
        rules=describe_source(series.system, series.options, series.boards),
        system=series.system,
        bots=series.bots,
        capacity=series.capacity,
        running=_list_running(series, user, now),
        coming=_list_coming(series, AHEAD),
        past=past,
        older=older,
    )


def get_led_series(user: Any, series_id: int) -> Series:
    """A series for its organiser's form. Raises `ServiceError` "no_series", "not_organiser"."""
    series = Series.objects.filter(pk=series_id).first()
    if series is None:
        raise ServiceError("no_series")
    if not may_organise(user, series):
        raise ServiceError("not_organiser")
    return series


def describe_plan(plan: Plan) -> str:
    """When a series plays, in words: "every Sunday at 14:00, open for 6 hours"."""
    time = plan.opens.strftime("%H:%M")
    if plan.weekday is None:
        words = _("every day at %(time)s") % {"time": time}
    else:
        words = _("every %(day)s at %(time)s") % {"day": str(WEEKDAYS[plan.weekday]).lower(), "time": time}
    if plan.hours is None:
        return words
    length = ngettext("open for %(hours)s hour", "open for %(hours)s hours", plan.hours) % {"hours": plan.hours}
    return f"{words}, {length}"


def _list_coming(series: Series, count: int) -> list[Happening]:
    return [] if series.next_on is None else list(islice(list_from(series.plan, series.next_on), count))


def _list_running(series: Series, user: Any, now: datetime) -> list[DayRow]:
    days = list(Occurrence.objects.filter(series=series, closes_at__gt=now).order_by("day"))
    by_day: dict[int, list[TableRow]] = {day.pk: [] for day in days}
    own = {}
    if user.is_authenticated:
        entries = Entry.objects.filter(occurrence__in=days, user_id=user.pk)
        own = dict(entries.values_list("tournament_id", "state"))
    placed = Q(entries__number__isnull=False)
    tables = Tournament.objects.filter(occurrence__in=days).annotate(
        entered=Count("entries", filter=placed),
        done=Count("entries", filter=placed & Q(entries__state=EntryState.FINISHED)),
    )
    for table in tables.order_by("table"):
        assert table.occurrence_id is not None
        assert table.table is not None
        by_day[table.occurrence_id].append(
            TableRow(
                id=table.pk,
                table=table.table,
                title=table.title,
                state=effective_state(table, now),
                entered=table.entered,
                capacity=table.capacity,
                done=table.done,
                mine=own.get(table.pk),
            )
        )
    return [_describe_day(day, by_day[day.pk]) for day in days]


def _describe_day(day: Occurrence, tables: list[TableRow]) -> DayRow:
    mine = next((table for table in tables if table.mine is not None), None)
    free = next((table.id for table in tables if table.state in RUNNING and not table.full), None)
    return DayRow(day.number, day.day, day.opens_at, day.closes_at, tables, mine, free if mine is None else None)


def _list_past(series: Series, user: Any, now: datetime, before: int | None) -> tuple[list[PastTable], int | None]:
    days = Occurrence.objects.filter(series=series, opens_at__lte=now).order_by("-number")
    if before is not None:
        days = days.filter(number__lt=before)
    shown = list(days[: PAST_DAYS + 1])
    older = shown[PAST_DAYS - 1].number if len(shown) > PAST_DAYS else None
    by_id = {day.pk: day for day in shown[:PAST_DAYS]}
    tables = [table for table in Tournament.objects.filter(occurrence__in=by_id) if effective_state(table, now) in OVER]
    entries: dict[int, list[Entry]] = {table.pk: [] for table in tables}
    rows = Entry.objects.filter(tournament__in=tables).select_related("user", "boom")
    for entry in rows.order_by("user__name_key"):
        entries[entry.tournament_id].append(entry)
    past = [
        _describe_past(table, by_id[table.occurrence_id], entries[table.pk], user)
        for table in tables
        if table.occurrence_id is not None and (table.table == 1 or entries[table.pk])
    ]
    return sorted(past, key=lambda row: (-row.number, row.table)), older


def _describe_past(table: Tournament, day: Occurrence, entries: list[Entry], user: Any) -> PastTable:
    ranked = [row for row in rank_entries(entries, user) if row.rank is not None]
    return PastTable(
        id=table.pk,
        number=day.number,
        day=day.day,
        table=table.table or 1,
        winners=[row.name for row in ranked if row.rank == 1],
        score=ranked[0].score if ranked else None,
        ranked=len(ranked),
    )
