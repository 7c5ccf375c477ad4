"""Hints: what the bot would do in the player's place. Only in free play, and a boom with a hint stands on no list.

The first hint comes in the first deal or never: else one that goes badly could be taken off the list by asking for one.
"""

from datetime import datetime

from django.db import transaction

from tournaments.errors import ServiceError
from tournaments.models import FreePlay
from tournaments.records import PLAYER
from tournaments.selectors.places import FreePlace
from tournaments.selectors.table import describe_table, find_boom, seat_player
from tournaments.services.replying import ask_bot


def give_hint(place: FreePlace, ply: int, now: datetime) -> str:
    """The text of the act that the bot would do as act number `ply` in the player's place, knowing what he knows.

    From here on the boom stands on no list, which is written before the hint is told. The same hint again is the same
    answer.

    Raises `ServiceError` "no_free_play", and with the present `table` "boom_finished", "stale_ply", "unknown_ply",
    "not_your_turn", "late_hint": no hint has been given then, and nothing has changed. Raises `BotFailure` likewise.
    """
    with transaction.atomic():
        rows = FreePlay.objects.select_for_update(no_key=True).filter(place.owner.owns(), pk=place.free_play_id)
        free_play = rows.first()
        boom = find_boom(place)
        if free_play is None or boom is None:
            raise place.refuse_missing(now)
        seated = seat_player(boom, now)
        play = seated.deck.rebuild(seated.rows[-1])
        if free_play.day is not None:
            raise ServiceError("boom_finished", table=describe_table(seated))
        if ply != boom.ply:
            raise ServiceError("stale_ply" if ply < boom.ply else "unknown_ply", table=describe_table(seated))
        if play.to_act != PLAYER:
            raise ServiceError("not_your_turn", table=describe_table(seated))
        if not free_play.hinted and boom.deals > 0:
            raise ServiceError("late_hint", table=describe_table(seated))
        act = ask_bot(seated.deck, play)
        free_play.hinted, free_play.counts = True, False
        free_play.save(update_fields=["hinted", "counts"])
    return act
