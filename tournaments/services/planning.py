"""An organiser's acts on a series: make it, change it, pause it, take it up again, end it.

None of them touches a tournament that has been announced.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django.db import transaction

from accounts.models import User
from tournaments.access import may_create, may_organise
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import Series, SeriesState
from tournaments.occurrences import Happening, Plan, preview
from tournaments.services.drafting import (
    YEARS,
    find_fault,
    find_number_fault,
    find_text_fault,
)
from tournaments.services.occurring import plan_next
from tournaments.services.ruling import find_play_faults
from tournaments.services.titles import find_pattern_fault

NAME_LIMIT = 80
MOST = 20
"""How many series of one organiser go on at once: each makes rows for ever."""
PLAN_FIELDS = ("starts_on", "weekday", "opens", "hours")
PLAY_FIELDS = ("system", "options", "bots", "capacity", "boards", "first_dealer")
FIELDS = ("name", "title", "description", *PLAN_FIELDS, *PLAY_FIELDS, "review_hours")
HOURS = (1, 9999)
"""Whatever is longer than the period is refused as an overlap, which says more."""
REQUIRED = ("name", "title", "starts_on", "opens")


def create_series(user: Any, fields: Mapping[str, Any], now: datetime) -> Series:
    """Plan a series with these `fields` (names of `FIELDS`); what is left out gets its usual value.

    Its first occurrence is the first that opens after `now`. Raises `ServiceError` "not_organiser", "too_many_series",
    "invalid" (with `fields`).
    """
    if not may_create(user):
        raise ServiceError("not_organiser")
    missing = {name: FieldFault("required") for name in REQUIRED if name not in fields}
    check_series_fields(fields, missing)
    series = Series(organiser=user, created_at=now, **fields)
    _check_whole(series)
    plan_next(series, now)
    with transaction.atomic():
        # Two tabs of one organiser count one after the other.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Series.objects.filter(organiser=user).exclude(state=SeriesState.ENDED).count() >= MOST:
            raise ServiceError("too_many_series", limit=MOST)
        series.save()
    return series


def change_series(user: Any, series_id: int, fields: Mapping[str, Any], now: datetime) -> Series:
    """Change these fields, for the occurrences that have not been announced yet.

    Raises `ServiceError` "no_series", "not_organiser", "series_ended", "invalid" (with `fields`).
    """
    check_series_fields(fields)
    with transaction.atomic():
        series = lock_series(user, series_id)
        if series.state == SeriesState.ENDED:
            raise ServiceError("series_ended")
        before = series.plan
        for name, value in fields.items():
            setattr(series, name, value)
        _check_whole(series)
        if series.state == SeriesState.ACTIVE and series.plan != before:
            plan_next(series, now)
        series.save(update_fields=[*fields, "next_on", "due_at"])
    return series


def pause_series(user: Any, series_id: int) -> Series:
    """Announce no more occurrences for now. Pausing again changes nothing.

    Raises `ServiceError` "no_series", "not_organiser", "series_ended".
    """
    return _stop(user, series_id, SeriesState.PAUSED)


def end_series(user: Any, series_id: int) -> Series:
    """Announce no more occurrences ever. Ending again changes nothing.

    Raises `ServiceError` "no_series", "not_organiser".
    """
    return _stop(user, series_id, SeriesState.ENDED)


def resume_series(user: Any, series_id: int, now: datetime) -> Series:
    """Go on with the first occurrence that opens after `now`. Resuming an active series changes nothing.

    Raises `ServiceError` "no_series", "not_organiser", "series_ended".
    """
    with transaction.atomic():
        series = lock_series(user, series_id)
        if series.state == SeriesState.ENDED:
            raise ServiceError("series_ended")
        if series.state == SeriesState.PAUSED:
            series.state = SeriesState.ACTIVE
            plan_next(series, now)
            series.save(update_fields=["state", "next_on", "due_at"])
    return series


def preview_series(fields: Mapping[str, Any], now: datetime) -> list[Happening]:
    """The next five occurrences of a plan as it is being typed; none while it is not whole.

    Raises `ServiceError` "invalid" with what is wrong with the plan.
    """
    plan_fields = {name: fields[name] for name in PLAN_FIELDS if fields.get(name) is not None}
    check_series_fields(plan_fields)
    if "starts_on" not in plan_fields or "opens" not in plan_fields:
        return []
    plan = Plan(**plan_fields)
    _check_length(plan)
    return preview(plan, now)


def lock_series(user: Any, series_id: int) -> Series:
    """A series, locked for an act of its organiser. Raises `ServiceError` "no_series", "not_organiser"."""
    series = Series.objects.select_for_update(no_key=True).filter(pk=series_id).first()
    if series is None:
        raise ServiceError("no_series")
    if not may_organise(user, series):
        raise ServiceError("not_organiser")
    return series


def check_series_fields(fields: Mapping[str, Any], faults: dict[str, FieldFault] | None = None) -> None:
    """See that each field is known, of the right type and within its limits. Raises `ServiceError` "invalid"."""
    found = {name: fault for name, value in fields.items() if (fault := _find_fault(name, value)) is not None}
    found |= faults or {}
    if found:
        raise ServiceError("invalid", fields=found)


def _stop(user: Any, series_id: int, state: SeriesState) -> Series:
    with transaction.atomic():
        series = lock_series(user, series_id)
        if series.state == SeriesState.ENDED:
            if state != SeriesState.ENDED:
                raise ServiceError("series_ended")
            return series
        series.state, series.next_on, series.due_at = state, None, None
        series.save(update_fields=["state", "next_on", "due_at"])
    return series


def _check_whole(series: Series) -> None:
    _check_length(series.plan)
    faults = find_play_faults(series)
    if faults:
        raise ServiceError("invalid", fields=faults)


def _check_length(plan: Plan) -> None:
    if plan.overlaps:
        raise ServiceError("invalid", fields={"hours": FieldFault("overlaps", limit=plan.longest)})


def _find_fault(name: str, value: Any) -> FieldFault | None:
    if name not in FIELDS:
        return FieldFault("unknown_field")
    if name in REQUIRED and (value is None or (isinstance(value, str) and not value.strip())):
        return FieldFault("required")
    if name == "name":
        fault = find_text_fault(value, NAME_LIMIT)
        return FieldFault("bad_characters") if fault is None and len(value.splitlines()) > 1 else fault
    if name == "title":
        return find_pattern_fault(value)
    if name == "starts_on":
        return _find_day_fault(value)
    if name == "opens":
        plain = isinstance(value, time) and value.tzinfo is None and not (value.second or value.microsecond)
        return None if plain else FieldFault("not_a_clock_time")
    if name == "weekday":
        return None if value is None else find_number_fault(value, 0, 6)
    if name == "hours":
        return None if value is None else find_number_fault(value, *HOURS)
    return find_fault(name, value)


def _find_day_fault(value: Any) -> FieldFault | None:
    if not isinstance(value, date) or isinstance(value, datetime):
        return FieldFault("not_a_date")
    return None if YEARS[0] <= value.year <= YEARS[1] else FieldFault("out_of_range", low=YEARS[0], high=YEARS[1])
