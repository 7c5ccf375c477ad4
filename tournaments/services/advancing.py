"""Carrying a boom on where something stopped between a player's act and the bots' answer."""

from datetime import datetime

from tournaments.access import SETTLED, playing_state
from tournaments.models import SOURCES, Boom
from tournaments.records import Deck
from tournaments.services.replying import answer
from tournaments.services.transitions import close_if_complete


def advance_boom(boom_id: int, now: datetime) -> bool:
    """Let the bots of a boom do what they owe, and say whether this call did it; twice or late changes nothing.

    A bot that fails is logged and owes on: the sweep and the player's next request try again, until the list is final.
    """
    boom = Boom.objects.select_related(*SOURCES).filter(pk=boom_id).first()
    if boom is None or not boom.bots_due or playing_state(boom, now) in SETTLED:
        return False
    if not answer(boom, list(boom.plays.order_by("-board")[:1]), Deck(boom.source), now):
        return False
    close_if_finished(boom, now)
    return True


def close_if_finished(boom: Boom, now: datetime) -> bool:
    """Close the tournament of a boom that has finished, if it was the last one; say whether it did so now."""
    if boom.entry is None or boom.finished_at is None:
        return False
    return close_if_complete(boom.entry.tournament_id, now)
