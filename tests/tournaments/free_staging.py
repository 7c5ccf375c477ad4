"""Booms of free play for a scene: played through the services, or written as if they had been."""

import itertools
from datetime import UTC, date, datetime
from typing import Any

from accounts.models import User
from tests.tournaments.staging import NOW, Choose, first_choice
from tournaments.days import day_of
from tournaments.models import Boom, FreePlay, FreePlaySecret
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import view_table
from tournaments.services.free_play import give_up_free_play, start_free_play
from tournaments.services.playing import play_act

GUEST = "ab" * 32
_scores = itertools.cycle((12, -40, 77, 3, -101, 55))


def owner_of(user: User) -> Owner:
    return Owner(user_id=user.pk)


def sit_down(owner: Owner, now: datetime = NOW) -> FreePlace:
    """The owner's table: the boom he has in progress, or a new one."""
    return FreePlace(owner, start_free_play(owner, now))


def play_acts(place: FreePlace, count: int, choose: Choose = first_choice, now: datetime = NOW) -> dict[str, Any]:
    """Do `count` acts, or as many as there are; the table after them."""
    table = view_table(place, now)
    for _ in range(count):
        if table["finished"]:
            break
        table = play_act(place, table["ply"], choose(table), now)["table"]
    return table


def give_up_at(owner: Owner, now: datetime) -> FreePlay:
    """A boom that ends at `now`, by the way of giving it up."""
    place = sit_down(owner, now)
    give_up_free_play(place, now)
    return FreePlay.objects.get(pk=place.free_play_id)


def write_boom(user: User | None, day: date, score: int | None = None, **fields: Any) -> FreePlay:
    """A finished boom that counts on `day`, as rows."""
    values = {"deals": 9, "comeback": 0, "score": next(_scores) if score is None else score, **fields}
    row = FreePlay.objects.create(
        user=user, day=day, system="site", bots="rulebook@1", first_dealer="S", announcement="{}", **values
    )
    FreePlaySecret.objects.create(free_play=row, secret=bytes(32))
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    assert day_of(at) == day
    Boom.objects.create(
        free_play=row,
        total_we=max(0, row.score),
        total_they=max(0, -row.score),
        started_at=at,
        finished_at=at,
        reason="limit",
        deals=row.deals,
    )
    return row
