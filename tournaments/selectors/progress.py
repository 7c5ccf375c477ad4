"""How far everyone is, for who leads a tournament: never a card, a result or a total."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.db.models.functions import Coalesce

from tournaments.errors import ServiceError
from tournaments.models import Entry, EntryState, State
from tournaments.selectors.visible import find_with_access

IDLE = timedelta(hours=24)
"""After so long without a deal somebody counts as stuck."""
LAST_CALL = timedelta(hours=12)
"""So long before the closing whoever has not finished does."""
ORDER = [EntryState.PLAYING, EntryState.ENTERED, EntryState.UNFINISHED, EntryState.FINISHED]


@dataclass(frozen=True)
class ProgressRow:
    """How far one entrant is: his state, the `deals` he has ended, and `since` when that is so.

    `since` is when he entered, began, ended his last deal or finished. `stuck` is for who may need a word: in an open
    tournament, not finished, and idle for `IDLE` or close to the end.
    """

    entry_id: int
    name: str
    is_demo: bool
    out_of_competition: bool
    disqualified: bool
    reason: str
    state: EntryState
    deals: int
    since: datetime
    stuck: bool


def list_progress(user: Any, tournament_id: int, now: datetime) -> list[ProgressRow]:
    """Everyone in a tournament that `user` leads, who is busy first, the longest idle first.

    Raises `ServiceError` "no_tournament", "not_organiser".
    """
    tournament, _own, access = find_with_access(user, tournament_id, now)
    if not access.organise:
        raise ServiceError("not_organiser")
    closing = tournament.closes_at is not None and tournament.closes_at - now <= LAST_CALL
    entries = Entry.objects.filter(tournament=tournament).select_related("user", "boom")
    entries = entries.annotate(
        since=Coalesce("finished_at", Max("boom__plays__finished_at"), "boom__started_at", "entered_at")
    )
    rows = []
    for entry in entries:
        boom, state = getattr(entry, "boom", None), EntryState(entry.state)
        busy = state in (EntryState.ENTERED, EntryState.PLAYING) and entry.disqualified_at is None
        rows.append(
            ProgressRow(
                entry_id=entry.pk,
                name=entry.user.display_name,
                is_demo=entry.user.is_demo,
                out_of_competition=entry.number is None,
                disqualified=entry.disqualified_at is not None,
                reason=entry.disqualification,
                state=state,
                deals=0 if boom is None else boom.deals,
                since=entry.since,
                stuck=busy and access.state == State.OPEN and (closing or now - entry.since >= IDLE),
            )
        )
    return sorted(rows, key=lambda row: (row.disqualified, ORDER.index(row.state), row.since))
