"""Days of Brussels: whole, without a gap, on the nights the clock is put on or back too."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.days import ONE_DAY, day_of, period_of, start_of

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
