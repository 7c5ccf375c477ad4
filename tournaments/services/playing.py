"""Playing: the player's act is accepted in one transaction, the bots answer in the next.

Every act carries its number in the boom (`ply`), so that the same act sent twice is done once and answered twice.
"""

from datetime import datetime
from typing import Any

from django.db import transaction

from engine.calls import BLIND, LOOK, MEE, PASS, TEGEN
from engine.cards import TRUMPS, parse_card
from engine.errors import IllegalError, NotationError
from engine.play import NOT_HELD
from engine.play import Play as EnginePlay
from tournaments.access import SETTLED, refuse_unless_running
from tournaments.errors import ServiceError
from tournaments.models import Boom, Play, State
from tournaments.records import PLAYER
from tournaments.selectors.places import Place, TournamentPlace
from tournaments.selectors.table import (
    Seated,
    cut_rows,
    describe_table,
    find_act,
    find_boom,
    list_events,
    seat_player,
)
from tournaments.services.advancing import advance_boom, close_if_finished
from tournaments.services.replying import answer, append_act

WORDS = (PASS, MEE, TEGEN, BLIND, LOOK)
SPEAK_FIRST = {"blind": "look_first", "trump": "trump_first", "double": "double_first", "over": "boom_finished"}
"""What refuses an act of another kind while something is to be said."""


def perform_act(user: Any, tournament_id: int, ply: int, act: str, now: datetime) -> dict[str, Any]:
    """Do an act of `user` in a tournament, as `play_act` does.

    Raises `ServiceError` also "no_tournament", "not_entered", "not_started", "not_open", "tournament_closed",
    "tournament_cancelled", "disqualified".
    """
    return play_act(TournamentPlace(user, tournament_id), ply, act, now)


def play_act(place: Place, ply: int, act: str, now: datetime) -> dict[str, Any]:
    """Say something ("H", "NT", "pass", "mee") or play a card ("CQ") as act number `ply` of the boom of a place.

    Gives `{"events": [...], "table": {...}}`: the act, what the bots did up to the player's next turn, and the table
    then. The same act on the same ply gives the same answer again, also later.

    Raises `ServiceError` why there is no boom, "unreadable_act", "look_first", "trump_first", "double_first",
    "trump_named", "nothing_to_say", "illegal_call" (`details` rule), "not_held", "illegal_card" (`details` rule, card,
    legal), and with the present `table` "boom_finished", "stale_ply",
    "unknown_ply", "not_your_turn". Nothing has changed then.
    """
    seated = _accept(place, ply, act, now)
    if seated is None:
        # The bots still owed an answer from before: first that, then this act.
        advance_place(place, now)
        seated = _accept(place, ply, act, now, waited=True)
        assert seated is not None
    if seated.boom.bots_due and seated.state not in SETTLED:
        if answer(seated.boom, seated.rows, seated.deck, now):
            if close_if_finished(seated.boom, now):
                seated.state = State.CLOSED
        else:
            boom = find_boom(place)
            if boom is None:
                raise place.refuse_missing(now)
            seated = seat_player(boom, now)
    events = list_events(seated.rows, seated.deck, ply)
    rows = cut_rows(seated.rows, events[-1]["ply"] + 1)
    return {"events": events, "table": describe_table(Seated(seated.boom, rows, seated.deck, seated.state))}


def advance_table(user: Any, tournament_id: int, now: datetime) -> None:
    """Let the bots do what they owe at one's own table in a tournament, if anything.

    Raises `ServiceError` "no_tournament", "not_entered", "not_started", or why playing has ended.
    """
    advance_place(TournamentPlace(user, tournament_id), now)


def advance_place(place: Place, now: datetime) -> None:
    """Let the bots do what they owe in the boom of a place, if anything. Raises `ServiceError` why there is none."""
    boom = find_boom(place)
    if boom is None:
        raise place.refuse_missing(now)
    if boom.bots_due:
        advance_boom(boom.pk, now)


def _accept(place: Place, ply: int, act: str, now: datetime, *, waited: bool = False) -> Seated | None:
    """Transaction 1: write the act, or find that it was written. None when the bots owe an act before it."""
    with transaction.atomic():
        boom = find_boom(place, lock=True)
        if boom is None:
            raise place.refuse_missing(now)
        seated = seat_player(boom, now)
        if ply < boom.ply:
            found = find_act(seated.rows, seated.deck, ply)
            if found is None or found.seat != PLAYER or found.text != act:
                raise ServiceError("stale_ply", table=describe_table(seated))
            return seated
        if boom.bots_due and not waited:
            return None
        _refuse_unless_playable(seated)
        if ply > boom.ply:
            raise ServiceError("unknown_ply", table=describe_table(seated))
        row = seated.rows[-1]
        play = seated.deck.rebuild(row)
        if play.to_act != PLAYER:
            raise ServiceError("not_your_turn", table=describe_table(seated))
        _append(boom, row, play, act)
        row.save(update_fields=["acts"])
        boom.save(update_fields=["ply", "bots_due"])
    return seated


def _append(boom: Boom, row: Play, play: EnginePlay, act: str) -> None:
    """Do the act, or refuse it, naming the duty."""
    legal = play.legal_cards()
    try:
        append_act(boom, row, play, act)
    except NotationError:
        if play.phase == "card" and act in TRUMPS:
            raise ServiceError("trump_named") from None
        if play.phase == "card" and act in WORDS:
            raise ServiceError("nothing_to_say") from None
        if play.phase != "card" and (act in WORDS or act in TRUMPS or _is_card(act)):
            raise ServiceError(SPEAK_FIRST[play.phase]) from None
        raise ServiceError("unreadable_act") from None
    except IllegalError as error:
        if play.phase != "card":
            raise ServiceError("illegal_call", rule=error.rule) from None
        if error.rule == NOT_HELD:
            raise ServiceError("not_held", card=act) from None
        raise ServiceError("illegal_card", rule=error.rule, card=act, legal=legal) from None


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except NotationError:
        return False
    return True


def _refuse_unless_playable(seated: Seated) -> None:
    if seated.boom.finished_at is not None:
        raise ServiceError("boom_finished", table=describe_table(seated))
    refuse_unless_running(seated.state, (State.OPEN,))
    if seated.boom.entry is not None and seated.boom.entry.disqualified_at is not None:
        raise ServiceError("disqualified")
