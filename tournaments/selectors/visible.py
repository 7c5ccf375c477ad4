"""Finding a tournament, or refusing it as if it did not exist; and whose page may be opened."""

from datetime import datetime
from typing import Any

from tournaments.access import Access, view_access, visible_to
from tournaments.errors import ServiceError
from tournaments.models import Entry, Tournament


def find_visible(user: Any, tournament_id: int) -> Tournament:
    """The tournament with its organiser. Raises `ServiceError` "no_tournament" if it does not exist for `user`."""
    found = Tournament.objects.select_related("organiser").filter(visible_to(user), pk=tournament_id).first()
    if found is None:
        raise ServiceError("no_tournament")
    return found


def find_with_access(user: Any, tournament_id: int, now: datetime) -> tuple[Tournament, Entry | None, Access]:
    """The tournament, the entry of `user` in it if he has one, and what he may see of it at `now`."""
    tournament = find_visible(user, tournament_id)
    entry = None
    if user.is_authenticated:
        entry = Entry.objects.select_related("boom").filter(tournament=tournament, user_id=user.pk).first()
    return tournament, entry, view_access(user, tournament, entry, now)


def player_page(entry: Entry, user: Any) -> int | None:
    """The player of an entry (with its user) whose page `user` may open; None where he keeps it to himself."""
    return None if entry.user.hides_page and entry.user_id != user.pk else entry.user_id
