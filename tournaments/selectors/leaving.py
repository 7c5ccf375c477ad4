"""What somebody still has to see to before he can go."""

from datetime import datetime
from typing import Any

from tournaments.access import state_filter
from tournaments.models import Series, SeriesState, State, Tournament


def list_obstacles(user: Any, now: datetime) -> list[str]:
    """The titles of what `user` leads and others count on: tournaments that are not over for good, live series."""
    live = state_filter(State.ANNOUNCED, now) | state_filter(State.OPEN, now) | state_filter(State.CLOSED, now)
    led = Tournament.objects.filter(live, organiser_id=user.pk).order_by("pk").values_list("title", flat=True)
    series = Series.objects.filter(organiser_id=user.pk).exclude(state=SeriesState.ENDED).order_by("pk")
    return [*led, *series.values_list("name", flat=True)]
