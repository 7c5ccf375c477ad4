"""Series: a year of occurrences, and full tables that open the next."""

import itertools
import random
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.concurrency import at_once
from tests.tournaments import staging
from tests.tournaments.series_staging import BRUSSELS, MIDNIGHT, enter_many, fill_of, make_occurrence, make_series
from tests.tournaments.staging import DAY, HOUR, NOW, make_organiser, make_player, refusal
from tournaments import services
from tournaments.models import Entry, Occurrence, Series, State, Tournament, TournamentSecret
from tournaments.services import occurring

pytestmark = pytest.mark.django_db


# A year


def test_a_year_of_every_day_is_365_occurrences_none_missing_and_none_double():
    now = datetime(2025, 12, 31, 22, 59, tzinfo=UTC)
    series = make_series(now=now, starts_on=date(2026, 1, 1))
    chance = random.Random(7)
    end = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    while now < end:
        services.run_due(now)
        now += timedelta(hours=chance.uniform(10, 23))
    services.run_due(end)
    held = [one for one in Occurrence.objects.order_by("day") if one.day.year == 2026]
    assert [one.day for one in held] == [date(2026, 1, 1) + number * DAY for number in range(365)]
    assert [one.number for one in held] == list(range(1, 366))
    for one, following in itertools.pairwise(held):
        assert one.opens_at.astimezone(BRUSSELS).replace(tzinfo=None) == datetime.combine(one.day, MIDNIGHT)
        assert one.closes_at == following.opens_at
    tables = Tournament.objects.filter(occurrence__day__year=2026)
    assert (tables.count(), tables.filter(state=State.FINAL).count()) == (365, 365)
    assert TournamentSecret.objects.filter(tournament__in=tables).values("secret").distinct().count() == 365
    assert len({one.commitment for one in tables}) == len({one.title for one in tables}) == 365
    # New year's day is open already, and the day after it is there to enter.
    assert series.occurrences.count() == 367
    assert series.occurrences.latest("day").day == date(2027, 1, 2)


def test_a_year_of_sundays_is_52():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    make_series(now=now, opens=time(14, 0), weekday=6, hours=6)
    while now < datetime(2026, 12, 31, tzinfo=UTC):
        services.run_due(now)
        now += 23 * HOUR
    held = list(Occurrence.objects.order_by("day"))
    assert len(held) == 52
    assert {(one.day.weekday(), one.opens_at.astimezone(BRUSSELS).hour) for one in held} == {(6, 14)}
    assert {one.closes_at - one.opens_at for one in held} == {6 * HOUR}


# Coming and going


def test_an_occurrence_is_announced_a_day_ahead_opens_closes_and_is_final_by_itself():
    series = make_series(opens=time(18, 0), hours=4)
    opens_at = datetime(2026, 3, 1, 17, 0, tzinfo=UTC)
    services.run_due(NOW)
    table = Tournament.objects.get()
    assert (table.state, table.opens_at, table.closes_at) == (State.ANNOUNCED, opens_at, opens_at + 4 * HOUR)
    assert (table.title, table.table, table.review_hours) == ("Dagtoernooi 1 maart 2026", 1, 0)
    assert table.commitment
    services.enter_tournament(make_player(), table.pk, NOW)
    services.run_due(opens_at)
    table.refresh_from_db()
    assert (table.state, table.opened_at) == (State.OPEN, opens_at)
    # The next one is announced at the same moment, a day ahead.
    assert series.occurrences.count() == 2
    services.run_due(opens_at + 4 * HOUR)
    table.refresh_from_db()
    assert (table.state, table.closed_at, table.final_at) == (State.FINAL, opens_at + 4 * HOUR, opens_at + 4 * HOUR)


def test_after_days_without_a_sweep_what_is_over_is_left_out_and_what_is_open_opens_late():
    series = make_series(opens=time(18, 0))
    services.run_due(NOW)
    late = datetime(2026, 3, 5, 9, 0, tzinfo=UTC)
    services.run_due(late)
    held = list(series.occurrences.order_by("day"))
    assert [one.day.day for one in held] == [1, 4, 5]
    assert [one.number for one in held] == [1, 2, 3]
    table = held[1].tables.get()
    assert (table.state, table.opens_at, table.opened_at) == (State.OPEN, late, late)
    assert table.closes_at == held[2].opens_at


def test_a_hundred_sweeps_at_one_moment_change_nothing():
    make_series()
    services.run_due(NOW)
    before = (Occurrence.objects.count(), Tournament.objects.count(), Series.objects.get().due_at)
    for _ in range(100):
        assert set(services.run_due(NOW).values()) == {0}
    assert (Occurrence.objects.count(), Tournament.objects.count(), Series.objects.get().due_at) == before


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_make_one_occurrence():
    for number in range(5):
        make_series(name=f"Reeks {number}")
    sweeps = at_once(*[lambda: services.run_due(NOW)] * 4)
    assert sum(sweep["announced"] for sweep in sweeps) == 5
    assert Occurrence.objects.count() == Tournament.objects.count() == 5


def test_the_database_allows_one_occurrence_a_day_and_one_table_of_a_number():
    occurrence, moment = make_occurrence()
    with pytest.raises(IntegrityError), transaction.atomic():
        Occurrence.objects.create(
            series=occurrence.series, day=occurrence.day, number=99, opens_at=NOW, closes_at=NOW, made_at=NOW
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.create(organiser=occurrence.series.organiser, created_at=NOW, occurrence=occurrence, table=1)
    user = enter_many(occurrence, moment, 1)[0]
    other = occurring.add_table(occurrence, moment)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=other, occurrence=occurrence, user=user, number=1, entered_at=NOW)


def test_while_its_organiser_may_not_organise_a_series_waits():
    organiser = make_organiser()
    make_series(organiser)
    organiser.is_staff = False
    organiser.save()
    assert services.run_due(NOW)["announced"] == 0
    organiser.is_staff = True
    organiser.save()
    assert services.run_due(NOW)["announced"] == 1


# Tables


def test_a_full_table_opens_the_next_on_its_own_deals():
    occurrence, moment = make_occurrence(capacity=3)
    enter_many(occurrence, moment, 2)
    assert fill_of(occurrence) == [2]
    enter_many(occurrence, moment, 1)
    assert fill_of(occurrence) == [3, 0]
    one, two = occurrence.tables.order_by("table")
    assert (two.state, two.closes_at, two.boards, two.capacity) == (State.OPEN, one.closes_at, one.boards, 3)
    assert two.title == f"{one.title}, tafel 2"
    assert bytes(one.secret.secret) != bytes(two.secret.secret)
    assert one.commitment != two.commitment
    enter_many(occurrence, moment, 4)
    assert fill_of(occurrence) == [3, 3, 1]


def test_before_it_opens_tables_fill_in_the_same_way():
    make_series(capacity=2)
    services.run_due(NOW)
    occurrence = Occurrence.objects.get()
    enter_many(occurrence, NOW, 3)
    assert fill_of(occurrence) == [2, 1]
    assert set(occurrence.tables.values_list("state", flat=True)) == {State.ANNOUNCED}
    assert set(occurrence.tables.values_list("opens_at", flat=True)) == {occurrence.opens_at}


def test_one_table_of_an_occurrence_per_user():
    occurrence, moment = make_occurrence(capacity=2)
    user, *_ = enter_many(occurrence, moment, 3)
    second = occurrence.tables.get(table=2)
    assert services.enter_tournament(user, second.pk, moment).tournament.table == 1
    assert fill_of(occurrence) == [2, 1]


def test_a_place_that_is_given_back_is_taken_before_the_next_table():
    occurrence, moment = make_occurrence(capacity=2)
    user, *_ = enter_many(occurrence, moment, 2)
    first = occurrence.tables.get(table=1)
    services.withdraw_entry(user, first.pk, moment)
    enter_many(occurrence, moment, 1)
    assert fill_of(occurrence) == [2, 0]


def test_the_organiser_plays_out_of_competition_at_the_table_he_asks_for():
    occurrence, moment = make_occurrence(capacity=2)
    enter_many(occurrence, moment, 2)
    first = occurrence.tables.get(table=1)
    entry = services.enter_tournament(occurrence.series.organiser, first.pk, moment)
    assert (entry.tournament_id, entry.number) == (first.pk, None)


def test_a_table_that_closed_because_all_had_finished_sends_on_to_the_next():
    occurrence, moment = make_occurrence(capacity=1, boards=1)
    first = occurrence.tables.get(table=1)
    user = make_player()
    services.enter_tournament(user, first.pk, moment)
    services.start_boom(user, first.pk, moment)
    table = staging.selectors.table_state(user, first.pk, moment)
    while not table["finished"]:
        act = staging.first_choice(table)
        table = services.perform_act(user, first.pk, table["ply"], act, moment)["table"]
    first.refresh_from_db()
    assert first.state == State.CLOSED
    assert services.enter_tournament(make_player(), first.pk, moment).tournament.table == 2


def test_what_is_over_cancelled_or_closed_by_hand_is_refused_as_in_any_tournament():
    occurrence, moment = make_occurrence(capacity=2)
    first = occurrence.tables.get()
    organiser = occurrence.series.organiser
    services.close_tournament(organiser, first.pk, moment, "Panne")
    assert refusal(lambda: enter_many(occurrence, moment, 1)).code == "entries_closed"
    assert occurrence.tables.count() == 1
    cancelled, moment = make_occurrence(capacity=2)
    enter_many(cancelled, moment, 2)
    services.cancel_tournament(cancelled.series.organiser, cancelled.tables.get(table=1).pk, "Panne", moment)
    assert refusal(lambda: enter_many(cancelled, moment, 1)).code == "tournament_cancelled"
    following, moment = make_occurrence(capacity=2)
    enter_many(following, moment, 2)
    assert refusal(lambda: enter_many(following, following.closes_at, 1)).code == "entries_closed"
    assert fill_of(following) == [2, 0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("open_now", [True, False])
def test_of_25_who_enter_in_the_same_instant_all_are_in_once_at_three_tables(open_now):
    occurrence, moment = make_occurrence()
    if not open_now:
        occurrence, moment = Occurrence.objects.latest("day"), occurrence.opens_at + HOUR
    first = occurrence.tables.get(table=1)
    users = [make_player() for _ in range(25)]
    outcomes = at_once(*[lambda user=user: services.enter_tournament(user, first.pk, moment).pk for user in users])
    assert len(set(outcomes)) == 25
    assert fill_of(occurrence) == [10, 10, 5]
    assert Entry.objects.filter(occurrence=occurrence).values("user").distinct().count() == 25
    for table in occurrence.tables.order_by("table")[:2]:
        assert sorted(table.entries.values_list("number", flat=True)) == list(range(1, 11))


@pytest.mark.django_db(transaction=True)
def test_one_user_who_enters_two_tables_in_the_same_instant_is_in_once():
    occurrence, moment = make_occurrence(capacity=2)
    enter_many(occurrence, moment, 2)
    enter_many(occurrence, moment, 1)
    tables = list(occurrence.tables.values_list("pk", flat=True))
    user = make_player()
    outcomes = at_once(*[lambda pk=pk: services.enter_tournament(user, pk, moment).pk for pk in tables * 4])
    assert len(set(outcomes)) == 1
    assert Entry.objects.filter(user=user).count() == 1


@pytest.mark.django_db(transaction=True)
def test_entering_against_closing_by_hand_leaves_nobody_at_a_closed_table_who_came_after():
    for _ in range(6):
        occurrence, moment = make_occurrence(capacity=1)
        enter_many(occurrence, moment, 1)
        first, second = occurrence.tables.order_by("table")
        outcome, _ = at_once(
            lambda first=first, moment=moment: services.enter_tournament(make_player(), first.pk, moment).tournament_id,
            lambda second=second, moment=moment: services.close_tournament(second.organiser, second.pk, moment, "x"),
        )
        second.refresh_from_db()
        assert second.state == State.CLOSED
        # In time he is at the second table, unfinished when it closed; too late he is at a third.
        entry = Entry.objects.get(tournament_id=outcome)
        assert entry.state == ("unfinished" if entry.tournament_id == second.pk else "entered")
