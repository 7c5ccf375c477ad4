"""An organiser's acts on a series: they touch nothing that runs, and what cannot be is refused with its reason."""

from datetime import date, time

import pytest

from tests.concurrency import at_once
from tests.tournaments.series_staging import BRUSSELS, MIDNIGHT, enter_many, fill_of, make_occurrence, make_series
from tests.tournaments.staging import DAY, HOUR, NOW, make_organiser, make_player, refusal
from tournaments import services
from tournaments.models import Series, SeriesState, State, Tournament
from tournaments.services import planning
from tournaments.services.titles import fill_pattern, find_pattern_fault

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("act", [services.pause_series, services.end_series])
def test_pausing_and_ending_touch_no_tournament_that_was_announced(act):
    occurrence, moment = make_occurrence(capacity=2)
    series, organiser = occurrence.series, occurrence.series.organiser
    before = list(Tournament.objects.order_by("pk").values())
    act(organiser, series.pk)
    act(organiser, series.pk)
    assert list(Tournament.objects.order_by("pk").values()) == before
    enter_many(occurrence, moment, 3)
    assert fill_of(occurrence) == [2, 1]
    for day in range(10):
        services.run_due(moment + day * DAY)
    assert series.occurrences.count() == 2
    assert set(Tournament.objects.values_list("state", flat=True)) == {State.FINAL}


def test_a_series_taken_up_again_goes_on_with_the_next_and_holds_no_day_twice():
    occurrence, moment = make_occurrence()
    series, organiser = occurrence.series, occurrence.series.organiser
    services.pause_series(organiser, series.pk)
    services.resume_series(organiser, series.pk, moment)
    services.run_due(moment)
    assert series.occurrences.count() == 2
    services.pause_series(organiser, series.pk)
    services.resume_series(organiser, series.pk, moment + 10 * DAY)
    services.resume_series(organiser, series.pk, moment + 10 * DAY)
    services.run_due(moment + 10 * DAY)
    days = list(series.occurrences.order_by("day").values_list("day", flat=True))
    assert days == [occurrence.day, occurrence.day + DAY, occurrence.day + 11 * DAY]


def test_what_has_ended_does_not_come_back():
    series = make_series()
    organiser = series.organiser
    services.end_series(organiser, series.pk)
    for act in (
        lambda: services.resume_series(organiser, series.pk, NOW),
        lambda: services.pause_series(organiser, series.pk),
        lambda: services.change_series(organiser, series.pk, {"name": "Terug"}, NOW),
    ):
        assert refusal(act).code == "series_ended"
    assert Series.objects.get().state == SeriesState.ENDED


def test_a_change_counts_from_the_first_that_is_not_announced_yet():
    occurrence, moment = make_occurrence()
    series, organiser = occurrence.series, occurrence.series.organiser
    coming = series.occurrences.latest("day")
    services.change_series(organiser, series.pk, {"opens": time(20, 0), "boards": 5, "hours": 3}, moment)
    assert occurrence.tables.get().boards == coming.tables.get().boards == 40
    services.run_due(coming.closes_at + HOUR)
    following = series.occurrences.latest("day")
    assert (following.day, following.opens_at.astimezone(BRUSSELS).hour) == (coming.day + DAY, 20)
    assert following.tables.get().boards == 5


def test_a_changed_plan_never_opens_one_while_the_last_is_still_open():
    series = make_series(opens=time(20, 0))
    services.run_due(NOW)
    first = series.occurrences.get()
    services.change_series(series.organiser, series.pk, {"opens": time(10, 0)}, NOW)
    series.refresh_from_db()
    assert series.next_on == first.day + 2 * DAY


def test_only_its_organiser_acts_on_a_series():
    series, stranger = make_series(), make_organiser()
    for act in (
        lambda: services.pause_series(stranger, series.pk),
        lambda: services.end_series(stranger, series.pk),
        lambda: services.resume_series(stranger, series.pk, NOW),
        lambda: services.change_series(stranger, series.pk, {"name": "Mijn"}, NOW),
        lambda: make_series(make_player()),
    ):
        assert refusal(act).code == "not_organiser"
    assert refusal(lambda: services.pause_series(stranger, series.pk + 1)).code == "no_series"


def test_an_organiser_leads_so_many_series_and_no_more():
    organiser = make_organiser()
    rows = [make_series(organiser) for _ in range(planning.MOST)]
    assert refusal(lambda: make_series(organiser)).code == "too_many_series"
    services.end_series(organiser, rows[0].pk)
    make_series(organiser)


@pytest.mark.django_db(transaction=True)
def test_nor_does_he_from_many_tabs_at_once(monkeypatch):
    monkeypatch.setattr(planning, "MOST", 2)
    organiser = make_organiser()
    outcomes = at_once(*[lambda: make_series(organiser).pk] * 6)
    assert outcomes.count("too_many_series") == 4
    assert Series.objects.count() == 2


# Bad input


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("hours", 25, "overlaps"),
        ("hours", 0, "out_of_range"),
        ("weekday", 7, "out_of_range"),
        ("opens", None, "required"),
        ("opens", "02:30", "not_a_clock_time"),
        ("opens", time(2, 30, 1), "not_a_clock_time"),
        ("starts_on", NOW, "not_a_date"),
        ("starts_on", date(1999, 12, 31), "out_of_range"),
        ("name", " ", "required"),
        ("name", "x" * 81, "too_long"),
        ("name", "een\ntwee", "bad_characters"),
        ("name", "\u202eeen", "bad_characters"),
        ("title", "{datum}\u202e", "bad_characters"),
        ("title", "", "required"),
        ("title", "Dagtoernooi", "always_the_same"),
        ("title", "Tafel {tafel}", "always_the_same"),
        ("title", "Dag {dag}", "unknown_place"),
        ("title", "Dag {datum", "unknown_place"),
        ("title", "Dag {datum!r}", "unknown_place"),
        ("title", "Dag {nummer:>500}", "unknown_place"),
        ("title", "Dag {datum.__class__}", "unknown_place"),
        ("title", "x" * 121 + "{datum}", "too_long"),
        ("title", "x" * 104 + "{datum}", "title_too_long"),
        ("title", "{datum}" * 17, "title_too_long"),
        ("title", "nul\0 {datum}", "bad_characters"),
        ("system", "bridge", "unknown_system"),
        ("bots", "solver@99", "unknown_bots"),
        ("capacity", 11, "out_of_range"),
        ("review_hours", -1, "out_of_range"),
        ("colour", "blue", "unknown_field"),
    ],
)
def test_a_series_that_cannot_be_is_refused_with_the_field_and_the_reason(field, value, code):
    error = refusal(lambda: make_series(**{field: value}))
    assert error.code == "invalid"
    assert error.fields[field].code == code
    assert not Series.objects.exists()
    series = make_series()
    assert refusal(lambda: services.change_series(series.organiser, series.pk, {field: value}, NOW)).code == "invalid"


def test_a_title_is_filled_in_as_a_reader_of_dutch_reads_it():
    day = date(2026, 3, 29)
    assert fill_pattern("Dag {datum}, nr. {nummer}, tafel {tafel}", day, 7, 1) == "Dag 29 maart 2026, nr. 7, tafel 1"
    assert fill_pattern("Day {date} {number}", day, 7, 2) == "Day 29 maart 2026 7, tafel 2"
    assert fill_pattern("{{accolades}} {datum}", day, 1, 1) == "{accolades} 29 maart 2026"
    assert find_pattern_fault("{{accolades}} {datum}") is None


def test_the_preview_of_a_plan_that_is_not_whole_is_empty_and_of_a_wrong_one_says_why():
    assert services.preview_series({"starts_on": NOW.date(), "opens": None}, NOW) == []
    shown = services.preview_series({"starts_on": NOW.date(), "opens": MIDNIGHT}, NOW)
    assert [one.day for one in shown] == [date(2026, 3, 2) + number * DAY for number in range(5)]
    wrong = {"starts_on": NOW.date(), "opens": MIDNIGHT, "hours": 30}
    assert refusal(lambda: services.preview_series(wrong, NOW)).fields["hours"].message.endswith("24 uur.")
