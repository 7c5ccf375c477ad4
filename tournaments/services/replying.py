"""What follows a player's act without him: the bots' acts, the end of a deal, the next one, the end of the boom.

All of it follows from the cards and the acts so far, so it can be done at once, later, or twice by two workers:
the result is the same, and only one of them writes it.
"""

import logging
from datetime import datetime

from django.db import transaction

from engine.boom import add_result
from engine.bots import decide
from engine.play import Play as EnginePlay
from engine.result import score_play
from engine.view import view_play
from tournaments.models import Boom, Entry, EntryState, Play, Practice
from tournaments.records import (
    BOOM_FIELDS,
    PLAYER,
    RESULT_FIELDS,
    Deck,
    boom_state_of,
    write_boom_state,
    write_result,
)
from tournaments.services.faults import describe_fault
from tournaments.services.settling import settle_free_play

logger = logging.getLogger(__name__)


class BotFailure(RuntimeError):
    """A bot gave no act that may be done. Says where, never which cards were in play."""


def answer(boom: Boom, rows: list[Play], deck: Deck, now: datetime) -> bool:
    """Let the bots answer on a boom as it was read, whose last play is `rows[-1]`; both follow what is written.

    False when a bot failed, or when another worker was first: then nothing was written, and `boom` and `rows` are
    to be read again.
    """
    expected, last = boom.ply, len(rows) - 1
    try:
        play_on(boom, rows, deck, now)
    except BotFailure as failure:
        logger.error("boom %s, ply %s: %s", boom.pk, expected, failure)
        return False
    return save_boom(boom, rows[last:], expected, bots_due=True)


class _Overtaken(Exception):
    """The boom has gone on since it was read."""


def save_boom(boom: Boom, changed: list[Play], ply: int, *, bots_due: bool) -> bool:
    """Write a boom that was read with this `ply` and `bots_due`, and its changed and new plays.

    False when the boom has gone on meanwhile: then nothing was written.
    """
    try:
        with transaction.atomic():
            _write_boom(boom, changed, ply, bots_due)
    except _Overtaken:
        return False
    return True


def _write_boom(boom: Boom, changed: list[Play], ply: int, bots_due: bool) -> None:
    if boom.finished_at is not None and boom.free_play_id is not None and not settle_free_play(boom):
        raise _Overtaken
    unchanged = Boom.objects.filter(pk=boom.pk, ply=ply, bots_due=bots_due)
    if not unchanged.update(**{name: getattr(boom, name) for name in BOOM_FIELDS}):
        raise _Overtaken
    # Changed and new plays go in one statement, which knows them by board instead of by key.
    for row in changed:
        row.pk = None
    Play.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["boom", "board"],
        update_fields=["acts", *RESULT_FIELDS],
    )
    if boom.finished_at is not None and boom.entry_id is not None:
        Entry.objects.filter(pk=boom.entry_id).update(state=EntryState.FINISHED, finished_at=boom.finished_at)
    if boom.finished_at is not None and boom.practice_id is not None:
        Practice.objects.filter(pk=boom.practice_id).update(ended_at=boom.finished_at)


def append_act(boom: Boom, row: Play, play: EnginePlay, act: str) -> None:
    """The player does `act` on his play; it is put on the rows, nothing is saved. Raises what `play.perform` raises."""
    row.acts = f"{row.acts} {play.perform(act).text}".lstrip()
    boom.ply += 1
    boom.bots_due = play.to_act != PLAYER


def play_on(boom: Boom, rows: list[Play], deck: Deck, now: datetime) -> None:
    """All that follows up to the player's next turn or the end of the boom; new plays are appended to `rows`.

    Nothing is saved. Raises `BotFailure`, and `boom` and `rows` are then of no use any more.
    """
    row = rows[-1]
    play = deck.rebuild(row)
    while (seat := play.to_act) != PLAYER:
        if seat is not None:
            row.acts = f"{row.acts} {ask_bot(deck, play)}".lstrip()
            boom.ply += 1
            continue
        result = score_play(play)
        write_result(row, result, now)
        write_boom_state(boom, add_result(boom_state_of(boom), result, deck.system), now)
        if boom.finished_at is not None:
            break
        row = Play(boom=boom, board=row.board + 1, first_ply=boom.ply, carry=boom.carry)
        play = deck.rebuild(row)
        rows.append(row)
    boom.bots_due = False


def ask_bot(deck: Deck, play: EnginePlay) -> str:
    """Let the bot of this deck act from the seat whose turn it is; the text of its act. Raises `BotFailure`."""
    seat = play.to_act
    assert seat is not None
    try:
        return play.perform(decide(deck.bots, view_play(play, seat), deck.bots_key(play.board.number))).text
    except Exception as error:
        # Whatever a bot raises may name the cards it held: only the places in the code are kept.
        raise BotFailure(f"{deck.bots} failed with {describe_fault(error)}") from None
