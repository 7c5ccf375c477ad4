"""kill -9 of the worker in the middle of writing a daily list: nothing half done stays, and every list is right."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from config.embedded.testing import make_test_folder
from tests.faults.site_process import SiteProcess

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).with_name("list_scripts.py")
DAYS, PLAYERS, KILLS = 12, 5000, 3
PATIENCE = 300


@pytest.fixture
def site() -> Iterator[SiteProcess]:
    process = SiteProcess(make_test_folder())
    process.start()
    yield process
    process.stop()


def check(site: SiteProcess) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(site.run_script(SCRIPTS, "check").splitlines()[-1])
    return found


def kill_while_writing(site: SiteProcess) -> None:
    """Wait until a list is being written, and kill the worker then: nothing of that list is there."""
    workers = site.find_part("worker")
    assert len(workers) >= 2
    left, rows = map(int, site.run_script(SCRIPTS, "kill", *map(str, workers)).split()[-2:])
    print(f"killed while a list was being written: {left} are not fixed and have {rows} rows")
    assert (left > 0, rows) == (True, 0)


def test_kill_nine_of_the_worker_in_the_middle_of_a_list(site: SiteProcess) -> None:
    with ThreadPoolExecutor(1) as beside:
        # It watches before there is anything to write: a list takes a fraction of a second.
        first = beside.submit(kill_while_writing, site)
        assert int(site.run_script(SCRIPTS, "seed", str(DAYS), str(PLAYERS)).split()[-1]) == DAYS * PLAYERS
        first.result()
    for _ in range(KILLS - 1):
        kill_while_writing(site)
    deadline = time.monotonic() + PATIENCE
    while (found := check(site))["fixed"] < DAYS:
        assert time.monotonic() < deadline, found
        time.sleep(2)
    print(found)
    assert found == {"fixed": DAYS, "closed": DAYS, "rows": DAYS * PLAYERS, "differ": 0, "ranks": 0}
