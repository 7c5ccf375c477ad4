"""How long a player waits for the answer to a card, the bots' replies included, while twenty play at once.

A whole site (`manage.py serve`) of its own, twenty players of two tournaments, each with a card or a trump every two
seconds of wall time: what a player would see of it, and so of whatever else the machine does meanwhile.
"""

import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import tests.faults
from benchmarks.rows import Row, summarise
from config.embedded.testing import make_test_folder
from engine.bots import BOTS
from tests.faults.site_process import SiteProcess

TOURNAMENTS, PAUSE, ACTS = 2, 2.0, 30
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
        with ThreadPoolExecutor(len(seats)) as players:
            spent = [one for waits in players.map(partial(_play, site), range(len(seats)), seats) for one in waits]
    finally:
        site.stop()
        shutil.rmtree(folder, ignore_errors=True)
    waited = sorted(spent)[int(0.95 * len(spent))]
    source = f"to be reached by 95 of 100, here {waited:.0f}; load of the machine {os.getloadavg()[0]:.1f}"
    return summarise(f"answer_{bots.split('@')[0]}", spent, "ms", REACH, source)


def _play(site: SiteProcess, number: int, seat: dict[str, Any]) -> list[float]:
    """Begin a boom and do an act every two seconds, beginning at a moment of one's own: milliseconds to each answer."""
    chance = random.Random(number)
    path, token = f"tournaments/{seat['tournament']}/table/", seat["token"]
    table = _read(site.ask("POST", path, token))
    due = time.monotonic() + PAUSE * chance.random()
    waits: list[float] = []
    while len(waits) < ACTS and not table["finished"]:
        time.sleep(max(0.0, due - time.monotonic()))
        due += PAUSE
        act = {"ply": table["ply"], "act": chance.choice(table["choices"] or table["legal"])}
        start = time.perf_counter()
        table = _read(site.ask("POST", f"{path}acts/", token, act))["table"]
        while not (table["choices"] or table["legal"] or table["finished"]):  # the worker had it in hand
            table = _read(site.ask("POST", f"{path}advance/", token))
        waits.append(1000 * (time.perf_counter() - start))
    return waits


def _read(answer: tuple[int, Any]) -> Any:
    status, values = answer
    if status != 200:
        raise RuntimeError(f"{status}: {values}")
    return values


MEASUREMENTS: tuple[Callable[[], Iterator[Row]], ...] = (measure_answers,)
