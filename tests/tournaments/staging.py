"""Setting a scene through the real services: people, tournaments in any state, booms played by any choice."""

import itertools
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from tournaments import selectors, services
from tournaments.errors import ServiceError
from tournaments.models import Boom, Occurrence, Tournament, TournamentSecret
from tournaments.records import Deck

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECRET = bytes(range(32))

Choose = Callable[[dict[str, Any]], str]
_numbers = itertools.count(1)


def make_player(name: str = "", **fields: Any) -> User:
    number = next(_numbers)
    return User.objects.create_user(f"u{number}@example.org", display_name=name or f"Speler {number}", **fields)


def make_organiser(**fields: Any) -> User:
    return make_player(is_staff=True, **fields)


def make_draft(organiser: User | None = None, secret: bytes = SECRET, **fields: Any) -> Tournament:
    """A whole draft that closes a day after `NOW`, with a secret that gives the same cards every time.

    The cards hang on the announcement as well, and so on the id and the title.
    """
    values = {"title": "Proef", "closes_at": NOW + DAY, **fields}
    tournament = services.create_tournament(organiser or make_organiser(), values, NOW)
    TournamentSecret.objects.filter(tournament=tournament).update(secret=secret)
    return tournament


def make_announced(organiser: User | None = None, **fields: Any) -> Tournament:
    draft = make_draft(organiser, **fields)
    return services.announce_tournament(draft.organiser, draft.pk, NOW)


def make_open(organiser: User | None = None, **fields: Any) -> Tournament:
    announced = make_announced(organiser, **fields)
    return services.open_tournament(announced.organiser, announced.pk, NOW)


def enter(tournament: Tournament, *users: User) -> None:
    for user in users:
        services.enter_tournament(user, tournament.pk, NOW)


def start(tournament: Tournament, user: User | None = None) -> User:
    """Enter `user`, or someone new, and begin his boom."""
    user = user or make_player()
    services.enter_tournament(user, tournament.pk, NOW)
    services.start_boom(user, tournament.pk, NOW)
    return user


def choices(table: dict[str, Any]) -> list[str]:
    """All acts that may be done at this table now."""
    return table["choices"] or table["legal"]


def first_choice(table: dict[str, Any]) -> str:
    return choices(table)[0]


def last_choice(table: dict[str, Any]) -> str:
    return choices(table)[-1]


def random_choice(seed: int) -> Choose:
    chance = random.Random(seed)
    return lambda table: chance.choice(choices(table))


def play_acts(tournament: Tournament, user: User, count: int, choose: Choose = first_choice) -> dict[str, Any]:
    """Do `count` acts, or as many as there are; the table after them."""
    table = selectors.table_state(user, tournament.pk, NOW)
    for _ in range(count):
        if table["finished"]:
            break
        table = services.perform_act(user, tournament.pk, table["ply"], choose(table), NOW)["table"]
    return table


def play_boom(tournament: Tournament, user: User, choose: Choose = first_choice) -> dict[str, Any]:
    """Play a boom that has begun to its end."""
    return play_acts(tournament, user, 10_000, choose)


def play_out(tournament: Tournament, *users: User, choose: Choose = first_choice) -> None:
    """Enter these users and have each play his boom to the end."""
    for user in users:
        start(tournament, user)
        play_boom(tournament, user, choose)


def refusal(act: Callable[[], object]) -> ServiceError:
    """The refusal that `act` ends in."""
    with pytest.raises(ServiceError) as caught:
        act()
    return caught.value


def boom_of(tournament: Tournament, user: User) -> Boom:
    return Boom.objects.select_related("entry__tournament__secret").get(entry__tournament=tournament, entry__user=user)


def acts_of(tournament: Tournament, user: User) -> list[str]:
    """The acts of each deal of a boom, as they are stored."""
    return [row.acts for row in boom_of(tournament, user).plays.order_by("board")]


def deck_of(tournament: Tournament) -> Deck:
    return Deck(Tournament.objects.select_related("secret").get(pk=tournament.pk))


def make_closed_table(occurrence: Occurrence) -> Tournament:
    """The first table of an occurrence, closed, in which one has played."""
    tournament = make_open(boards=1)
    play_out(tournament, make_player())
    services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")
    Tournament.objects.filter(pk=tournament.pk).update(occurrence=occurrence, table=1)
    tournament.refresh_from_db()
    return tournament
