"""The same entries on two servers with other load, other cores and other languages: the same proof, to the byte."""

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.embedded.testing import make_test_folder
from engine.proof import parse_proof, write_proof
from engine.verification import verify_proof
from tests.faults.site_process import PARTS, SiteProcess

BUSY = "import hashlib\nwhile True: hashlib.sha256(bytes(10_000)).digest()"


@dataclass(frozen=True)
class Circumstances:
    """In what two servers differ; none of it may show in the cards."""

    cores: int
    threads: str
    hash_seed: str
    locale: str
    time_zone: str
    language: str
    busy: int
    at_once: bool


CALM = Circumstances(2, "2", "0", "C.UTF-8", "Europe/Brussels", "nl", busy=0, at_once=False)
HARD = Circumstances(1, "1", "4711", "C", "Asia/Tokyo", "fr", busy=3, at_once=True)


@contextmanager
def run_site(how: Circumstances) -> Iterator[SiteProcess]:
    """A fresh site, and so many other programs on the same cores once it has started."""
    site = SiteProcess(
        make_test_folder(),
        NUMBA_NUM_THREADS=how.threads,
        PYTHONHASHSEED=how.hash_seed,
        LC_ALL=how.locale,
        TZ=how.time_zone,
    )
    site.start(600)
    cores = sorted(os.sched_getaffinity(0))[: how.cores]
    for part in PARTS:
        for pid in site.find_part(part):
            pin(pid, cores)
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(how.busy)]
    try:
        for program in busy:
            pin(program.pid, cores)
        yield site
        site.stop()
    finally:
        for program in busy:
            program.kill()
            program.wait()


def pin(pid: int, cores: list[int]) -> None:
    """Have all threads of a process run on these cores alone; those that it starts later do as well."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores)


def play_boom(site: SiteProcess, path: str, token: str, seed: int, language: str) -> None:
    chance = random.Random(seed)
    status, table = site.ask("POST", f"{path}table/", token, {}, language)
    assert status == 200, table
    while not table["finished"]:
        act = chance.choice(table["choices"] or table["legal"])
        body = {"ply": table["ply"], "act": act}
        status, answer = site.ask("POST", f"{path}table/acts/", token, body, language)
        assert status == 200, answer
        table = answer["table"]


def prove(how: Circumstances, bots: str) -> bytes:
    """The proof of the tournament that two played under these circumstances."""
    with run_site(how) as site:
        script = Path(__file__).with_name("seed_proof.py")
        seats: list[dict[str, Any]] = [json.loads(line) for line in site.run_script(script, bots).splitlines()]
        path = f"tournaments/{seats[0]['tournament']}/"
        players = [
            threading.Thread(target=play_boom, args=(site, path, seat["token"], seed, how.language))
            for seed, seat in enumerate(seats)
        ]
        for player in players:
            player.start()
            if not how.at_once:
                player.join()
        for player in players:
            player.join()
        # Full, and all have finished: it has closed by itself.
        status, proof = site.ask("GET", f"{path}proof/", seats[0]["token"], language=how.language)
        assert status == 200, proof
        return write_proof(proof)


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["rulebook@1", "solver@1"])
def test_the_proof_does_not_depend_on_load_cores_or_language(bots: str) -> None:
    one, other = prove(CALM, bots), prove(HARD, bots)
    assert one == other
    found = verify_proof(parse_proof(one))
    assert found.fault is None
    assert found.entries == 2
