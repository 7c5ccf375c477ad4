"""Practising: playing the cards of a closed tournament on one's own, as often as one likes, never ranked.

A practice is dealt from the tournament's own secret and answered by its bots, through the same services as any boom.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from tournaments.errors import ServiceError
from tournaments.models import Boom, Play, Practice, Tournament
from tournaments.records import PLAYER, Deck
from tournaments.selectors.places import PracticePlace
from tournaments.selectors.practice import find_played, find_running, find_what_if
from tournaments.selectors.table import find_boom
from tournaments.selectors.visible import find_with_access
from tournaments.services.advancing import advance_boom

ATTEMPTS = 3
"""How often a practice is begun against other tabs of the same player."""


def start_practice(user: Any, tournament_id: int, now: datetime) -> int:
    """Begin to practise the boom of a closed tournament, and give the practice; who is at it goes on with that one.

    Raises `ServiceError` "login_required", "no_tournament", "not_closed_yet", "no_cards", and `IntegrityError` for an
    account that is gone.
    """
    tournament = _find_closed(user, tournament_id, now)

    def make() -> Boom:
        practice = Practice.objects.create(user=user, tournament=tournament)
        boom = Boom.objects.create(practice=practice, started_at=now, bots_due=True)
        Play.objects.create(boom=boom, board=1, first_ply=0)
        return boom

    return _begin(lambda: find_running(user, tournament), make, now)


def start_what_if(user: Any, tournament_id: int, board: int, entry_id: int, moment: int, now: datetime) -> int:
    """Play on a deal from `moment` (so many acts) of an entry's playing of it, and give the practice.

    Asking again for the same while it goes on gives that one; anything else takes the place of one's earlier what-if
    of this tournament. Raises `ServiceError` "login_required", "no_tournament", "not_closed_yet", "no_board",
    "deal_over", and `IntegrityError` for an account that is gone.
    """
    tournament = _find_closed(user, tournament_id, now)
    origin = find_played(tournament, board, entry_id)
    if origin is None:
        raise ServiceError("no_board")
    play = Deck(tournament).rebuild_start(origin, moment)
    if play.to_act is None:
        raise ServiceError("deal_over")
    done = len(play.acts)

    def find() -> int | None:
        earlier = find_what_if(user, tournament)
        if earlier is None:
            return None
        if (earlier.origin_id, earlier.moment, earlier.ended_at) == (origin.pk, done, None):
            return earlier.pk
        _delete(user, tournament_id, earlier.pk)
        return None

    def make() -> Boom:
        practice = Practice.objects.create(user=user, tournament=tournament, origin=origin, moment=done)
        owed = play.to_act != PLAYER
        boom = Boom.objects.create(practice=practice, carry=origin.carry, ply=done, bots_due=owed, started_at=now)
        Play.objects.create(boom=boom, board=board, first_ply=0, carry=origin.carry, acts=play.text)
        return boom

    return _begin(find, make, now)


def give_up_practice(user: Any, tournament_id: int, practice_id: int) -> None:
    """Forget a practice of one's own that is in progress; nothing is left of it. Again, or of another: nothing."""
    _delete(user, tournament_id, practice_id, ended_at=None)


def _begin(find: Callable[[], int | None], make: Callable[[], Boom], now: datetime) -> int:
    """The practice that `find` gives, or the one that `make` makes, whatever the race."""
    for attempt in range(1, ATTEMPTS + 1):
        found = find()
        if found is not None:
            return found
        try:
            with transaction.atomic():
                boom = make()
            break
        except IntegrityError:
            # Another tab was first, most likely; that one's may be given up by the time it is looked for.
            if attempt == ATTEMPTS:
                raise
    advance_boom(boom.pk, now)
    assert boom.practice_id is not None
    return boom.practice_id


def _delete(user: Any, tournament_id: int, practice_id: int, **only: None) -> None:
    """Delete a practice with its boom, whose row is held first, so that no card is being written."""
    with transaction.atomic():
        if find_boom(PracticePlace(user, tournament_id, practice_id), lock=True) is None:
            return
        Practice.objects.filter(pk=practice_id, **only).delete()


def _find_closed(user: Any, tournament_id: int, now: datetime) -> Tournament:
    if not user.is_authenticated:
        raise ServiceError("login_required")
    tournament, _, access = find_with_access(user, tournament_id, now)
    if not access.others_deals:
        raise ServiceError("not_closed_yet")
    if tournament.awaits_ingredient:
        raise ServiceError("no_cards")
    return Tournament.objects.select_related("secret").get(pk=tournament.pk)
