"""The one way of locking: the tournament's row for who is in and in what state it is, then booms, never the reverse."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tournaments.access import may_organise, visible_to
from tournaments.errors import ServiceError
from tournaments.models import Boom, Tournament


def lock_tournament(user: Any, tournament_id: int) -> Tournament:
    """The tournament, locked until the transaction ends. Raises `ServiceError` "no_tournament"."""
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    found = rows.filter(visible_to(user), pk=tournament_id).first()
    if found is None:
        raise ServiceError("no_tournament")
    return found


def lock_organised(user: Any, tournament_id: int) -> Tournament:
    """The same, for an act of its organiser. Raises also "not_organiser"."""
    tournament = lock_tournament(user, tournament_id)
    if not may_organise(user, tournament):
        raise ServiceError("not_organiser")
    return tournament


def lock_booms(tournament: Tournament) -> list[Boom]:
    """All booms of a tournament that is locked already, locked in order; from then on no card is being accepted."""
    booms = Boom.objects.select_for_update(no_key=True, of=("self",)).filter(entry__tournament=tournament)
    return list(booms.select_related("entry__tournament__secret").order_by("pk"))


@contextmanager
def hold_alone(name: str) -> Iterator[bool]:
    """Whether this process is the only one that holds `name` within; it goes with the process, however that ends."""
    key = zlib.crc32(name.encode())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
        alone = bool(cursor.fetchone()[0])
    try:
        yield alone
    finally:
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [key])
