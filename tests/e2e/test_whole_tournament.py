"""The main job, from end to end: made by an organiser, played by ten, closed by itself, compared."""

import json
import random
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from tests.e2e.people import log_in, make_account
from tests.e2e.seat import Seat

pytestmark = pytest.mark.e2e

BOARDS = 3


class Program:
    """A player who plays through the JSON API, over HTTP, with a token."""

    def __init__(self, site: str, user: User, tournament: int, choose: Callable[[list[str]], str]) -> None:
        self.address = f"{site}/api/v1/tournaments/{tournament}/"
        self.token = Token.objects.create(user=user).key
        self.choose = choose

    def ask(self, path: str, method: str = "GET", body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        with urlopen(Request(self.address + path, data, headers, method=method), timeout=30) as response:
            return json.load(response)

    def play_boom(self) -> dict[str, Any]:
        self.ask("entry/", "POST", {})
        table = self.ask("table/", "POST", {})
        while not table["finished"]:
            act = self.choose(table["choices"] or table["legal"])
            table = self.ask("table/acts/", "POST", {"ply": table["ply"], "act": act})["table"]
        return table


def choose_by(seed: int) -> Callable[[list[str]], str]:
    return random.Random(seed).choice


def create_by_form(page: Any, site: str) -> int:
    """Make, announce and open a tournament in the browser; its number."""
    closes = timezone.localtime(timezone.now() + timedelta(days=2))
    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_label("Titel").fill("Kerstbeker")
    page.get_by_label("Sluit om").fill(closes.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("Delen, hoogstens").fill(str(BOARDS))
    page.get_by_role("button", name="Bewaren als ontwerp").click()
    page.get_by_role("button", name="Aankondigen").click()
    page.get_by_role("button", name="Nu openen").click()
    page.get_by_text("Het toernooi is open.").wait_for()
    return int(page.url.rstrip("/").rsplit("/", 1)[1])


def test_ten_play_the_same_boom_it_closes_by_itself_and_the_list_is_right(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    number = create_by_form(page, site)
    page.get_by_role("button", name="Afmelden").click()

    # Nine by the API; the first two play card for card the same.
    names = [f"Speler {letter}" for letter in "ABCDEFGHI"]
    programs = [Program(site, make_account(name), number, choose_by(max(place, 1))) for place, name in enumerate(names)]
    ends = [program.play_boom() for program in programs]

    # The tenth in the browser, by mouse and by keyboard.
    tenth = make_account("Tiende Speler")
    log_in(page, site, tenth)
    page.goto(f"{site}/toernooien/{number}/")
    page.get_by_role("button", name="Inschrijven").click()
    page.get_by_text("Je bent ingeschreven. Veel geluk!").wait_for()
    page.get_by_role("link", name="Naar je tafel").click()
    page.get_by_role("button", name="Beginnen").click()
    seat = Seat(page)
    acts = []
    while not seat.finished:
        by_mouse = len(acts) % 18 < 9
        acts.append(seat.play_by_mouse() if by_mouse else seat.play_by_keyboard())
    # 8 cards a deal, and one choice of trump in the deals that South deals.
    assert len(acts) == 8 * BOARDS + 1

    # The tenth had the last word: the tournament has closed by itself, and the end shows the list.
    page.get_by_text("Jouw score").wait_for()
    rows = programs[0].ask("standings/")["standings"]
    tournament = programs[0].ask("")
    assert tournament["state"] == "closed"

    # Ranked by score, shared ranks included, against a ranking made here from the ends that were seen.
    scores = {name: end["score"] for name, end in zip(names, ends, strict=True)}
    own = page.locator(".final-score").inner_text().replace("−", "-")
    scores["Tiende Speler"] = int(own)
    ranks = {name: 1 + sum(other > score for other in scores.values()) for name, score in scores.items()}
    assert {row["name"]: (row["rank"], row["score"]) for row in rows} == {
        name: (ranks[name], scores[name]) for name in scores
    }
    assert ranks["Speler A"] == ranks["Speler B"]
    assert [row["rank"] for row in rows] == sorted(ranks.values())
    page.goto(f"{site}/toernooien/{number}/lijst/")
    shown = [
        (int(line.locator(".rank").inner_text()), line.locator(".score").inner_text().replace("−", "-"))
        for line in page.locator("table.standings tbody tr").all()
    ]
    assert [(rank, int(score)) for rank, score in shown] == [(row["rank"], row["score"]) for row in rows]

    # The same cards for everyone, and the same answers wherever the player's cards were the same.
    entries = [row["entry"] for row in rows]
    compared = 0
    for board in range(1, BOARDS + 1):
        replays = [programs[0].ask(f"deals/{board}/{entry}/") for entry in entries]
        # A hand is written trump first, and the trump may differ: the cards are what must be equal.
        hands = [{seat: sorted(cards) for seat, cards in replay["hands"].items()} for replay in replays]
        assert len(hands) == 10
        assert all(one == hands[0] for one in hands)
        assert sorted(card for hand in hands[0].values() for card in hand) == sorted(
            suit + rank for suit in "SHDC" for rank in "789JQKAT"
        )
        for one, other in combinations(replays, 2):
            assert len(one["acts"]) == len(other["acts"]) == 33
            parting = next((place for place in range(33) if one["acts"][place] != other["acts"][place]), None)
            if parting is None:
                compared += 1
            else:
                assert one["acts"][parting]["seat"] == other["acts"][parting]["seat"] == "S"
    # At least the two who played alike were compared over all deals.
    assert compared >= BOARDS
    # What the browser played is what is on record.
    mine = next(row["entry"] for row in rows if row["name"] == "Tiende Speler")
    recorded = [
        act["act"]
        for board in range(1, BOARDS + 1)
        for act in programs[0].ask(f"deals/{board}/{mine}/")["acts"]
        if act["seat"] == "S"
    ]
    assert recorded == acts

    # And the deals are there to compare, drawn with all four hands.
    page.goto(f"{site}/toernooien/{number}/delen/1/")
    assert page.locator(".deal-hands .card").count() == 32
    assert page.locator("table.standings tbody tr").count() == 10
