"""When a series plays, reckoned without a database: right on every day of the year, the clock changes included."""

import itertools
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.occurrences import Plan, find_happening, find_moment, list_after, list_from, preview

BRUSSELS = ZoneInfo("Europe/Brussels")
NEW_YEAR = date(2026, 1, 1)


def wall(moment: datetime) -> str:
    return moment.astimezone(BRUSSELS).strftime("%d/%m %H:%M")


def shown(plan: Plan, moment: datetime) -> list[tuple[str, str]]:
    return [(wall(one.opens_at), wall(one.closes_at)) for one in preview(plan, moment)]


def test_the_next_five_across_the_change_to_summer_time():
    plan = Plan(NEW_YEAR, time(0, 0))
    found = preview(plan, datetime(2026, 3, 27, 12, tzinfo=UTC))
    assert [wall(one.opens_at) for one in found] == [
        f"{day} 00:00" for day in ("28/03", "29/03", "30/03", "31/03", "01/04")
    ]
    assert [one.closes_at - one.opens_at for one in found] == [timedelta(hours=hours) for hours in (24, 23, 24, 24, 24)]
    assert not any(one.moved for one in found)


def test_the_next_five_across_the_change_to_winter_time():
    plan = Plan(NEW_YEAR, time(20, 30))
    found = preview(plan, datetime(2026, 10, 23, 12, tzinfo=UTC))
    assert [wall(one.opens_at) for one in found] == [f"{day}/10 20:30" for day in (23, 24, 25, 26, 27)]
    assert [one.closes_at - one.opens_at for one in found] == [timedelta(hours=hours) for hours in (24, 25, 24, 24, 24)]


def test_a_weekly_series_keeps_its_weekday_and_its_time_on_the_wall_across_both_changes():
    plan = Plan(NEW_YEAR, time(14, 0), weekday=6, hours=6)
    for moment in (datetime(2026, 3, 15, tzinfo=UTC), datetime(2026, 10, 11, tzinfo=UTC)):
        found = preview(plan, moment)
        assert {(one.day.weekday(), wall(one.opens_at)[-5:], wall(one.closes_at)[-5:]) for one in found} == {
            (6, "14:00", "20:00")
        }
        assert [later.day - earlier.day for earlier, later in itertools.pairwise(found)] == [timedelta(7)] * 4


def test_a_time_that_the_clock_skips_becomes_the_next_minute_that_exists():
    plan = Plan(NEW_YEAR, time(2, 30))
    found = preview(plan, datetime(2026, 3, 27, 12, tzinfo=UTC))
    assert [(wall(one.opens_at), one.moved) for one in found[:3]] == [
        ("28/03 02:30", False),
        ("29/03 03:00", True),
        ("30/03 02:30", False),
    ]
    assert found[0].closes_at == found[1].opens_at == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


@pytest.mark.parametrize("on_the_wall", [time(2, 0), time(2, 1), time(2, 59)])
def test_the_whole_skipped_hour_becomes_three_o_clock(on_the_wall):
    assert find_moment(date(2026, 3, 29), on_the_wall) == (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), True)


def test_of_a_time_that_the_clock_shows_twice_the_first_counts():
    assert find_moment(date(2026, 10, 25), time(2, 30)) == (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), False)
    found = preview(Plan(NEW_YEAR, time(2, 30)), datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert found[0].closes_at - found[0].opens_at == timedelta(hours=25)


def test_a_length_that_fills_the_period_is_cut_where_the_day_has_an_hour_less():
    plan = Plan(NEW_YEAR, time(0, 0), hours=24)
    assert not plan.overlaps
    short = find_happening(plan, date(2026, 3, 29))
    assert short.closes_at == find_happening(plan, date(2026, 3, 30)).opens_at
    # The longest day has an hour in which none is open.
    assert find_happening(plan, date(2026, 10, 25)).closes_at < find_happening(plan, date(2026, 10, 26)).opens_at


@pytest.mark.parametrize(
    ("weekday", "hours", "overlaps"),
    [(None, None, False), (None, 24, False), (None, 25, True), (3, 168, False), (3, 169, True)],
)
def test_what_is_longer_than_its_period_overlaps(weekday, hours, overlaps):
    assert Plan(NEW_YEAR, time(0, 0), weekday, hours).overlaps is overlaps


def test_nothing_happens_before_the_first_day():
    plan = Plan(date(2026, 6, 10), time(18, 0), weekday=0)
    assert preview(plan, datetime(2026, 1, 1, tzinfo=UTC))[0].day == date(2026, 6, 15)


def test_one_that_opens_this_very_moment_is_not_ahead():
    plan = Plan(NEW_YEAR, time(18, 0))
    moment = datetime(2026, 6, 1, 16, 0, tzinfo=UTC)
    assert next(list_after(plan, moment)).day == date(2026, 6, 2)
    assert next(list_after(plan, moment - timedelta(seconds=1))).day == date(2026, 6, 1)


@given(
    st.dates(date(2000, 1, 1), date(2100, 12, 31)),
    st.times().map(lambda one: one.replace(second=0, microsecond=0)),
    st.none() | st.integers(0, 6),
    st.none() | st.integers(1, 24),
)
def test_any_plan_has_one_on_each_of_its_days_and_none_runs_into_the_next(day, opens, weekday, hours):
    plan = Plan(day, opens, weekday, hours)
    found = [one for _, one in zip(range(10), list_from(plan, day), strict=False)]
    for one, following in itertools.pairwise(found):
        assert following.day - one.day == timedelta(days=plan.step)
        assert one.opens_at < one.closes_at <= following.opens_at
        if not one.moved:
            assert one.opens_at.astimezone(BRUSSELS).replace(tzinfo=None) == datetime.combine(one.day, opens)
        if weekday is not None:
            assert one.day.weekday() == weekday


def test_reckoning_ends_long_from_now_instead_of_failing():
    assert list(list_from(Plan(date(2199, 12, 1), time(0, 0)), date(2199, 12, 20)))[-1].day == date(2199, 12, 29)
