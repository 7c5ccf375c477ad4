"""What has happened at a table since it was last seen."""

from datetime import datetime
from typing import Any

from tournaments.selectors.places import Place
from tournaments.selectors.table import find_boom, list_acts, seat_player


def list_missed(place: Place, first: int, now: datetime) -> list[dict[str, Any]]:
    """All acts in the boom of a place from number `first` on, the player's own too, as `list_acts` gives them."""
    boom = find_boom(place)
    if boom is None or first >= boom.ply:
        return []
    seated = seat_player(boom, now)
    return list(list_acts(seated.rows, seated.deck, first))
