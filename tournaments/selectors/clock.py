"""What the clock did and what it will do next, for organisers: counts and times, never what stands in a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access import may_create, review_end, state_filter
from tournaments.days import GRACE, ONE_DAY, day_of, start_of
from tournaments.errors import REFUSALS, ServiceError
from tournaments.models import WAITING, Attempt, JobReport, Mail, Run, Series, State, Tournament
from tournaments.selectors.daily_ranking import find_first_day
from tournaments.selectors.mails import reminder_at

RUNS = 20
"""How many runs are shown."""
SOON = 6
"""How many of each kind of thing to come are looked at."""
MAILS = 1000
"""How many mails that would not go are counted."""
IN_HAND = timedelta(minutes=5)
"""How long something may be worked on before it counts as stopped half-way."""
JOB_WORDS: dict[str, Promise] = {
    "announced": _("announce the days of series"),
    "opened": _("open tournaments"),
    "advanced": _("let bots answer that still had to"),
    "closed": _("close tournaments"),
    "completed": _("close full tournaments where all are done"),
    "finalised": _("make lists final"),
    "listed": _("fix daily lists"),
    "forgotten": _("forget guests who stayed away"),
    "owed": _("note the mails that are due"),
    "sent": _("send mails"),
    "analysed": _("analyse the deals of what has closed"),
    "bot_lines": _("play what has closed with the bot as South"),
    "counted": _("count the hands that were dealt"),
    "signals": _("look for signals in what has closed"),
    "tidied": _("clear away old runs"),
}
"""What each job does; one that has no words yet is shown by its name."""
NOT_DONE = _("It was tried and is still to be done.")
STOPPED = _("The worker stopped in the middle of it.")
UNFORESEEN = _("Something unforeseen; the log says where in the code.")
FAULT_WORDS: dict[str, Promise] = {
    "NotDone": NOT_DONE,
    "OperationalError": _("The database did not answer."),
    "IntegrityError": _("The database refused it."),
    "DataError": _("The database refused it."),
    "ConnectionRefusedError": _("The mail server does not answer."),
    "TimeoutError": _("The mail server does not answer."),
    "gaierror": _("The mail server does not answer."),
    "SMTPServerDisconnected": _("The mail server does not answer."),
    "SMTPConnectError": _("The mail server does not answer."),
    "SMTPAuthenticationError": _("The mail server does not let us in."),
    "SMTPRecipientsRefused": _("The mail server does not take mail for this address."),
    "SMTPSenderRefused": _("The mail server does not take mail from this sender."),
    "SMTPDataError": _("The mail server did not take this mail."),
}


@dataclass(frozen=True)
class JobRow:
    """The last sweep of a job."""

    words: str
    ran_at: datetime
    milliseconds: int
    done: int
    failed: int


@dataclass(frozen=True)
class FailureRow:
    """Something that would not go: of what job, how often it was tried, why, and when it is tried again (None: never).

    `count` is of how many things this is told at once.
    """

    words: str
    error: str
    sentence: str
    attempts: int
    tried_at: datetime | None
    retry_at: datetime | None
    count: int


@dataclass(frozen=True)
class ComingRow:
    """Something that is due at a moment, and the public title it concerns."""

    at: datetime
    words: str
    title: str


@dataclass(frozen=True)
class ClockPage:
    """All that organisers may know of the clock.

    `waiting` is the number of mails that have still to go, `given_up` of all that stands still.
    """

    jobs: Sequence[JobRow]
    runs: Sequence[JobRow]
    failures: Sequence[FailureRow]
    coming: Sequence[ComingRow]
    waiting: int
    given_up: int


def get_clock(user: Any, now: datetime) -> ClockPage:
    """The page of the clock. Raises `ServiceError` "not_organiser" for who may not organise."""
    if not may_create(user):
        raise ServiceError("not_organiser")
    order = {name: place for place, name in enumerate(JOB_WORDS)}
    reports = sorted(JobReport.objects.all(), key=lambda row: (order.get(row.job, len(order)), row.job))
    return ClockPage(
        jobs=[JobRow(_job_words(row.job), row.ran_at, row.milliseconds, row.done, row.failed) for row in reports],
        runs=[
            JobRow(_job_words(row.job), row.started_at, row.milliseconds, row.done, row.failed)
            for row in Run.objects.all()[:RUNS]
        ],
        failures=[*_list_attempts(now), *_list_mails()],
        coming=sorted(_list_coming(now), key=lambda row: row.at),
        waiting=Mail.objects.filter(WAITING).count(),
        given_up=sum(rows.filter(given_up_at__isnull=False).count() for rows in (Attempt.objects, Mail.objects)),
    )


def _list_attempts(now: datetime) -> list[FailureRow]:
    rows = Attempt.objects.exclude(error="", tried_at__gt=now - IN_HAND, given_up_at__isnull=True)
    return [
        FailureRow(
            words=_job_words(row.job),
            error=row.error,
            sentence=_fault_words(row.error, row.code),
            attempts=row.attempts,
            tried_at=row.tried_at,
            retry_at=None if row.given_up_at else row.retry_at,
            count=1,
        )
        for row in rows[:RUNS]
    ]


def _list_mails() -> list[FailureRow]:
    """The mails that would not go, told once for each cause."""
    failing = Mail.objects.filter(sent_at__isnull=True, dropped_at__isnull=True)
    failing = failing.exclude(error="", given_up_at__isnull=True).order_by("-attempts", "retry_at")
    causes: dict[tuple[str, bool], list[Mail]] = {}
    for mail in failing[:MAILS]:
        causes.setdefault((mail.error, mail.given_up_at is not None), []).append(mail)
    return [
        FailureRow(
            words=_job_words("sent"),
            error=error,
            sentence=_fault_words(error, ""),
            attempts=mails[0].attempts,
            tried_at=None,
            retry_at=None if given_up else mails[0].retry_at,
            count=len(mails),
        )
        for (error, given_up), mails in causes.items()
    ]


def _list_coming(now: datetime) -> list[ComingRow]:
    rows = []
    announced = Tournament.objects.filter(state_filter(State.ANNOUNCED, now), opens_at__gt=now).order_by("opens_at")
    rows += [ComingRow(row.opens_at, str(_("opens")), row.title) for row in announced[:SOON] if row.opens_at]
    running = Tournament.objects.filter(state_filter(State.OPEN, now), closes_at__gt=now).order_by("closes_at")
    for row in running[:SOON]:
        assert row.closes_at is not None
        rows.append(ComingRow(row.closes_at, str(_("closes")), row.title))
        at = reminder_at(row)
        if at is not None and at > now:
            rows.append(ComingRow(at, str(_("mail to who has not finished")), row.title))
    closed = Tournament.objects.filter(state_filter(State.CLOSED, now)).order_by("closed_at")
    rows += [ComingRow(end, str(_("becomes final")), row.title) for row in closed[:SOON] if (end := review_end(row))]
    series = Series.objects.filter(due_at__isnull=False, organiser__is_active=True, organiser__is_staff=True)
    series = series.order_by("due_at")
    rows += [ComingRow(row.due_at, str(_("next day is announced")), row.name) for row in series[:SOON] if row.due_at]
    if find_first_day() is not None:
        midnight = start_of(day_of(now - GRACE) + ONE_DAY)
        rows.append(ComingRow(midnight + GRACE, str(_("is fixed for good")), str(_("Today's list"))))
    return rows


def _job_words(job: str) -> str:
    return str(JOB_WORDS.get(job, job))


def _fault_words(error: str, code: str) -> str:
    if not error:
        return str(STOPPED)
    sentence = str(REFUSALS[code][1]) if code in REFUSALS else ""
    return sentence if sentence and "%(" not in sentence else str(FAULT_WORDS.get(error, UNFORESEEN))
