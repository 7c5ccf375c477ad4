"""Tournaments that run now, for pages, which ask the clock; and reading what a page shows."""

import re
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments import staging
from tournaments import services
from tournaments.models import Tournament


def make_running(**fields: Any) -> Tournament:
    """An open tournament that closes in a month."""
    return staging.make_open(closes_at=timezone.now() + 30 * staging.DAY, **fields)


def make_closed(players: int = 2, **fields: Any) -> tuple[Tournament, list[User]]:
    """A tournament closed just now by its organiser; everyone has played his boom."""
    tournament = make_running(**{"boards": 2, **fields})
    users = [staging.make_player() for _ in range(players)]
    for number, user in enumerate(users):
        staging.play_out(tournament, user, choose=staging.random_choice(number))
    tournament = services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
    return tournament, users


def logged_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def drawn_cards(html: str) -> set[str]:
    """The names of all cards that a page draws or offers."""
    return set(re.findall(r"#card-([SHDC][7-9TJQKA])\b", html)) | set(re.findall(r'value="([SHDC][7-9TJQKA])"', html))
