"""Daily lists: every boom on the list of its day in Brussels, once, whatever the clock and the workers do."""

import random
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from engine.ranking import share_ranks
from tests.concurrency import at_once
from tests.tournaments.free_staging import GUEST, give_up_at, owner_of, play_acts, sit_down, write_boom
from tests.tournaments.staging import make_player
from tournaments.days import GRACE, ONE_DAY, day_of, period_of, start_of
from tournaments.models import Attempt, DailyList, DailyRow, FreePlay
from tournaments.selectors.daily_ranking import SORTS, rank_players
from tournaments.selectors.places import Owner
from tournaments.services import daily_lists
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.due import run_due
from tournaments.services.free_play import claim_free_play, give_up_free_play

SECOND = timedelta(seconds=1)
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)

pytestmark = pytest.mark.django_db


def lists() -> dict[date, list[tuple[int, int | None, int, int, int]]]:
    """All fixed lists, row by row: rank, player, booms, total, best."""
    return {
        one.day: sorted((row.rank, row.user_id, row.booms, row.total, row.best) for row in one.rows.all())
        for one in DailyList.objects.filter(fixed_at__isnull=False)
    }


def due_after(day: date):
    """The first moment at which the list of a day is due."""
    return start_of(day + ONE_DAY) + GRACE


def play_around_midnights(day: date) -> dict[date, list[int]]:
    """A boom one second before and one after each midnight of a day, each by a player of his own; who is on which."""
    meant: dict[date, list[int]] = {}
    moments = (
        (start_of(day) - SECOND, day - ONE_DAY),
        (start_of(day) + SECOND, day),
        (start_of(day + ONE_DAY) - SECOND, day),
        (start_of(day + ONE_DAY) + SECOND, day + ONE_DAY),
    )
    for moment, on in moments:
        user = make_player()
        row = give_up_at(owner_of(user), moment)
        assert row.boom.finished_at == moment
        meant.setdefault(on, []).append(user.pk)
    return meant


def read_players() -> dict[date, list[int]]:
    return {day: [player for _, player, *_ in rows] for day, rows in lists().items()}


@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_booms_a_second_beside_midnight_are_on_the_list_of_their_day(day):
    meant = play_around_midnights(day)
    assert fix_daily_lists(due_after(day + ONE_DAY)) == 3
    assert read_players() == meant


@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_a_worker_that_was_down_for_three_days_catches_up_to_the_same_lists(day):
    meant = play_around_midnights(day)
    result = run_due(due_after(day + 3 * ONE_DAY))
    assert result["listed"] == 5
    assert read_players() == {**meant, day + 2 * ONE_DAY: [], day + 3 * ONE_DAY: []}


@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_a_hundred_sweeps_give_the_lists_of_one(day):
    meant = play_around_midnights(day)
    begin, end = start_of(day) - 2 * SECOND, due_after(day + ONE_DAY)
    for number in range(100):
        run_due(begin + (end - begin) * number / 99)
    assert read_players() == meant
    before = lists()
    for _ in range(5):
        assert run_due(end)["listed"] == 0
    assert lists() == before
    assert not Attempt.objects.exists()


def test_a_list_is_fixed_no_sooner_than_its_day_is_over_and_a_moment_more():
    give_up_at(owner_of(make_player()), start_of(SPRING) + SECOND)
    assert fix_daily_lists(due_after(SPRING) - SECOND) == 0
    assert not DailyList.objects.exists()
    assert fix_daily_lists(due_after(SPRING)) == 1


def test_without_any_free_play_there_is_no_list_and_after_the_first_every_day_has_one():
    assert fix_daily_lists(due_after(SPRING)) == 0
    give_up_at(owner_of(make_player()), start_of(SPRING))
    assert fix_daily_lists(due_after(SPRING + 9 * ONE_DAY)) == 10
    assert list(DailyList.objects.order_by("day").values_list("day", flat=True)) == [
        SPRING + ONE_DAY * number for number in range(10)
    ]
    assert DailyRow.objects.count() == 1


def test_a_row_has_the_number_the_total_and_the_best_and_equal_totals_share_the_rank():
    users = [make_player() for _ in range(4)]
    for user, scores in zip(users, ((10, -4), (6,), (-3, -3), (40,)), strict=True):
        for score in scores:
            write_boom(user, SPRING, score)
    fix_daily_lists(due_after(SPRING))
    a, b, c, d = (user.pk for user in users)
    assert lists()[SPRING] == [(1, d, 1, 40, 40), (2, a, 2, 6, 10), (2, b, 1, 6, 6), (4, c, 2, -6, -3)]
    fixed = DailyList.objects.get()
    assert (fixed.players, fixed.booms) == (4, 6)


def test_only_booms_of_an_account_are_on_the_list():
    user = make_player()
    write_boom(user, SPRING, 5)
    write_boom(None, SPRING, 50, guest=GUEST)
    write_boom(make_player(), SPRING, 60, counts=False)
    sit_down(owner_of(user), start_of(SPRING))
    fix_daily_lists(due_after(SPRING))
    assert lists()[SPRING] == [(1, user.pk, 1, 5, 5)]


def test_a_list_that_is_fixed_never_changes():
    one, two = make_player(), make_player()
    write_boom(one, SPRING, 5)
    write_boom(two, SPRING, 9)
    guest = write_boom(None, SPRING, 50, guest=GUEST)
    fix_daily_lists(due_after(SPRING))
    before = lists()
    claim_free_play(one, GUEST, due_after(SPRING))
    guest.refresh_from_db()
    assert (guest.user_id, guest.counts) == (one.pk, False)
    two.delete()
    fix_daily_lists(due_after(SPRING + ONE_DAY))
    assert lists() == {**before, SPRING + ONE_DAY: []}


def test_a_claim_counts_on_the_day_itself_and_before_the_list_is_fixed_reads_as_it_will_be():
    user = make_player()
    write_boom(None, SPRING, 50, guest=GUEST)
    assert claim_free_play(user, GUEST, start_of(SPRING + ONE_DAY) - SECOND) == 1
    late = make_player()
    write_boom(None, SPRING, 60, guest="cd" * 32)
    assert claim_free_play(late, "cd" * 32, start_of(SPRING + ONE_DAY) + SECOND) == 1
    live = [(one.user_id, one.total) for one in rank_players(period_of("day", SPRING))]
    fix_daily_lists(due_after(SPRING))
    assert live == [(user.pk, 50)] == [(row.user_id, row.total) for row in DailyRow.objects.all()]


def test_a_boom_that_ends_after_its_day_was_closed_ends_with_the_next_day():
    user = make_player()
    place = sit_down(owner_of(user), start_of(SPRING))
    table = play_acts(place, 10, now=start_of(SPRING))
    assert not table["finished"]
    fix_daily_lists(due_after(SPRING))
    # His request began in the last second of the day, and comes to its end only now.
    give_up_free_play(place, start_of(SPRING + ONE_DAY) - SECOND)
    row = FreePlay.objects.select_related("boom").get()
    assert (row.day, row.boom.finished_at) == (SPRING + ONE_DAY, start_of(SPRING + ONE_DAY))
    assert day_of(row.boom.finished_at) == row.day
    fix_daily_lists(due_after(SPRING + ONE_DAY))
    assert read_players() == {SPRING: [], SPRING + ONE_DAY: [user.pk]}


def test_fixed_and_live_days_add_up_to_the_booms_themselves():
    chance = random.Random(7)
    users = [make_player() for _ in range(6)]
    rows = [write_boom(chance.choice(users), SPRING + ONE_DAY * chance.randrange(12)) for _ in range(80)]
    fix_daily_lists(due_after(SPRING + 6 * ONE_DAY))
    for kind in ("day", "week", "month"):
        period = period_of(kind, SPRING + 5 * ONE_DAY)
        scores: dict[int, list[int]] = {}
        for row in rows:
            if row.day in period:
                scores.setdefault(row.user_id, []).append(row.score)
        found = {one.user_id: (one.booms, one.total, one.best) for one in rank_players(period)}
        assert found == {user: (len(values), sum(values), max(values)) for user, values in scores.items()}


@pytest.mark.parametrize("sort", SORTS)
def test_ranks_and_places_are_those_of_the_engine_whatever_the_order(sort):
    chance = random.Random(11)
    users = [make_player() for _ in range(25)]
    for _ in range(90):
        write_boom(chance.choice(users), SPRING + ONE_DAY * chance.randrange(3), chance.randrange(-6, 6))
    fix_daily_lists(due_after(SPRING + ONE_DAY))
    for kind in ("day", "week"):
        rows = rank_players(period_of(kind, SPRING), sort)
        assert [row.place for row in rows] == list(range(1, len(rows) + 1))
        assert {row.players for row in rows} == {len(rows)}
        by_total = sorted(rows, key=lambda row: -row.total)
        assert [row.rank for row in by_total] == share_ranks(row.total for row in by_total)
        values = [getattr(row, sort) for row in rows]
        assert values == sorted(values, reverse=True)
        middle = rank_players(period_of(kind, SPRING), sort, first=3, last=7, me=rows[10].user_id)
        assert middle == [*rows[2:7], rows[10]]


def test_an_account_that_is_gone_is_one_anonymous_player_all_month():
    user, other = make_player(), make_player()
    for number in range(3):
        write_boom(user, SPRING + ONE_DAY * (number - 10), 10)
        write_boom(other, SPRING + ONE_DAY * (number - 10), 1)
    fix_daily_lists(due_after(SPRING))
    user.delete()
    found = sorted((one.total, one.booms, one.name) for one in rank_players(period_of("month", SPRING)))
    assert found == [(3, 3, other.display_name), (30, 3, None)]


def test_fixing_asks_the_database_no_more_for_many_players_than_for_few():
    def measure(day: date, players: int) -> int:
        for _ in range(players):
            write_boom(make_player(), day)
        with CaptureQueriesContext(connection) as captured:
            assert fix_daily_lists(due_after(day)) == 1
        return len(captured)

    measure(SPRING, 1)
    assert measure(SPRING + ONE_DAY, 2) == measure(SPRING + 2 * ONE_DAY, 20)


def test_a_list_whose_fixing_fails_keeps_no_other_waiting_and_is_tried_again(monkeypatch):
    users = [make_player() for _ in range(3)]
    for number, user in enumerate(users):
        write_boom(user, SPRING + ONE_DAY * number, 7)
    read = daily_lists.write_query

    def fail(period, **kind):
        if period.first == SPRING + ONE_DAY:
            raise ValueError("no")
        return read(period, **kind)

    monkeypatch.setattr(daily_lists, "write_query", fail)
    now = due_after(SPRING + 2 * ONE_DAY)
    assert run_due(now)["listed"] == 2
    assert set(read_players()) == {SPRING, SPRING + 2 * ONE_DAY}
    monkeypatch.undo()
    assert run_due(now + timedelta(minutes=1))["listed"] == 1
    assert read_players() == {SPRING + ONE_DAY * number: [user.pk] for number, user in enumerate(users)}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_two_workers_at_once_give_the_lists_of_one(day):
    meant = play_around_midnights(day)
    now = due_after(day + ONE_DAY)
    outcomes = at_once(*[lambda: fix_daily_lists(now)] * 4)
    assert sum(outcomes) == 3
    assert read_players() == meant


@pytest.mark.django_db(transaction=True)
def test_starting_from_many_tabs_at_once_is_one_boom():
    for owner in (owner_of(make_player()), Owner(guest=GUEST)):
        outcomes = at_once(*[lambda owner=owner: sit_down(owner).free_play_id] * 6)
        assert set(outcomes) == {FreePlay.objects.get(owner.owns()).pk}


@pytest.mark.django_db(transaction=True)
def test_who_closes_his_account_while_he_begins_is_refused_and_keeps_no_worker_busy():
    user = make_player()
    owner = owner_of(user)
    user.delete()
    with pytest.raises(IntegrityError):
        sit_down(owner)
    assert not FreePlay.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_claiming_twice_at_once_gives_every_boom_once():
    users = [make_player() for _ in range(4)]
    day = day_of(start_of(SPRING))
    for _ in range(5):
        write_boom(None, day, guest=GUEST)
    outcomes = at_once(*[lambda user=user: claim_free_play(user, GUEST, start_of(SPRING)) for user in users])
    assert sorted(outcomes) == [0, 0, 0, 5]
    assert FreePlay.objects.values("user").distinct().count() == 1


@pytest.mark.django_db(transaction=True)
def test_claiming_against_beginning_ends_with_one_boom_in_progress():
    for number in range(8):
        user, guest = make_player(), f"{number:064x}"
        sit_down(Owner(guest=guest))
        claimed, _ = at_once(
            lambda user=user, guest=guest: claim_free_play(user, guest, start_of(SPRING)),
            lambda user=user: sit_down(owner_of(user)),
        )
        assert claimed in (1, "boom_in_progress")
        assert FreePlay.objects.filter(user=user, day__isnull=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_giving_up_from_many_tabs_against_cards_ends_the_boom_once():
    for _ in range(4):
        user = make_player()
        place = sit_down(owner_of(user))
        at_once(
            *[lambda place=place: give_up_free_play(place, start_of(SPRING))] * 3,
            lambda place=place: play_acts(place, 5),
        )
        row = FreePlay.objects.select_related("boom").get(user=user)
        assert row.boom.reason == "gave_up"
        assert row.score == row.boom.total_we - 101
        assert not row.boom.bots_due


@pytest.mark.django_db(transaction=True)
def test_no_boom_is_lost_that_ends_while_lists_are_being_fixed():
    """Booms end in the last second of a day, their requests held up; the day is fixed meanwhile, several times."""
    users = [make_player() for _ in range(12)]
    places = [sit_down(owner_of(user), start_of(SPRING)) for user in users]
    last = start_of(SPRING + ONE_DAY) - SECOND
    fixers = [lambda: fix_daily_lists(due_after(SPRING))] * 4
    enders = [lambda place=place: give_up_free_play(place, last) for place in places]
    mixed = [*enders[:4], fixers[0], *enders[4:8], *fixers[1:3], *enders[8:], fixers[3]]
    at_once(*mixed)
    fix_daily_lists(due_after(SPRING + ONE_DAY))
    found = sorted(player for rows in read_players().values() for player in rows)
    assert found == sorted(user.pk for user in users)
    for row in FreePlay.objects.select_related("boom"):
        assert row.day == day_of(row.boom.finished_at)
        assert row.user_id in read_players()[row.day]


@pytest.mark.django_db(transaction=True)
def test_a_last_card_against_the_closing_of_its_day_is_on_one_list_and_in_step_with_its_time():
    """The card of the last second, played to the end by the bots' answer, while the day is being closed."""
    seen = set()
    for number in range(6):
        user, day = make_player(), SPRING + number * ONE_DAY
        place = sit_down(owner_of(user), start_of(day))
        FreePlay.objects.filter(pk=place.free_play_id).update(boards=1)
        last = start_of(day + ONE_DAY) - SECOND
        table = play_acts(place, 8, now=last)
        assert not table["finished"]
        at_once(
            lambda place=place, last=last: play_acts(place, 1, now=last),
            lambda day=day: fix_daily_lists(due_after(day)),
        )
        row = FreePlay.objects.select_related("boom").get(user=user)
        assert row.boom.finished_at in (last, start_of(day + ONE_DAY))
        assert row.day == day_of(row.boom.finished_at)
        fix_daily_lists(due_after(day + ONE_DAY))
        assert [on for on, players in read_players().items() if user.pk in players] == [row.day]
        seen.add(row.day == day)
    assert seen


@pytest.mark.django_db(transaction=True)
def test_who_closes_a_day_waits_for_a_boom_that_is_just_ending(monkeypatch):
    """The one who ends holds his transaction open until the fixer stands at the lock."""
    from tournaments.services import free_play

    user = make_player()
    place = sit_down(owner_of(user), start_of(SPRING))
    settle = free_play.settle_free_play

    def settle_slowly(boom):
        done = settle(boom)
        wait_for_a_waiter()
        return done

    def wait_for_a_waiter():
        for _ in range(2000):
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                if cursor.fetchone()[0]:
                    return
                cursor.execute("SELECT pg_sleep(0.01)")
        raise AssertionError("nobody waited")

    def fix_once_it_is_held():
        for _ in range(2000):
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
                if cursor.fetchone()[0]:
                    return fix_daily_lists(due_after(SPRING))
                cursor.execute("SELECT pg_sleep(0.01)")
        raise AssertionError("nobody held the days open")

    monkeypatch.setattr(free_play, "settle_free_play", settle_slowly)
    outcomes = at_once(
        lambda: give_up_free_play(place, start_of(SPRING + ONE_DAY) - SECOND),
        fix_once_it_is_held,
    )
    assert outcomes == [None, 1]
    assert read_players() == {SPRING: [user.pk]}
