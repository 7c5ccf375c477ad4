"""Nothing lost: kill -9 of any part of the site while twenty booms are being played at once."""

import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from config.embedded.testing import make_test_folder
from engine.cards import Seat, card_name, trump_name
from engine.notation import BoardRecord, parse_record
from engine.replay import replay_record
from tests.faults.site_process import PARTS, SiteProcess

PATIENCE = 120
"""Seconds after which a player who is not answered gives up, and with him the test."""
ROUNDS = 3
ACTS_BETWEEN = 60
UNANSWERED = (500, 502, 503, 504)


@dataclass
class Player:
    """A player who keeps asking until he is answered, and writes down what was accepted."""

    site: SiteProcess
    tournament: int
    entry: int
    token: str
    chance: random.Random
    accepted: list[dict[str, Any]] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)
    fault: str = ""

    @property
    def path(self) -> str:
        return f"tournaments/{self.tournament}/table/"

    def ask(self, method: str, path: str, body: object | None = None) -> tuple[int, Any]:
        """Ask until there is an answer that is not "try again"; the same request every time."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, answer = self.site.ask(method, path, self.token, body)
            except OSError:
                time.sleep(0.2)
                continue
            if status not in UNANSWERED:
                return status, answer
            time.sleep(0.2)
        raise AssertionError(f"no answer to {method} {path}")

    def play_boom(self, started: threading.Event) -> None:
        try:
            status, answer = self.ask("POST", self.path)
            assert status in (200, 201), answer
            started.wait()
            while not self.play_act():
                pass
        except AssertionError as error:
            self.fault = f"{error}"

    def play_act(self) -> bool:
        """Play one act of one's own, or ask the bots on; whether the boom is finished."""
        status, self.table = self.ask("GET", self.path)
        assert status == 200, self.table
        if self.table["finished"]:
            return True
        if self.table["to_act"] != "S" or self.table["state"] == "waiting":
            status, answer = self.ask("POST", f"{self.path}advance/")
            assert status == 200, answer
            return False
        act = self.chance.choice(self.table.get("choices") or self.table["legal"])
        own = {"ply": self.table["ply"], "act": act}
        status, answer = self.ask("POST", f"{self.path}acts/", own)
        assert status == 200, answer
        assert answer["events"][0]["act"] == act, (own, answer)
        self.accepted.append(own | {"board": self.table["board"]})
        return False


@pytest.fixture
def site() -> Iterator[SiteProcess]:
    process = SiteProcess(make_test_folder())
    process.start()
    yield process
    process.stop()


def wound(site: SiteProcess, players: list[Player], threads: list[threading.Thread]) -> dict[str, int]:
    """kill -9 one part after the other, three rounds, each after some more cards; how often each was killed."""
    kills = dict.fromkeys(PARTS, 0)
    for part in [*PARTS] * ROUNDS:
        until = sum(len(player.accepted) for player in players) + ACTS_BETWEEN
        while any(thread.is_alive() for thread in threads):
            if sum(len(player.accepted) for player in players) >= until and site.kill_part(part):
                kills[part] += 1
                break
            time.sleep(0.02)
    return kills


@pytest.mark.slow
def test_kill_nine_of_any_part_loses_no_card_and_plays_none_twice(site: SiteProcess) -> None:
    seats = [
        json.loads(line)
        for line in site.run_script(Path(__file__).with_name("seed_players.py"), "2").splitlines()
        if line.startswith("{")
    ]
    assert len(seats) == 20
    players = [
        Player(site, seat["tournament"], seat["entry"], seat["token"], random.Random(number))
        for number, seat in enumerate(seats)
    ]
    started = threading.Event()
    threads = [threading.Thread(target=player.play_boom, args=[started]) for player in players]
    for thread in threads:
        thread.start()
    started.set()
    kills = wound(site, players, threads)
    for thread in threads:
        thread.join()

    assert [player.fault for player in players if player.fault] == []
    assert kills == dict.fromkeys(PARTS, ROUNDS)
    for player in players:
        assert player.table["finished"]
        check_record(player)


def check_record(player: Player) -> None:
    """The boom holds each accepted act once, in its place, and nothing else of the player's."""
    status, text = player.ask("GET", f"tournaments/{player.tournament}/records/{player.entry}/")
    assert status == 200, text
    record = parse_record(text)
    replay = replay_record(record)
    assert (replay.faults, replay.state.finished) == ([], True)
    kept = [act for board in record.boards for act in list_own_acts(board)]
    assert kept == [act["act"] for act in player.accepted]
    for act in player.accepted[:: len(player.accepted) // 5]:
        own = {"ply": act["ply"], "act": act["act"]}
        status, answer = player.ask("POST", f"{player.path}acts/", own)
        assert (status, answer["events"][0]["ply"], answer["events"][0]["act"]) == (200, act["ply"], act["act"])


def list_own_acts(board: BoardRecord) -> list[str]:
    """What South did on a board: trump where he dealt, then his eight cards."""
    assert board.trump is not None
    assert board.leader is not None
    cards = [row[(Seat.S - board.leader) % 4] for row in board.rows]
    named = [trump_name(board.trump)] if board.dealer == Seat.S else []
    return named + [card_name(card) for card in cards if card is not None]
