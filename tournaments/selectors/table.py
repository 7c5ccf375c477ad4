"""The table as its player may see it now, or saw it after an earlier act. Answers are plain JSON values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import F

from engine.boom import START, BoomState, add_result
from engine.calls import MOST_SAID
from engine.cards import NO_TRUMP, Seat, card_name, list_cards, next_seat, suit_set, trump_name
from engine.play import Act, Trick
from engine.play import Play as EnginePlay
from engine.result import multiplier_of
from engine.view import SeatView, reveal_hands, view_play
from tournaments.access import OVER, playing_state
from tournaments.errors import duty_sentence
from tournaments.models import Boom, Play, State
from tournaments.records import PLAYER, Deck, boom_state_of, count_acts, result_of
from tournaments.selectors.frame import describe_frame
from tournaments.selectors.places import Place, TournamentPlace

FRESH_FIELDS = ("state", "opens_at", "closes_at", "closed_at", "review_hours")


@dataclass
class Seated:
    """One boom with all its plays, in order of board, and their deck. `state` is that of its tournament."""

    boom: Boom
    rows: list[Play]
    deck: Deck
    state: State


def table_state(user: Any, tournament_id: int, now: datetime) -> dict[str, Any]:
    """The table of `user` in a tournament, as JSON values; nothing changes by asking.

    Raises `ServiceError` "no_tournament" for one he may not know of, "not_entered".
    """
    return view_table(TournamentPlace(user, tournament_id), now)


def view_table(place: Place, now: datetime) -> dict[str, Any]:
    """The table of a place, as JSON values; nothing changes by asking. Raises `ServiceError` where there is none."""
    boom = find_boom(place)
    return place.describe_missing(now) if boom is None else describe_table(seat_player(boom, now))


def find_boom(place: Place, *, lock: bool = False) -> Boom | None:
    """The boom of a place with all that its cards come from; `lock` its row in a transaction."""
    booms = place.list_booms().order_by()
    if lock:
        booms = booms.select_for_update(no_key=True, of=("self",))
    return next(iter(booms[:1]), None)


def seat_player(boom: Boom, now: datetime) -> Seated:
    """Read the plays of a boom, and with them the state of its tournament, if it has one, as of this moment.

    Who has waited for the lock on the boom holds a tournament from before the wait; a card accepted on that would
    come after the closing.
    """
    rows = Play.objects.filter(boom=boom).order_by("board")
    if boom.entry is not None:
        rows = rows.annotate(**{f"fresh_{name}": F(f"boom__entry__tournament__{name}") for name in FRESH_FIELDS})
    plays = list(rows)
    if boom.entry is not None:
        for name in FRESH_FIELDS:
            setattr(boom.entry.tournament, name, getattr(plays[0], f"fresh_{name}"))
    return Seated(boom, plays, Deck(boom.source), playing_state(boom, now))


def cut_rows(rows: Sequence[Play], ply: int) -> list[Play]:
    """Copies of the rows as they stood when the boom had `ply` acts, deals that were over then included."""
    cut = []
    for row in rows:
        if row.first_ply > ply:
            break
        copy = Play(**{field.attname: getattr(row, field.attname) for field in Play._meta.concrete_fields})
        if row.first_ply + count_acts(row) > ply:
            copy.acts = " ".join(row.acts.split()[: ply - row.first_ply])
            copy.finished_at = None
        cut.append(copy)
    return cut


def list_acts(rows: Sequence[Play], deck: Deck, first: int) -> Iterator[dict[str, Any]]:
    """All acts of a boom from number `first` on, each as `{"ply", "board", "seat", "act"}`."""
    for row in rows:
        if row.first_ply + count_acts(row) <= first:
            continue
        for ply, act in enumerate(deck.rebuild(row).acts, start=row.first_ply):
            if ply >= first:
                yield {"ply": ply, "board": row.board, "seat": act.seat.letter, "act": act.text}


def list_events(rows: Sequence[Play], deck: Deck, first: int) -> list[dict[str, Any]]:
    """The player's act `first` and the bots' acts that followed it, up to the player's next turn.

    Each as `list_acts` gives it; empty when the boom has not come so far.
    """
    return list(
        takewhile(lambda event: event["ply"] == first or event["seat"] != PLAYER.letter, list_acts(rows, deck, first))
    )


def find_act(rows: Sequence[Play], deck: Deck, ply: int) -> Act | None:
    """The act number `ply` of a boom; None when it has not come so far."""
    for row in rows:
        if row.first_ply <= ply < row.first_ply + count_acts(row):
            return deck.rebuild(row).acts[ply - row.first_ply]
    return None


def describe_table(seated: Seated) -> dict[str, Any]:
    """The table after the last act of `seated.rows`, as its player may see it."""
    deck, rows = seated.deck, seated.rows
    ply = rows[-1].first_ply + count_acts(rows[-1])
    sheet, boom_state = _write_sheet(rows, deck)
    if seated.boom.reason == "gave_up" and ply == seated.boom.ply:
        boom_state = boom_state_of(seated.boom)
    play = deck.rebuild(rows[-1])
    view = view_play(play, PLAYER)
    trump = play.trump
    if boom_state.finished:
        stage = "finished"
    elif seated.state in OVER or seated.state == State.CANCELLED:
        stage = "closed"
    else:
        stage = "playing" if view.to_act == PLAYER else "waiting"
    played = [row for row in rows if row.finished_at is not None]
    return {
        **describe_frame(seated.boom, seated.state),
        "state": stage,
        "ply": ply,
        "board": view.number,
        "dealer": view.dealer.letter,
        "to_act": None if view.to_act is None else view.to_act.letter,
        "phase": view.phase,
        "trump": None if trump is None else trump_name(trump),
        "multiplier": multiplier_of(play),
        "carry": play.carry,
        **describe_talk(play),
        "hand": None if view.hand is None else sort_hand(view.hand, trump),
        "counts": {seat.letter: view.counts[seat] for seat in Seat},
        "legal": [card_name(card) for card in list_cards(view.legal)],
        "forbidden": _describe_forbidden(view),
        "choices": list(view.choices),
        "trick": _name_cards(view.leader, view.trick, deck.system.clockwise),
        "leader": view.leader.letter,
        "last_trick": describe_trick(view.tricks[-1], deck.system.clockwise) if view.tricks else None,
        "pips": list(view.pips),
        "sheet": sheet,
        "total": list(boom_state.total),
        "last_deal": describe_deal(played[-1], deck) if played else None,
        "finished": boom_state.finished,
        "reason": boom_state.reason,
        "score": boom_state.score if boom_state.finished else None,
    }


def describe_deal(row: Play, deck: Deck) -> dict[str, Any]:
    """A deal that is over, for whom may see it: the four hands as dealt, its tricks, its result.

    `hands` is None for a deal that is still being played, whose tricks so far are given and whose result is None.
    """
    play = deck.rebuild(row)
    hands = reveal_hands(play)
    return {
        "board": row.board,
        "dealer": play.board.dealer.letter,
        "trump": None if play.trump is None else trump_name(play.trump),
        **describe_talk(play),
        "hands": None if hands is None else describe_hands(hands, play.trump),
        "tricks": [describe_trick(trick, deck.system.clockwise) for trick in play.tricks],
        "tie_carries": deck.system.tie_carries,
        "result": _describe_result(row, play),
    }


def describe_talk(play: EnginePlay) -> dict[str, Any]:
    """What stood and was said before the first card: the card turned up, who named trump, every word in its order."""
    maker = play.calls.maker
    return {
        "turned": None if play.board.turned is None else card_name(play.board.turned),
        "maker": None if maker is None else maker.letter,
        "said": [{"seat": act.seat.letter, "act": act.text} for act in play.acts[:MOST_SAID] if act.kind != "card"],
    }


def describe_hands(hands: Sequence[int], trump: int | None) -> dict[str, list[str]]:
    """Four hands by seat letter, each as `sort_hand` gives it."""
    return {seat.letter: sort_hand(hands[seat], trump) for seat in Seat}


def describe_trick(trick: Trick, clockwise: bool) -> dict[str, Any]:
    """A finished trick: its leader, its cards in the order played, its winner, its pips."""
    return {
        "leader": trick.leader.letter,
        "cards": _name_cards(trick.leader, trick.cards, clockwise),
        "winner": trick.winner.letter,
        "pips": trick.pips,
    }


def sort_hand(hand: int, trump: int | None) -> list[str]:
    """The names of a hand's cards as it is held: trump first, then S H D C, each from high to low."""
    trumps = 0 if trump is None or trump == NO_TRUMP else hand & suit_set(trump)
    return [card_name(card) for card in list_cards(trumps) + list_cards(hand & ~trumps)]


def _write_sheet(rows: Sequence[Play], deck: Deck) -> tuple[list[dict[str, Any]], BoomState]:
    sheet = []
    state = START
    for row in rows:
        if row.finished_at is None:
            break
        result = result_of(row, deck.dealer(row.board))
        state = add_result(state, result, deck.system)
        sheet.append(
            {
                "board": row.board,
                "dealer": result.dealer.letter,
                "trump": row.trump,
                "multiplier": result.multiplier,
                "pips": list(result.pips),
                "points": list(result.points),
                "total": list(state.total),
            }
        )
    return sheet, state


def _describe_forbidden(view: SeatView) -> dict[str, dict[str, str]]:
    return {
        card_name(card): {"rule": rule, "message": duty_sentence(rule, view.legal)} for card, rule in view.forbidden
    }


def _describe_result(row: Play, play: EnginePlay) -> dict[str, Any] | None:
    if row.finished_at is None:
        return None
    result = result_of(row, play.board.dealer)
    return {
        "multiplier": result.multiplier,
        "pips": list(result.pips),
        "tricks": list(result.tricks),
        "points": list(result.points),
    }


def _name_cards(leader: Seat, cards: Sequence[int], clockwise: bool) -> list[dict[str, str]]:
    named = []
    seat = leader
    for card in cards:
        named.append({"seat": seat.letter, "card": card_name(card)})
        seat = next_seat(seat, clockwise)
    return named
