"""What follows a player's act without him: the bots' acts, the end of a deal, the next one, the end of the boom.

All of it follows from the cards and the acts so far, so it can be done at once, later, or twice by two workers:
the result is the same, and only one of them writes it.
"""

import logging
import traceback
from datetime import datetime

from django.db import transaction

from engine.boom import add_result
from engine.bots import decide
from engine.play import Play as EnginePlay
from engine.result import score_play
from engine.view import view_play
from tournaments.models import Boom, Entry, EntryState, Play
from tournaments.records import (
    BOOM_FIELDS,
    PLAYER,
    RESULT_FIELDS,
    Deck,
    boom_state_of,
    write_boom_state,
    write_result,
)

logger = logging.getLogger(__name__)


class BotFailure(Exception):
    """A bot gave no act that may be done. Says where, never which cards were in play."""


def answer(boom: Boom, rows: list[Play], deck: Deck, now: datetime) -> bool:
    """Let the bots answer on a boom as it was read, whose last play is `rows[-1]`; both follow what is written.

    False when a bot failed, or when another worker was first: then nothing was written, and `boom` and `rows` are
    to be read again.
    """
    expected = boom.ply
    try:
        changed = _play_on(boom, rows, deck, now)
    except BotFailure as failure:
        logger.error("boom %s, ply %s: %s", boom.pk, expected, failure)
        return False
    with transaction.atomic():
        due = Boom.objects.filter(pk=boom.pk, ply=expected, bots_due=True)
        if not due.update(**{name: getattr(boom, name) for name in BOOM_FIELDS}):
            return False
        Play.objects.filter(pk=changed[0].pk).update(
            acts=changed[0].acts, **{name: getattr(changed[0], name) for name in RESULT_FIELDS}
        )
        if changed[1:]:
            Play.objects.bulk_create(changed[1:])
        if boom.finished_at is not None:
            Entry.objects.filter(pk=boom.entry_id).update(state=EntryState.FINISHED, finished_at=boom.finished_at)
    return True


def _play_on(boom: Boom, rows: list[Play], deck: Deck, now: datetime) -> list[Play]:
    changed = [rows[-1]]
    play = deck.rebuild(rows[-1])
    while (seat := play.to_act) != PLAYER:
        row = changed[-1]
        if seat is not None:
            row.acts = f"{row.acts} {_decide(deck, play)}".lstrip()
            boom.ply += 1
            continue
        result = score_play(play)
        write_result(row, result, now)
        write_boom_state(boom, add_result(boom_state_of(boom), result, deck.system), now)
        if boom.finished_at is not None:
            break
        row = Play(boom=boom, board=row.board + 1, first_ply=boom.ply, carry=boom.carry)
        play = deck.rebuild(row)
        changed.append(row)
        rows.append(row)
    boom.bots_due = False
    return changed


def _decide(deck: Deck, play: EnginePlay) -> str:
    seat = play.to_act
    assert seat is not None
    try:
        return play.perform(decide(deck.bots, view_play(play, seat), deck.bots_key(play.board.number))).text
    except Exception as error:
        # Whatever a bot raises may name the cards it held: only the places in the code are kept.
        places = " < ".join(
            f"{frame.name}:{frame.lineno}" for frame in reversed(traceback.extract_tb(error.__traceback__))
        )
        raise BotFailure(f"{deck.bots} failed with {type(error).__name__} at {places}") from None
