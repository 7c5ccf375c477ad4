"""What the selectors answer, as JSON: the names and shapes that clients rely on."""

from datetime import datetime
from typing import Any

from tournaments.selectors import (
    ActRow,
    DealPage,
    DealRow,
    Entrant,
    StandingRow,
    TournamentPage,
    TournamentRow,
    Traveller,
)
from tournaments.selectors.daily_lists import ListPage, ListRow
from tournaments.selectors.free_play import OwnBoom, RecordRow, Records

Json = dict[str, Any]


def row_json(row: TournamentRow) -> Json:
    """A tournament as one of a list."""
    return {
        "id": row.id,
        "title": row.title,
        "rules": row.rules,
        "state": str(row.state),
        "opens_at": _time(row.opens_at),
        "closes_at": _time(row.closes_at),
        "closed_at": _time(row.closed_at),
        "capacity": row.capacity,
        "entered": row.entered,
        "done": row.done,
        "organiser": row.organiser,
        "demo": row.is_demo,
        "mine": row.mine,
    }


def tournament_json(page: TournamentPage) -> Json:
    """A tournament by itself, with as much as its reader may know."""
    return {
        "id": page.id,
        "title": page.title,
        "description": page.description,
        "state": str(page.state),
        "system": page.system,
        "options": page.options,
        "rules": page.rules,
        "bots": page.bots,
        "capacity": page.capacity,
        "first_dealer": page.first_dealer,
        "boards": page.boards,
        "ingredient": page.ingredient or None,
        "ingredient_value": page.ingredient_value or None,
        "organiser": page.organiser,
        "demo": page.is_demo,
        "opens_at": _time(page.opens_at),
        "closes_at": _time(page.closes_at),
        "review_hours": page.review_hours,
        "announced_at": _time(page.announced_at),
        "opened_at": _time(page.opened_at),
        "closed_at": _time(page.closed_at),
        "final_at": _time(page.final_at),
        "cancelled_at": _time(page.cancelled_at),
        "cancel_reason": page.cancel_reason,
        "announcement": page.announcement,
        "commitment": page.commitment,
        "secret": page.secret,
        "acts": [_act_json(row) for row in page.acts if row.public],
        "entrants": [_entrant_json(row) for row in page.entrants],
        "entered": page.entered,
        "done": page.done,
        "full": page.full,
        "me": None if page.me is None else {"entry": page.me.entry_id, "state": page.me.state},
        "standings": None if page.standings is None else [standing_json(row) for row in page.standings],
    }


def standing_json(row: StandingRow) -> Json:
    """A row of the list; `score` and `total` are points."""
    return {
        "entry": row.entry_id,
        "rank": row.rank,
        "name": row.name,
        "score": row.score,
        "total": row.total,
        "deals": row.deals,
        "status": row.status,
        "reason": row.reason,
        "demo": row.is_demo,
        "me": row.is_me,
    }


def deal_row_json(row: DealRow) -> Json:
    """A deal as one of a list; differences are points WIJ minus ZIJ without the carry."""
    return {"board": row.board, "dealer": row.dealer, "mine": row.mine, "mean": row.mean, "played": row.played}


def deal_json(page: DealPage) -> Json:
    """A deal by itself, compared once the tournament has closed."""
    return {
        "tournament": page.tournament_id,
        "board": page.board,
        "boards": page.boards,
        "dealer": page.dealer,
        "hands": page.hands,
        "own": page.own,
        "mean": page.mean,
        "best": {one.trump: {"pips": one.pips, "difference": one.points} for one in page.best},
        "travellers": None if page.travellers is None else [_traveller_json(row) for row in page.travellers],
    }


def _traveller_json(row: Traveller) -> Json:
    return {
        "entry": row.entry_id,
        "name": row.name,
        "demo": row.is_demo,
        "me": row.is_me,
        "counts": row.counts,
        "status": row.status,
        "rank": row.rank,
        "trump": row.trump,
        "maker": row.maker,
        "said": list(row.said),
        "multiplier": row.multiplier,
        "pips": row.pips,
        "points": row.points,
        "difference": row.difference,
        "matchpoints": row.matchpoints,
        "delta": row.delta,
        "share": row.share,
        "given": row.given,
        "mistakes": row.mistakes,
    }


def own_boom_json(row: OwnBoom) -> Json:
    """A boom of free play of one's own; `day` and `score` are null while it is in progress."""
    return {
        "free_play": row.id,
        "day": None if row.day is None else row.day.isoformat(),
        "score": row.score,
        "total": row.total,
        "deals": row.deals,
        "counts": row.counts,
        "given_up": row.given_up,
    }


def daily_list_json(page: ListPage) -> Json:
    """A page of a list of free play; `mine` is the reader's own row, null where he has none."""
    return {
        "kind": page.period.kind,
        "first": page.period.first.isoformat(),
        "last": page.period.last.isoformat(),
        "fixed": page.fixed,
        "sort": page.sort,
        "page": page.page,
        "pages": page.pages,
        "players": page.players,
        "booms": page.booms,
        "rows": [_daily_row_json(row) for row in page.rows],
        "mine": None if page.mine is None else _daily_row_json(page.mine),
        "my_page": page.my_page,
    }


def records_json(records: Records) -> Json:
    """The records of all time, best first."""
    return {
        "scores": [_record_json(row) for row in records.scores],
        "longest": [_record_json(row) for row in records.longest],
        "comebacks": [_record_json(row) for row in records.comebacks],
    }


def _daily_row_json(row: ListRow) -> Json:
    return {
        "rank": row.rank,
        "name": row.name,
        "demo": row.is_demo,
        "booms": row.booms,
        "total": row.total,
        "average": round(row.average, 2),
        "best": row.best,
        "me": row.is_me,
    }


def _record_json(row: RecordRow) -> Json:
    return {
        "rank": row.rank,
        "name": row.name,
        "demo": row.is_demo,
        "value": row.value,
        "day": row.day.isoformat(),
        "me": row.is_me,
    }


def _entrant_json(row: Entrant) -> Json:
    return {
        "entry": row.entry_id,
        "name": row.name,
        "demo": row.is_demo,
        "me": row.is_me,
        "out_of_competition": row.out_of_competition,
        "disqualified": row.disqualified,
        "reason": row.reason,
        "state": row.state,
        "deals": row.deals,
    }


def _act_json(row: ActRow) -> Json:
    return {
        "kind": str(row.kind),
        "before": _value(row.before),
        "after": _value(row.after),
        "about": row.about,
        "reason": row.reason,
        "by": row.by,
        "made_at": _time(row.made_at),
    }


def _value(value: datetime | int | None) -> str | int | None:
    return value.isoformat() if isinstance(value, datetime) else value


def _time(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()
