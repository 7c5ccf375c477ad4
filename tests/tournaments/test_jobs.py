"""Work that is due: counted before it begins, tried again after a pause, given up at last, and written down."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError

from tests.concurrency import at_once
from tests.tournaments.staging import DAY, NOW, make_announced
from tournaments import services
from tournaments.errors import ServiceError
from tournaments.models import Attempt, JobReport, Run
from tournaments.services import due, jobs
from tournaments.services.jobs import ATTEMPTS, LONGEST_PAUSE, Job, do_each, pause_after, record_run, run_jobs

pytestmark = pytest.mark.django_db

HALF_MINUTE = timedelta(seconds=30)


class Stopped(BaseException):
    """A worker that dies in the middle of its work."""


def fail(row: int) -> bool:
    raise ServiceError("full")


def test_what_is_done_leaves_nothing_behind_but_the_run():
    run_jobs([Job("trial", lambda now: do_each("trial", [1, 2], lambda row: True, now))], NOW)
    assert not Attempt.objects.exists()
    run = Run.objects.get()
    assert (run.job, run.started_at, run.done, run.failed) == ("trial", NOW, 2, 0)


def test_a_hundred_sweeps_that_find_nothing_leave_one_row_a_job():
    make_announced(opens_at=NOW + DAY / 2)
    for number in range(100):
        assert set(services.run_due(NOW + number * HALF_MINUTE).values()) == {0}
    assert not Run.objects.exists()
    assert not Attempt.objects.exists()
    assert JobReport.objects.count() == len(due.JOBS)
    assert set(JobReport.objects.values_list("ran_at", flat=True)) == {NOW + 99 * HALF_MINUTE}


def test_once_as_many_are_done_as_asked_the_rest_is_not_begun_and_its_failures_stay():
    do_each("trial", [9], fail, NOW)
    begun = []

    def work(row: int) -> int:
        begun.append(row)
        return 2

    assert do_each("trial", [6, 7, 8, 9], work, NOW + DAY, 3) == 4
    assert begun == [6, 7]
    assert Attempt.objects.values_list("row", "attempts", "code").get() == (9, 1, "full")


def test_an_attempt_is_counted_before_the_work_begins():
    seen = []
    do_each("trial", [7], lambda row: bool(seen.append(Attempt.objects.get().attempts)) or True, NOW)
    assert seen == [1]


def test_work_that_kills_its_worker_is_not_begun_again_for_ever():
    begun = []

    def die(row: int) -> bool:
        begun.append(row)
        raise Stopped

    now = NOW
    for _ in range(ATTEMPTS + 20):
        try:
            do_each("trial", [7], die, now)
        except Stopped:
            assert Attempt.objects.get().attempts == len(begun)
        now += LONGEST_PAUSE
    assert len(begun) == ATTEMPTS
    assert do_each("trial", [7, 8], lambda row: row == 8, now) == 1


def test_a_failure_is_tried_again_by_the_next_sweep_then_ever_later_and_given_up_at_last():
    now, tried = NOW, []

    def note(row: int) -> bool:
        tried.append(now)
        return fail(row)

    while now < NOW + DAY:
        do_each("trial", [7], note, now)
        now += HALF_MINUTE
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses[0] == HALF_MINUTE
    assert pauses == sorted(pauses)
    assert max(pauses) <= LONGEST_PAUSE + HALF_MINUTE
    assert len(tried) == ATTEMPTS
    row = Attempt.objects.get()
    assert (row.error, row.code, row.attempts, row.given_up_at) == ("ServiceError", "full", ATTEMPTS, tried[-1])


def test_what_succeeds_at_last_or_is_due_no_more_is_forgotten():
    do_each("trial", [7, 8], fail, NOW)
    assert Attempt.objects.count() == 2
    assert do_each("trial", [7], lambda row: True, NOW + HALF_MINUTE) == 1
    assert not Attempt.objects.exists()


def test_the_trouble_of_a_row_is_kept_without_its_words(caplog):
    def tell(row: int) -> bool:
        raise ValueError("hearts ten lies with East")

    do_each("trial", [7], tell, NOW)
    assert Attempt.objects.get().error == "ValueError"
    assert "trial, row 7, attempt 1: ValueError at tell:" in caplog.text
    assert "hearts" not in caplog.text


def test_a_job_that_fails_as_a_whole_keeps_no_other_waiting_and_is_seen():
    def break_down(now: object) -> int:
        raise DatabaseError("a whole row of secrets")

    jobs_of_it = [Job("broken", break_down), Job("whole", lambda now: 3)]
    assert run_jobs(jobs_of_it, NOW) == {"broken": 0, "whole": 3}
    assert {run.job: (run.done, run.failed) for run in Run.objects.all()} == {"broken": (0, 1), "whole": (3, 0)}
    row = Attempt.objects.get()
    assert (row.job, row.row, row.error) == ("broken", jobs.WHOLE_JOB, "DatabaseError")
    run_jobs([Job("broken", lambda now: 0)], NOW + HALF_MINUTE)
    assert not Attempt.objects.exists()


def test_long_work_of_a_task_is_written_down_as_well_even_when_it_is_cut_short():
    def work() -> None:
        with record_run("trial", NOW) as tally:
            tally.done = 4
            raise Stopped

    with pytest.raises(Stopped):
        work()
    assert Run.objects.get().done == 4


def test_pauses_double_up_to_the_longest():
    pauses = [pause_after(number) for number in range(1, 60)]
    assert pauses[:3] == [jobs.FIRST_PAUSE, 2 * jobs.FIRST_PAUSE, 4 * jobs.FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE


def test_what_happened_long_ago_is_forgotten_and_the_last_sweep_is_not():
    run_jobs([Job("trial", lambda now: 1)], NOW)
    do_each("trial", [7], fail, NOW)
    services.run_due(NOW + due.KEPT + HALF_MINUTE)
    assert not Run.objects.exists()
    assert not Attempt.objects.exists()
    assert JobReport.objects.filter(job="trial").exists()


def test_sessions_that_have_ended_are_forgotten_and_no_others():
    for key, end in (("ended", NOW - HALF_MINUTE), ("runs", NOW + HALF_MINUTE)):
        Session.objects.create(session_key=key, session_data="", expire_date=end)
    services.run_due(NOW)
    assert Session.objects.get().session_key == "runs"


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_find_the_same_row_due_one_begins_it():
    begun = []

    def work(row: int) -> bool:
        begun.append(row)
        return fail(row)

    for number in range(5):
        at_once(*[lambda row=number + 1: do_each(f"trial {row}", [row], work, NOW)] * 4)
    assert sorted(begun) == [1, 2, 3, 4, 5]
