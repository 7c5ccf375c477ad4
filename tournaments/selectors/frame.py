"""What a table belongs to, and the table of who has not begun. Answers are plain JSON values."""

from typing import Any

from engine.cards import Seat
from tournaments.access import OVER
from tournaments.models import Boom, CardSource, Entry, State, Tournament
from tournaments.records import system_of


def describe_frame(boom: Boom, state: State) -> dict[str, Any]:
    """What the table of a boom belongs to; `state` is that of its tournament.

    `hinted`: hints were given in it; None where none are, which is everywhere but in free play.
    """
    if boom.entry is not None:
        return _frame_entry(boom.entry.tournament, boom.entry, state)
    return {
        "tournament": None,
        "free_play": boom.free_play_id,
        "hinted": None if boom.free_play is None else boom.free_play.hinted,
        "title": "" if boom.practice is None else boom.practice.tournament.title,
        "tournament_state": None,
        "closes_at": None,
        "disqualified": False,
        **_frame_rules(boom.source),
    }


def describe_empty(tournament: Tournament, entry: Entry, state: State) -> dict[str, Any]:
    """The table of someone who has entered and not begun: no card is shown."""
    over = state in OVER or state == State.CANCELLED
    return {
        **_frame_entry(tournament, entry, state),
        "state": "closed" if over else "ready",
        "awaits": tournament.ingredient if tournament.awaits_ingredient else None,
        "ply": 0,
        "board": 1,
        "dealer": tournament.first_dealer,
        "to_act": None,
        "phase": "trump",
        "trump": None,
        "multiplier": 1,
        "carry": 1,
        "hand": None,
        "counts": dict.fromkeys(Seat.__members__, 0),
        "legal": [],
        "forbidden": {},
        "choices": [],
        "turned": None,
        "maker": None,
        "said": [],
        "trick": [],
        "leader": None,
        "last_trick": None,
        "pips": [0, 0],
        "sheet": [],
        "total": [0, 0],
        "last_deal": None,
        "finished": False,
        "reason": None,
        "score": None,
    }


def _frame_entry(tournament: Tournament, entry: Entry, state: State) -> dict[str, Any]:
    return {
        "tournament": tournament.pk,
        "free_play": None,
        "hinted": None,
        "title": tournament.title,
        "tournament_state": str(state),
        "closes_at": None if tournament.closes_at is None else tournament.closes_at.isoformat(),
        "disqualified": entry.disqualified_at is not None,
        **_frame_rules(tournament),
    }


def _frame_rules(source: CardSource) -> dict[str, Any]:
    system = system_of(source)
    return {
        "system": source.system,
        "options": source.options,
        "boards": system.fixed_deals or source.boards,
        "target": 0 if system.fixed_deals else system.target,
    }
