"""Whether the clock keeps up: counts and times for who runs the site, never what stands in a row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.models import WAITING, Attempt, Boom, JobReport, Mail, Play
from tournaments.selectors.due import find_closing, find_finalising, find_opening, find_owed_by_bots

LATE = timedelta(seconds=75)
"""After so long two sweeps have gone by, and what was due should have been done."""


@dataclass(frozen=True)
class Work:
    """How many rows of a job are due, and how many of them have been for longer than `LATE`."""

    due: int
    overdue: int


@dataclass(frozen=True)
class Health:
    """How the clock and the tables stand at a moment.

    `sweep_lag`: since the last sweep began, None before the first. `due`: by the name of the job. `failing` and
    `given_up`: rows and mails that were tried in vain, and how many of them are not tried any more. `in_progress` and
    `ended`: booms; `plays`: deals.
    """

    sweep_lag: timedelta | None
    due: Mapping[str, Work]
    failing: int
    given_up: int
    in_progress: int
    ended: int
    plays: int


def get_health(now: datetime) -> Health:
    """How things stand at `now`, in a fixed number of queries."""
    swept = JobReport.objects.aggregate(at=Max("ran_at"))["at"]
    jobs: dict[str, Callable[[datetime], QuerySet[Any]]] = {
        "opened": find_opening,
        "closed": find_closing,
        "finalised": find_finalising,
        "sent": lambda at: Mail.objects.filter(WAITING, retry_at__lte=at),
    }
    due = {job: Work(find(now).count(), find(now - LATE).count()) for job, find in jobs.items()}
    # A boom has no moment since which its bots are due: the sweep has tried those it could not help.
    due["advanced"] = Work(find_owed_by_bots(now).count(), Attempt.objects.filter(job="advanced").count())
    mails = Mail.objects.filter(sent_at__isnull=True, dropped_at__isnull=True).exclude(error="")
    return Health(
        sweep_lag=None if swept is None else now - swept,
        due=due,
        failing=Attempt.objects.exclude(error="").count() + mails.count(),
        given_up=sum(rows.filter(given_up_at__isnull=False).count() for rows in (Attempt.objects, Mail.objects)),
        in_progress=Boom.objects.filter(finished_at__isnull=True).count(),
        ended=Boom.objects.filter(finished_at__isnull=False).count(),
        plays=Play.objects.count(),
    )
