"""Taking a place in a tournament, giving it back, and beginning to play."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.access import RUNNING, effective_state, may_organise, refuse_unless_running
from tournaments.errors import ServiceError
from tournaments.models import Boom, Entry, EntryState, Play, State, Tournament
from tournaments.services.advancing import advance_boom
from tournaments.services.locking import lock_tournament


def enter_tournament(user: Any, tournament_id: int, now: datetime) -> Entry:
    """Take the lowest free place, from the announcement to the closing; who leads the tournament takes none of them.

    Entering again changes nothing and gives the same entry. Raises `ServiceError` "no_tournament",
    "entries_closed", "tournament_cancelled", "full".
    """
    with transaction.atomic():
        tournament = lock_tournament(user, tournament_id)
        entries = Entry.objects.filter(tournament=tournament)
        own = entries.filter(user=user).first()
        if own is not None:
            return own
        state = effective_state(tournament, now)
        if state == State.CANCELLED:
            raise ServiceError("tournament_cancelled")
        if state not in RUNNING:
            raise ServiceError("entries_closed")
        number = None if may_organise(user, tournament) else _find_place(tournament)
        return Entry.objects.create(tournament=tournament, user=user, number=number, entered_at=now)


def withdraw_entry(user: Any, tournament_id: int, now: datetime) -> None:
    """Give the place back, until the first hand has been shown. Withdrawing from where one is not in changes nothing.

    Raises `ServiceError` "no_tournament", "started", "tournament_closed", "tournament_cancelled".
    """
    with transaction.atomic():
        tournament = lock_tournament(user, tournament_id)
        entry = Entry.objects.filter(tournament=tournament, user=user).first()
        if entry is None:
            return
        refuse_unless_running(effective_state(tournament, now), RUNNING)
        if entry.state != EntryState.ENTERED:
            raise ServiceError("started")
        if entry.disqualified_at is not None:
            raise ServiceError("disqualified")
        entry.delete()


def start_boom(user: Any, tournament_id: int, now: datetime) -> None:
    """Begin to play: from here on one has seen cards, and withdrawing is over. Beginning again changes nothing.

    Raises `ServiceError` "no_tournament", "not_entered", "not_open", "tournament_closed", "tournament_cancelled",
    "disqualified".
    """
    with transaction.atomic():
        tournament = lock_tournament(user, tournament_id)
        entry = Entry.objects.filter(tournament=tournament, user=user).first()
        if entry is None:
            raise ServiceError("not_entered")
        boom = Boom.objects.filter(entry=entry).first()
        if boom is None:
            refuse_unless_running(effective_state(tournament, now), (State.OPEN,))
            if entry.disqualified_at is not None:
                raise ServiceError("disqualified")
            boom = Boom.objects.create(entry=entry, started_at=now, bots_due=True)
            Play.objects.create(boom=boom, board=1, first_ply=0)
            entry.state = EntryState.PLAYING
            entry.save(update_fields=["state"])
    if boom.bots_due:
        advance_boom(boom.pk, now)


def _find_place(tournament: Tournament) -> int:
    taken = set(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("number", flat=True))
    free = [number for number in range(1, tournament.capacity + 1) if number not in taken]
    if not free:
        raise ServiceError("full")
    return free[0]
