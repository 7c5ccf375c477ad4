"""Free play: beginning a boom on cards of its own, giving it up, and taking what one played as a guest."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, Q, Value, When

from engine.boards import canonical, commit
from engine.boom import give_up
from engine.bots import BOTS
from engine.systems import SYSTEMS
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import Boom, FreePlay, FreePlaySecret, Play
from tournaments.records import BOOM_FIELDS, announce_free_play, boom_state_of, system_of, write_boom_state
from tournaments.selectors.free_play import find_running
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import find_boom
from tournaments.services.advancing import advance_boom
from tournaments.services.settling import hold_days_open, read_open_day, settle_free_play

COUNTED = "site"
"""The system whose booms count for the lists; booms of another stay in one's own history."""
FIRST_DEALER = "S"
KEPT = timedelta(days=30)
"""How long a guest's booms wait to be claimed."""
SWEPT_AT_ONCE = 500
ATTEMPTS = 3
"""How often a boom is begun against other tabs of the same owner."""


def start_free_play(owner: Owner, now: datetime, system: str = COUNTED) -> int:
    """Begin a boom of free play by a system; who has one in progress gets that one, whatever the race. Its number.

    Raises `ServiceError` "invalid" (with `fields`), and `IntegrityError` for an account that is gone.
    """
    if system not in SYSTEMS:
        raise ServiceError("invalid", fields={"system": FieldFault("unknown_system")})
    for attempt in range(1, ATTEMPTS + 1):
        running = find_running(owner)
        if running is not None:
            return running
        try:
            with transaction.atomic():
                boom = _make_boom(owner, now, system)
            break
        except IntegrityError:
            # Another tab was first, most likely; that one's boom may be over by the time it is looked for.
            if attempt == ATTEMPTS:
                raise
    advance_boom(boom.pk, now)
    assert boom.free_play_id is not None
    return boom.free_play_id


def give_up_free_play(place: FreePlace, now: datetime) -> None:
    """End a boom of free play with ZIJ at the target; it counts. Giving up one that is over changes nothing.

    Raises `ServiceError` "no_free_play".
    """
    with transaction.atomic():
        hold_days_open()
        rows = FreePlay.objects.select_for_update(no_key=True)
        if not rows.filter(place.owner.owns(), pk=place.free_play_id).exists():
            raise place.refuse_missing(now)
        boom = find_boom(place, lock=True)
        if boom is None:
            raise place.refuse_missing(now)
        if boom.finished_at is not None:
            return
        boom.bots_due = False
        write_boom_state(boom, give_up(boom_state_of(boom), system_of(boom.source)), now)
        settle_free_play(boom)
        boom.save(update_fields=BOOM_FIELDS)


def claim_free_play(user: Any, guest: str, now: datetime) -> int:
    """Put all booms of a guest, the one in progress too, in the name of `user`; how many. Again: none.

    Those of an earlier day go to his history and on no list. Raises `ServiceError` "boom_in_progress" when both have
    one: nothing has changed then.
    """
    if not guest:
        return 0
    try:
        with transaction.atomic():
            hold_days_open()
            today = read_open_day(now)
            in_time = (Q(day__isnull=True) | Q(day__gte=today)) & Q(hinted=False, system=COUNTED)
            return FreePlay.objects.filter(guest=guest).update(
                user_id=user.pk, guest="", counts=Case(When(in_time, then=Value(True)), default=Value(False))
            )
    except IntegrityError:
        raise ServiceError("boom_in_progress") from None


def expire_guests(now: datetime) -> int:
    """Forget guests' booms that nobody has claimed in time, and what accounts that are gone left half played."""
    nobody = Q(user__isnull=True) & (~Q(guest="") | Q(day__isnull=True))
    with transaction.atomic():
        rows = FreePlay.objects.select_for_update(skip_locked=True, of=("self",))
        old = rows.filter(nobody, boom__started_at__lt=now - KEPT).order_by("pk")
        ids = [row.pk for row in old[:SWEPT_AT_ONCE]]
        FreePlay.objects.filter(pk__in=ids).delete()
    return len(ids)


def _make_boom(owner: Owner, now: datetime, system: str) -> Boom:
    free_play = FreePlay.objects.create(
        user_id=owner.user_id,
        guest=owner.guest,
        system=system,
        bots=BOTS[0],
        first_dealer=FIRST_DEALER,
        counts=system == COUNTED,
    )
    secret = secrets.token_bytes(32)
    FreePlaySecret.objects.create(free_play=free_play, secret=secret)
    announcement = canonical(announce_free_play(free_play))
    free_play.announcement = announcement.decode()
    free_play.commitment = commit(announcement, secret)
    free_play.save(update_fields=["announcement", "commitment"])
    boom = Boom.objects.create(free_play=free_play, started_at=now, bots_due=True)
    Play.objects.create(boom=boom, board=1, first_ply=0)
    return boom
