"""The list of a tournament: who made how many points of these cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.ranking import Standing, Status, rank
from tournaments.errors import ServiceError
from tournaments.models import Entry, Tournament
from tournaments.records import boom_state_of, contender_of
from tournaments.selectors.visible import find_with_access, player_page


@dataclass(frozen=True)
class StandingRow:
    """A row of the list. `score` (points WIJ minus ZIJ) and `total` (wij, zij) are None while a boom is unfinished.

    `rank` is None for all but the ranked; `status` is "ranked", "unfinished", "out" (of competition) or
    "disqualified", with its public `reason`. `player_id` is None where he keeps his page to himself.
    """

    entry_id: int
    player_id: int | None
    rank: int | None
    name: str
    score: int | None
    total: tuple[int, int] | None
    deals: int
    status: Status
    reason: str
    is_demo: bool
    is_me: bool


def standings(user: Any, tournament_id: int, now: datetime) -> list[StandingRow]:
    """The list from top to bottom, as `user` may see it.

    Raises `ServiceError` "no_tournament", "list_hidden" (not before he has finished or the tournament closed),
    "tournament_cancelled" (there is none).
    """
    tournament, _, access = find_with_access(user, tournament_id, now)
    if not access.totals:
        raise ServiceError("tournament_cancelled" if access.secret else "list_hidden")
    return list_standings(tournament, user)


def list_standings(tournament: Tournament, user: Any) -> list[StandingRow]:
    """The list without asking who may see it; for callers that have asked `access`."""
    entries = Entry.objects.filter(tournament=tournament).select_related("user", "boom").order_by("user__name_key")
    return rank_entries(entries, user)


def rank_entries(entries: Iterable[Entry], user: Any) -> list[StandingRow]:
    """The rows of these entries of one tournament, each loaded with its user and boom; equal scores by name."""
    by_id = {entry.pk: entry for entry in entries}
    return [_describe(row, by_id[row.key], user) for row in rank(map(contender_of, by_id.values()))]


def _describe(row: Standing, entry: Entry, user: Any) -> StandingRow:
    return StandingRow(
        entry_id=entry.pk,
        player_id=player_page(entry, user),
        rank=row.rank,
        name=entry.user.display_name,
        score=row.score,
        total=None if row.score is None else boom_state_of(entry.boom).total,
        deals=row.deals,
        status=row.status,
        reason=entry.disqualification if row.status == "disqualified" else "",
        is_demo=entry.user.is_demo,
        is_me=entry.user_id == user.pk,
    )
