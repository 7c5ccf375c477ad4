"""What one may see is the same to the byte, whatever lies hidden behind it: no length tells a card."""

import gzip
import random
import re
from collections import defaultdict

import pytest
from django.utils import timezone

from engine.boards import Board
from engine.cards import ALL_CARDS, Seat, card_set, list_cards
from tests.pages.scene import logged_in, make_running
from tests.tournaments import staging
from tournaments import records, selectors
from tournaments.models import Play

pytestmark = pytest.mark.django_db

DEALS = 12
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def deal_around(south: int, seed: int) -> tuple[int, int, int, int]:
    """Other hands around the same South: one deal, and from 1 on what becomes of it when two cards change hands."""
    rest = list_cards(ALL_CARDS & ~south)
    random.Random(0).shuffle(rest)
    if seed:
        chance = random.Random(seed)
        one, other = (8 * hand + chance.randrange(8) for hand in chance.sample(range(3), 2))
        rest[one], rest[other] = rest[other], rest[one]
    north, east, west = (card_set(rest[at : at + 8]) for at in (0, 8, 16))
    return north, east, south, west


@pytest.fixture
def table(monkeypatch):
    """A tournament in which South's first hand stays the same, and the others' follow from a number one sets."""
    tournament = make_running(boards=2)
    user = staging.make_player()
    staging.enter(tournament, user)
    south = staging.deck_of(tournament).board(1).hands[Seat.S]
    seed = [0]
    monkeypatch.setattr(records, "make_board", lambda *args: Board(args[2], Seat.S, deal_around(south, seed[0])))
    return tournament, user, seed


def read_all(tournament, user):
    """Every answer at the running table, without the token that is drawn anew for each form, and its headers."""
    client = logged_in(user)
    one, page = f"/api/v1/tournaments/{tournament.pk}/", f"/toernooien/{tournament.pk}/"
    entry = tournament.entries.get(user=user).pk
    addresses = [
        f"{one}table/",
        f"{one}deals/",
        f"{one}records/{entry}/",
        one,
        f"{page}tafel/",
        f"{page}tafel/fragment",
        page,
    ]
    answers = []
    client.get(addresses[0])
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        body = TOKEN.sub(b"", answer.content)
        headers = sorted((name, len(value)) for name, value in answer.items())
        answers.append((len(body), len(gzip.compress(body, mtime=0)), body, headers))
    return answers


@pytest.mark.parametrize("acts", [0, 1])
def test_the_same_sight_is_the_same_answer_whatever_the_others_hold(table, acts):
    tournament, user, seed = table
    staging.services.start_boom(user, tournament.pk, timezone.now())
    seen = defaultdict(list)
    for number in range(DEALS):
        seed[0] = number
        row = Play.objects.get(boom__entry__user=user)
        Play.objects.filter(pk=row.pk).update(acts="")
        row.boom.ply, row.boom.bots_due = 0, False
        row.boom.save()
        staging.play_acts(tournament, user, acts)
        sight = str(selectors.table_state(user, tournament.pk, timezone.now()))
        seen[sight].append(read_all(tournament, user))
    compared = [answers for answers in seen.values() if len(answers) > 1]
    assert compared
    for first, *others in compared:
        for other in others:
            for one, same in zip(first, other, strict=True):
                assert one == same
