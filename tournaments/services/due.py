"""What is due by the clock, found in the database: it can run late, twice, or on two workers at once."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from engine.errors import EngineError
from tournaments.access import RUNNING, SETTLED, state_filter
from tournaments.models import Boom, State, Tournament
from tournaments.services.advancing import advance_boom
from tournaments.services.transitions import (
    close_if_complete,
    find_complete,
    mark_closed,
    mark_final,
    mark_open,
)

logger = logging.getLogger(__name__)


def run_due(now: datetime) -> dict[str, int]:
    """Do all that is due at `now`, in the order in which it should have happened; how many of each were done."""
    return {
        "opened": open_due(now),
        "advanced": advance_due(now),
        "closed": close_due(now),
        "finalised": finalise_due(now),
    }


def open_due(now: datetime) -> int:
    """Open the announced tournaments whose opening time has passed; a draft never opens by itself."""
    due = Tournament.objects.filter(state=State.ANNOUNCED, opens_at__lte=now, closes_at__gt=now)
    return _do_each(due, lambda tournament: mark_open(tournament, tournament.opens_at or now))


def close_due(now: datetime) -> int:
    """Close the tournaments whose closing time has passed, and the full ones in which all have finished."""
    passed = Tournament.objects.filter(state__in=RUNNING, closes_at__lte=now)
    closed = _do_each(passed, lambda tournament: mark_closed(tournament, tournament.closes_at or now, now))
    complete = find_complete(Tournament.objects.filter(state_filter(State.OPEN, now)))
    return closed + sum(_try(lambda pk: close_if_complete(pk, now), pk) for pk in _list_ids(complete))


def finalise_due(now: datetime) -> int:
    """Fix the lists whose review hours have passed."""
    due = Tournament.objects.filter(state_filter(State.FINAL, now), state=State.CLOSED)
    return _do_each(due, lambda tournament: mark_final(tournament, now))


def advance_due(now: datetime) -> int:
    """Let the bots do what they owe where something stopped between a card and its answer."""
    due = Boom.objects.filter(bots_due=True).exclude(entry__tournament__state__in=SETTLED)
    return sum(_try(lambda pk: advance_boom(pk, now), pk) for pk in _list_ids(due))


def _do_each(due: QuerySet[Tournament], act: Callable[[Tournament], None]) -> int:
    """Do `act` to every tournament of `due`, each locked in a transaction of its own; leave those another holds."""

    def do(pk: int) -> bool:
        with transaction.atomic():
            rows = due.select_for_update(no_key=True, skip_locked=True, of=("self",))
            tournament = rows.filter(pk=pk).first()
            if tournament is None:
                return False
            act(tournament)
        return True

    return sum(_try(do, pk) for pk in _list_ids(due))


def _try(act: Callable[[int], bool], pk: int) -> bool:
    """One row's trouble must not keep the others waiting; it is logged, and tried again by the next sweep."""
    try:
        return act(pk)
    except (DatabaseError, EngineError):
        logger.exception("what was due on row %s could not be done", pk)
        return False


def _list_ids(rows: "QuerySet[Tournament] | QuerySet[Boom]") -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))
