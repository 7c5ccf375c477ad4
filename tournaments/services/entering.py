"""Taking a place in a tournament, giving it back, and beginning to play."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.access import RUNNING, effective_state, may_organise, refuse_unless_running
from tournaments.errors import ServiceError
from tournaments.models import Boom, Entry, EntryState, Occurrence, Play, State, Tournament
from tournaments.services.advancing import advance_boom
from tournaments.services.locking import lock_tournament
from tournaments.services.occurring import add_table, lock_occurrence, lock_tables


def enter_tournament(user: Any, tournament_id: int, now: datetime) -> Entry:
    """Take the lowest free place, from the announcement to the closing; who leads the tournament takes none of them.

    Entering again changes nothing and gives the same entry. Where a table of a series is full, the place is at
    another table of that occurrence, the next one if need be, and everyone has one table of it: look at the entry's
    tournament. Raises `ServiceError` "no_tournament", "entries_closed", "tournament_cancelled", "full".
    """
    with transaction.atomic():
        occurrence_id = Tournament.objects.filter(pk=tournament_id).values_list("occurrence_id", flat=True).first()
        if occurrence_id is not None:
            return _enter_occurrence(user, lock_occurrence(occurrence_id), tournament_id, now)
        tournament = lock_tournament(user, tournament_id)
        own = Entry.objects.filter(tournament=tournament, user=user).first()
        if own is not None:
            return own
        _refuse_unless_entering(tournament, now)
        return _take_place(user, tournament, now)


def _enter_occurrence(user: Any, occurrence: Occurrence, tournament_id: int, now: datetime) -> Entry:
    """Take a place at this table of an occurrence that is locked, or else at another of its tables."""
    own = Entry.objects.filter(occurrence=occurrence, user=user).first()
    if own is not None:
        return own
    tables = lock_tables(occurrence)
    tables.sort(key=lambda table: table.pk != tournament_id)
    wanted = tables[0]
    if effective_state(wanted, now) == State.CANCELLED or not is_full(wanted):
        _refuse_unless_entering(wanted, now)
    free = (one for one in tables if effective_state(one, now) in RUNNING and _has_room(one, user))
    table = next(free, None)
    running = occurrence.closes_at > now
    if table is None:
        if not running:
            _refuse_unless_entering(wanted, now)
            raise ServiceError("full")
        table = add_table(occurrence, now)
    entry = _take_place(user, table, now)
    if running and next(free, None) is None and is_full(table):
        # The next table stands ready before anybody asks for it.
        add_table(occurrence, now)
    return entry


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
    "disqualified", "ingredient_awaited".
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
            if tournament.awaits_ingredient:
                raise ServiceError("ingredient_awaited", ingredient=tournament.ingredient)
            boom = Boom.objects.create(entry=entry, started_at=now, bots_due=True)
            Play.objects.create(boom=boom, board=1, first_ply=0)
            entry.state = EntryState.PLAYING
            entry.save(update_fields=["state"])
    if boom.bots_due:
        advance_boom(boom.pk, now)


def is_full(tournament: Tournament) -> bool:
    """Whether all places of a tournament are taken."""
    return Entry.objects.filter(tournament=tournament, number__isnull=False).count() >= tournament.capacity


def _has_room(tournament: Tournament, user: Any) -> bool:
    return may_organise(user, tournament) or not is_full(tournament)


def _refuse_unless_entering(tournament: Tournament, now: datetime) -> None:
    state = effective_state(tournament, now)
    if state == State.CANCELLED:
        raise ServiceError("tournament_cancelled")
    if state not in RUNNING:
        raise ServiceError("entries_closed")


def _take_place(user: Any, tournament: Tournament, now: datetime) -> Entry:
    number = None if may_organise(user, tournament) else _find_place(tournament)
    return Entry.objects.create(
        tournament=tournament, occurrence_id=tournament.occurrence_id, user=user, number=number, entered_at=now
    )


def _find_place(tournament: Tournament) -> int:
    taken = set(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("number", flat=True))
    free = [number for number in range(1, tournament.capacity + 1) if number not in taken]
    if not free:
        raise ServiceError("full")
    return free[0]
