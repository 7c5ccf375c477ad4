"""What is due by the clock, found in the database: it can run late, twice, or on two workers at once."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from tournaments.access import RUNNING, state_filter
from tournaments.models import Attempt, Boom, Run, State, Tournament
from tournaments.services.advancing import advance_boom
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.free_play import expire_guests
from tournaments.services.jobs import Job, NotDone, do_each, run_jobs
from tournaments.services.mailing import owe_mails
from tournaments.services.occurring import announce_due
from tournaments.services.transitions import (
    close_if_complete,
    find_complete,
    mark_closed,
    mark_final,
    mark_open,
)

KEPT = timedelta(days=30)
"""How long is remembered what the clock did."""


def run_due(now: datetime) -> dict[str, int]:
    """Do all that is due at `now`, in the order in which it should have happened; how many of each job were done."""
    return run_jobs(JOBS, now)


def open_due(now: datetime) -> int:
    """Open the announced tournaments whose opening time has passed; a draft never opens by itself."""
    due = Tournament.objects.filter(state=State.ANNOUNCED, opens_at__lte=now, closes_at__gt=now)
    return _do_locked("opened", due, lambda tournament: mark_open(tournament, tournament.opens_at or now), now)


def close_due(now: datetime) -> int:
    """Close the tournaments whose closing time has passed."""
    due = Tournament.objects.filter(state__in=RUNNING, closes_at__lte=now)
    return _do_locked("closed", due, lambda tournament: mark_closed(tournament, tournament.closes_at or now, now), now)


def close_complete(now: datetime) -> int:
    """Close the full tournaments in which all have finished."""
    due = find_complete(Tournament.objects.filter(state_filter(State.OPEN, now)))
    return do_each("completed", _list_ids(due), lambda pk: close_if_complete(pk, now), now)


def finalise_due(now: datetime) -> int:
    """Fix the lists whose review hours have passed."""
    due = Tournament.objects.filter(state_filter(State.FINAL, now), state=State.CLOSED)
    return _do_locked("finalised", due, lambda tournament: mark_final(tournament, now), now)


def advance_due(now: datetime) -> int:
    """Let the bots do what they owe where something stopped between a card and its answer."""
    settled = Tournament.objects.filter(state_filter(State.FINAL, now) | state_filter(State.CANCELLED, now))
    due = Boom.objects.filter(bots_due=True).exclude(entry__tournament__in=settled)

    def advance(pk: int) -> bool:
        if advance_boom(pk, now):
            return True
        if due.filter(pk=pk).exists():
            raise NotDone
        return False

    return do_each("advanced", _list_ids(due), advance, now)


def tidy_due(now: datetime) -> int:
    """Forget what the clock did long ago, its last sweeps stay, and sessions that have ended: each guest leaves one.

    Counts nothing: nobody waits for it.
    """
    Run.objects.filter(started_at__lt=now - KEPT).delete()
    Attempt.objects.filter(tried_at__lt=now - KEPT).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    return 0


JOBS = (
    Job("announced", announce_due),
    Job("opened", open_due),
    Job("advanced", advance_due),
    Job("closed", close_due),
    Job("completed", close_complete),
    Job("finalised", finalise_due),
    Job("listed", fix_daily_lists),
    Job("forgotten", expire_guests),
    Job("owed", owe_mails),
    Job("tidied", tidy_due),
)
"""All that the sweep does, in this order."""


def _do_locked(job: str, due: QuerySet[Tournament], act: Callable[[Tournament], None], now: datetime) -> int:
    """Do `act` to every tournament of `due`, each locked in a transaction of its own; leave those another holds."""

    def do(pk: int) -> bool:
        with transaction.atomic():
            rows = due.select_for_update(no_key=True, skip_locked=True, of=("self",))
            tournament = rows.filter(pk=pk).first()
            if tournament is None:
                return False
            act(tournament)
        return True

    return do_each(job, _list_ids(due), do, now)


def _list_ids(rows: "QuerySet[Tournament] | QuerySet[Boom]") -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))
