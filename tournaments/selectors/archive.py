"""A boom as a record: text that `engine.notation` writes, with no more in it than its reader may know."""

from datetime import datetime
from typing import Any

from engine.boom import START, add_result
from engine.notation import BoardRecord, Record, write_record
from engine.recording import record_play
from tournaments.errors import ServiceError
from tournaments.models import Boom, Play
from tournaments.records import PLAYER, Deck, entry_of, result_of
from tournaments.selectors.visible import find_with_access


def record_text(user: Any, tournament_id: int, entry_id: int, now: datetime) -> str:
    """The boom of an entry as a record: one's own any time, those of others once the tournament has closed.

    Of a deal that is not over, only South's cards stand in it, and those not while they lie face down. Raises
    `ServiceError` "no_tournament", "record_hidden", "no_entry", "not_started".
    """
    tournament, entry, access = find_with_access(user, tournament_id, now)
    if not access.others_deals and (entry is None or entry.pk != entry_id):
        raise ServiceError("record_hidden")
    booms = Boom.objects.select_related("entry__user").filter(entry__tournament=tournament)
    boom = booms.filter(entry_id=entry_id).first()
    if boom is None:
        raise ServiceError("not_started" if entry is not None and entry.pk == entry_id else "no_entry")
    name = entry_of(boom).user.display_name
    return write_boom(boom, list(boom.plays.order_by("board")), Deck(tournament), name, tournament.title)


def write_boom(boom: Boom, rows: list[Play], deck: Deck, name: str, title: str = "") -> str:
    """A boom, whose plays are `rows` by board, as the record of the player `name` in what is called `title`.

    Who may read it is for the caller to ask.
    """
    names = (
        *((("Event", title),) if title else ()),
        ("Date", boom.started_at.date().isoformat().replace("-", ".")),
        ("South", name),
        *((seat, deck.bots) for seat in ("West", "North", "East")),
    )
    return write_record(Record(tuple(_write_boards(rows, deck, names))))


def _write_boards(rows: list[Play], deck: Deck, names: tuple[tuple[str, str], ...]) -> list[BoardRecord]:
    boards = []
    state = START
    options = deck.options
    for row in rows:
        if row.finished_at is not None:
            state = add_result(state, result_of(row, deck.dealer(row.board)), deck.system)
        play = deck.rebuild(row)
        boards.append(record_play(play, (PLAYER,), state.total, options, names if row.board == 1 else ()))
    return boards
