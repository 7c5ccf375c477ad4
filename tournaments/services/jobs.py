"""How work that is due gets done: row by row, counted before it is begun, recorded afterwards.

An attempt is in the database before the work starts. So work that takes its worker down with it is not begun again
for ever, and two workers who find the same row due do not both begin it.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, IntegrityError, transaction

from tournaments.errors import ServiceError
from tournaments.models import Attempt, JobReport, Run
from tournaments.services.faults import describe_fault

logger = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(seconds=25)
"""How long after a first failure there is a second attempt: the next sweep. Each later pause is twice as long."""
LONGEST_PAUSE = timedelta(hours=1)
ATTEMPTS = 12
"""How often a row is tried before it is given up; with these pauses that takes more than five hours."""
WHOLE_JOB = 0
"""The row that stands for a job that failed as a whole."""
FAULTS = (
    DatabaseError,
    ServiceError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What one row's work may raise without keeping the others waiting. A worker that is told to stop is not among it."""


class NotDone(RuntimeError):
    """What was due has been tried and is still due."""


@dataclass(frozen=True)
class Job:
    """One kind of work: its name, and what does all of it that is due at a moment and says how many it did."""

    name: str
    act: Callable[[datetime], int]


@dataclass
class Tally:
    """What came of a run."""

    done: int = 0
    failed: int = 0


def run_jobs(jobs: Iterable[Job], now: datetime) -> dict[str, int]:
    """Do what is due at `now` of all `jobs`, in their order, and record it; how many of each were done.

    A job that fails as a whole does not keep the others waiting.
    """
    reports = [_run_job(job, now) for job in jobs]
    Attempt.objects.filter(row=WHOLE_JOB, tried_at__lt=now, job__in=[report.job for report in reports]).delete()
    failed: dict[str, int] = {}
    for name in Attempt.objects.filter(tried_at=now).values_list("job", flat=True):
        failed[name] = failed.get(name, 0) + 1
    for report in reports:
        report.failed = failed.get(report.job, 0)
    JobReport.objects.bulk_create(
        reports,
        update_conflicts=True,
        unique_fields=["job"],
        update_fields=["ran_at", "milliseconds", "done", "failed"],
    )
    _record([report for report in reports if report.done or report.failed])
    return {report.job: report.done for report in reports}


@contextmanager
def record_run(job: str, now: datetime) -> Iterator[Tally]:
    """Record what is done within, begun at `now`, as a run of `job`: for tasks that do long work by themselves."""
    tally, start = Tally(), time.monotonic()
    try:
        yield tally
    finally:
        report = JobReport(job=job, ran_at=now, milliseconds=_since(start), done=tally.done, failed=tally.failed)
        if report.done or report.failed:
            _record([report])


def do_each(job: str, ids: list[int], act: Callable[[int], int], now: datetime, most: int | None = None) -> int:
    """Do `act` to each of these rows; how many things it did. `act` says how many (or whether) for its row.

    Once `most` things are done the rows that are left are not begun, and what is known of their failures stays. What
    `act` raises is logged and tried again after a pause, at most `ATTEMPTS` times. Rows that failed before and are due
    no more are forgotten.
    """
    Attempt.objects.filter(job=job).exclude(error="").exclude(row__in=[*ids, WHOLE_JOB]).delete()
    if not ids:
        return 0
    known = {row.row: row for row in Attempt.objects.filter(job=job, row__in=ids)}
    done = 0
    for pk in ids:
        if most is not None and done >= most:
            break
        done += _try(job, pk, known.get(pk), act, now)
    return done


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts."""
    doublings: int = min(attempts - 1, 20)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)


def _run_job(job: Job, now: datetime) -> JobReport:
    start = time.monotonic()
    done = 0
    try:
        done = job.act(now)
    except FAULTS as error:
        logger.error("the job %s failed as a whole: %s", job.name, describe_fault(error))
        before = Attempt.objects.filter(job=job.name, row=WHOLE_JOB).first()
        if _claim(job.name, WHOLE_JOB, before, now):
            Attempt.objects.filter(job=job.name, row=WHOLE_JOB).update(error=type(error).__name__)
    return JobReport(job=job.name, ran_at=now, milliseconds=_since(start), done=done, failed=0)


def _try(job: str, pk: int, before: Attempt | None, act: Callable[[int], int], now: datetime) -> int:
    if before is not None and (before.given_up_at is not None or before.retry_at > now):
        return 0
    if before is not None and before.attempts >= ATTEMPTS:
        # Its last attempt took the worker down, so nobody could say so then.
        Attempt.objects.filter(pk=before.pk).update(given_up_at=now)
        return 0
    attempts = _claim(job, pk, before, now)
    if not attempts:
        return 0
    try:
        done = act(pk)
    except FAULTS as error:
        logger.error("%s, row %s, attempt %s: %s", job, pk, attempts, describe_fault(error))
        Attempt.objects.filter(job=job, row=pk).update(
            error=type(error).__name__,
            code=error.code if isinstance(error, ServiceError) else "",
            given_up_at=now if attempts >= ATTEMPTS else None,
        )
        return 0
    Attempt.objects.filter(job=job, row=pk).delete()
    return done


def _claim(job: str, pk: int, before: Attempt | None, now: datetime) -> int:
    """Count an attempt before it begins: how many it makes, 0 when somebody else has begun it meanwhile."""
    attempts = 1 if before is None else before.attempts + 1
    fields = {"attempts": attempts, "tried_at": now, "retry_at": now + pause_after(attempts), "error": "", "code": ""}
    if before is not None:
        same = Attempt.objects.filter(pk=before.pk, attempts=before.attempts)
        return attempts if same.update(**fields) else 0
    try:
        with transaction.atomic():
            Attempt.objects.create(job=job, row=pk, first_at=now, **fields)
    except IntegrityError:
        return 0
    return attempts


def _record(reports: list[JobReport]) -> None:
    Run.objects.bulk_create(
        Run(
            job=report.job,
            started_at=report.ran_at,
            milliseconds=report.milliseconds,
            done=report.done,
            failed=report.failed,
        )
        for report in reports
    )


def _since(start: float) -> int:
    return round(1000 * (time.monotonic() - start))
