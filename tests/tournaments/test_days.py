"""Days of Brussels: whole, without a gap, on the nights the clock is put on or back too."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.days import BRUSSELS, ONE_DAY, day_of, evening_in_a_week, period_of, start_of, weeks_later

SECOND = timedelta(seconds=1)
DATES = st.dates(date(1990, 1, 1), date(2100, 1, 1))


@pytest.mark.parametrize(("day", "hours"), [((2026, 3, 29), 23), ((2026, 10, 25), 25), ((2026, 11, 29), 24)])
def test_a_day_is_as_long_as_the_clock_makes_it(day, hours):
    assert start_of(date(*day) + ONE_DAY) - start_of(date(*day)) == timedelta(hours=hours)


@given(DATES)
def test_a_day_begins_at_its_midnight_and_not_a_second_before(day):
    assert day_of(start_of(day)) == day
    assert day_of(start_of(day) - SECOND) == day - ONE_DAY
    assert day_of(start_of(day + ONE_DAY) - SECOND) == day


@given(st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)))
def test_every_moment_lies_in_its_day(moment):
    day = day_of(moment)
    assert start_of(day) <= moment < start_of(day + ONE_DAY)


@given(DATES, st.sampled_from(["day", "week", "month"]))
def test_periods_hold_their_days_and_follow_each_other_without_a_gap(day, kind):
    period = period_of(kind, day)
    assert day in period
    assert period.after.first == period.last + ONE_DAY
    assert period.before.last == period.first - ONE_DAY
    assert period.after.before == period.before.after == period
    assert {period_of(kind, period.first + ONE_DAY * n) for n in range((period.last - period.first).days)} <= {period}


def test_a_week_runs_from_monday_to_sunday_and_a_month_from_its_first_to_its_last():
    assert period_of("week", date(2026, 3, 1)).first == date(2026, 2, 23)
    assert period_of("week", date(2026, 3, 1)).last == date(2026, 3, 1)
    assert period_of("month", date(2028, 2, 10)).last == date(2028, 2, 29)


MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))


@given(opens=MOMENTS, hours=st.integers(1, 500), now=MOMENTS)
def test_what_is_copied_comes_on_the_same_day_of_the_week_after_now_and_not_a_week_too_late(opens, hours, now):
    closes = opens + timedelta(hours=hours)
    moved = weeks_later((opens, closes), now)
    assert None not in moved
    for before, after in zip((opens, closes), moved, strict=True):
        days = (day_of(after) - day_of(before)).days
        assert days % 7 == 0
        assert days >= 0
        assert days == 0 or after - 7 * ONE_DAY - timedelta(hours=2) <= now + (before - opens)
    assert moved[0] > now


def test_a_copy_keeps_the_time_on_the_clock_through_summer_time_and_what_has_no_time_gets_none():
    opens = datetime(2026, 3, 22, 20, tzinfo=BRUSSELS)
    moved = weeks_later((None, opens), datetime(2026, 3, 25, tzinfo=UTC))
    assert moved == [None, datetime(2026, 3, 29, 20, tzinfo=BRUSSELS)]
    assert weeks_later((None, None), opens) == [None, None]


def test_a_tournament_closes_in_the_evening_unless_told_otherwise():
    assert evening_in_a_week(datetime(2026, 3, 24, 23, 30, tzinfo=UTC)) == datetime(2026, 4, 1, 22, tzinfo=BRUSSELS)
