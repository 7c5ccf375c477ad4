"""How long a player waits for the answer to a card, the bots' replies included, while twenty play at once.

A whole site (`manage.py serve`) of its own, twenty players of two tournaments, each with a card every two seconds of
wall time: what a player would see of it, and so of whatever else the machine does meanwhile.
"""

import json
import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import tests.faults
from benchmarks.rows import Row, summarise
from config.embedded.testing import make_test_folder
from engine.bots import BOTS
from tests.faults.site_process import SiteProcess

TOURNAMENTS, PAUSE, CARDS = 2, 2.0, 30
REACH = 100.0
"""What 95 of 100 answers should stay below, in milliseconds."""
SEED = Path(tests.faults.__file__).with_name("seed_players.py")


def measure_answers() -> Iterator[Row]:
    for bots in BOTS:
        if bots.startswith(("rulebook", "solver")):
            yield _measure(bots)


def _measure(bots: str) -> Row:
    folder = make_test_folder()
    site = SiteProcess(folder)
    try:
        site.start()
        printed = site.run_script(SEED, str(TOURNAMENTS), f"bots={bots}").splitlines()
        seats = [json.loads(line) for line in printed if line.startswith("{")]
        spent: list[float] = []
        players = [
            threading.Thread(target=_play, args=(site, seat["tournament"], seat["token"], number, spent))
            for number, seat in enumerate(seats)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
        if len(spent) != len(players) * CARDS:
            raise RuntimeError(f"only {len(spent)} cards were answered: {site.read_log()}")
    finally:
        site.stop()
        shutil.rmtree(folder, ignore_errors=True)
    waited = sorted(spent)[int(0.95 * len(spent))]
    source = f"to be reached by 95 of 100, here {waited:.0f}; load of the machine {os.getloadavg()[0]:.1f}"
    return summarise(f"answer_{bots.split('@')[0]}", spent, "ms", REACH, source)


def _play(site: SiteProcess, tournament: int, token: str, number: int, spent: list[float]) -> None:
    """Begin a boom and play a card, or name a trump, every two seconds; players begin at different moments."""
    chance = random.Random(number)
    path = f"tournaments/{tournament}/table/"
    status, table = site.ask("POST", path, token)
    due = time.monotonic() + PAUSE * chance.random()
    for _ in range(CARDS):
        time.sleep(max(0.0, due - time.monotonic()))
        due += PAUSE
        act = {"ply": table["ply"], "act": chance.choice(table["choices"] or table["legal"])}
        start = time.perf_counter()
        status, answer = site.ask("POST", f"{path}acts/", token, act)
        spent.append(1000 * (time.perf_counter() - start))
        if status != 200:
            raise RuntimeError(f"{status}: {answer}")
        table = answer["table"]


MEASUREMENTS: tuple[Callable[[], Iterator[Row]], ...] = (measure_answers,)
