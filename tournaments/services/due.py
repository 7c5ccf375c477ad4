"""What is due by the clock, found in the database: it can run late, twice, or on two workers at once."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from tournaments.access import state_filter
from tournaments.models import Attempt, Boom, Run, State, Tournament
from tournaments.selectors.due import find_closing, find_finalising, find_opening, find_owed_by_bots
from tournaments.services.advancing import advance_boom
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.dealt_hands import count_hands_due
from tournaments.services.free_play import expire_guests
from tournaments.services.jobs import Job, NotDone, do_each, run_jobs
from tournaments.services.mailing import owe_mails
from tournaments.services.occurring import announce_due
from tournaments.services.signalling import forget_signals
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
    return _do_locked(
        "opened", find_opening(now), lambda tournament: mark_open(tournament, tournament.opens_at or now), now
    )


def close_due(now: datetime) -> int:
    """Close the tournaments whose closing time has passed."""
    return _do_locked("closed", find_closing(now), lambda one: mark_closed(one, one.closes_at or now, now), now)


def close_complete(now: datetime) -> int:
    """Close the full tournaments in which all have finished."""
    due = find_complete(Tournament.objects.filter(state_filter(State.OPEN, now)))
    return do_each("completed", _list_ids(due), lambda pk: close_if_complete(pk, now), now)


def finalise_due(now: datetime) -> int:
    """Fix the lists whose review hours have passed."""
    return _do_locked("finalised", find_finalising(now), lambda tournament: mark_final(tournament, now), now)


def advance_due(now: datetime) -> int:
    """Let the bots do what they owe where something stopped between a card and its answer."""
    due = find_owed_by_bots(now)

    def advance(pk: int) -> bool:
        if advance_boom(pk, now):
            return True
        if due.filter(pk=pk).exists():
            raise NotDone
        return False

    return do_each("advanced", _list_ids(due), advance, now)


def tidy_due(now: datetime) -> int:
    """Forget what the clock did long ago (its last sweeps stay), sessions that have ended (each guest leaves one), and
    what was noted of who plays from where.

    Counts nothing: nobody waits for it.
    """
    Run.objects.filter(started_at__lt=now - KEPT).delete()
    Attempt.objects.filter(tried_at__lt=now - KEPT).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    forget_signals(now)
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
    Job("counted", count_hands_due),
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
