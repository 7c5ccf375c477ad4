"""The days of a series as they come: each announced ahead, with as many tables as players ask for."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from tournaments.models import Occurrence, Series, SeriesState, Tournament
from tournaments.occurrences import Happening, list_after, list_from
from tournaments.services.drafting import add_draft
from tournaments.services.jobs import do_each
from tournaments.services.titles import fill_pattern
from tournaments.services.transitions import mark_announced, mark_open

AHEAD = timedelta(hours=24)
"""How long before it opens an occurrence is announced, so that people can enter."""
TABLE_FIELDS = (
    "description",
    "system",
    "options",
    "bots",
    "capacity",
    "boards",
    "first_dealer",
    "review_hours",
    "organiser",
)
"""What a table takes over from its series, and each next table of an occurrence from the one before."""


def announce_due(now: datetime) -> int:
    """Announce the occurrences whose time has come, each with its first table; how many.

    After a stop of days, those that are over are left out, since nobody could play them; one that is still open
    opens late.
    """
    due = Series.objects.filter(
        state=SeriesState.ACTIVE, due_at__lte=now, organiser__is_active=True, organiser__is_staff=True
    )

    def announce(pk: int) -> int:
        with transaction.atomic():
            rows = due.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("organiser")
            series = rows.filter(pk=pk).first()
            return 0 if series is None else _announce(series, now)

    return do_each("announced", list(due.order_by("pk").values_list("pk", flat=True)), announce, now)


def plan_next(series: Series, now: datetime) -> None:
    """Set what comes next of an active series, locked by the caller: the first day that opens after `now`.

    Never a day that it has held already, nor one that opens while the last one is still open, as a changed plan
    could have it. Nothing is saved.
    """
    last = series.occurrences.order_by("-day").first() if series.pk else None
    for one in list_after(series.plan, now):
        if last is None or (one.day > last.day and one.opens_at >= last.closes_at):
            _set_next(series, one)
            return
    _set_next(series, None)


def lock_occurrence(occurrence_id: int) -> Occurrence:
    """An occurrence, locked before any of its tables is, until the transaction ends."""
    rows = Occurrence.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("series").get(pk=occurrence_id)


def lock_tables(occurrence: Occurrence) -> list[Tournament]:
    """The tables of an occurrence that is locked, in order, each locked as well."""
    return list(occurrence.tables.select_for_update(no_key=True, of=("self",)).order_by("table"))


def add_table(occurrence: Occurrence, now: datetime) -> Tournament:
    """The next table of an occurrence, locked or made by the caller: an ordinary tournament on its own deals.

    It is announced at once, and open if the occurrence is. What fixes play is the same as at the table before.
    """
    last = occurrence.tables.order_by("-table").first()
    source: Series | Tournament = last or occurrence.series
    table = 1 if last is None or last.table is None else last.table + 1
    fields = {name: getattr(source, name) for name in TABLE_FIELDS}
    organiser = fields.pop("organiser")
    fields |= {
        "title": fill_pattern(occurrence.series.title, occurrence.day, occurrence.number, table),
        "opens_at": max(occurrence.opens_at, now),
        "closes_at": occurrence.closes_at,
        "occurrence": occurrence,
        "table": table,
    }
    tournament = add_draft(organiser, fields, now)
    mark_announced(tournament, now)
    if occurrence.opens_at <= now:
        mark_open(tournament, now)
    return tournament


def _announce(series: Series, now: datetime) -> int:
    count = 0
    for happening in _list_coming(series):
        if happening.opens_at - AHEAD > now:
            _set_next(series, happening)
            break
        if happening.closes_at > now:
            _add_occurrence(series, happening, now)
            count += 1
    else:
        _set_next(series, None)
    series.save(update_fields=["next_on", "due_at"])
    return count


def _list_coming(series: Series) -> Iterator[Happening]:
    return iter(()) if series.next_on is None else list_from(series.plan, series.next_on)


def _add_occurrence(series: Series, happening: Happening, now: datetime) -> None:
    held = series.occurrences.aggregate(last=Max("number"))["last"] or 0
    occurrence = Occurrence.objects.create(
        series=series,
        day=happening.day,
        number=held + 1,
        opens_at=happening.opens_at,
        closes_at=happening.closes_at,
        made_at=now,
    )
    add_table(occurrence, now)


def _set_next(series: Series, happening: Happening | None) -> None:
    series.next_on = None if happening is None else happening.day
    series.due_at = None if happening is None else happening.opens_at - AHEAD
