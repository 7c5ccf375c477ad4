"""A thousand mails: each once, while the worker is killed again and again; and with two workers and two clocks."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.testing import make_test_folder
from tests.faults.mail_server import MailServer
from tests.faults.site_process import SiteProcess

pytestmark = pytest.mark.slow

PATIENCE = 300
TOURNAMENTS = 100
KILLS = 4


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with MailServer(seconds=0.005) as server:
        yield server


@pytest.fixture
def site(mails: MailServer) -> Iterator[SiteProcess]:
    process = SiteProcess(make_test_folder(), MANILLEN_EMAIL_URL=mails.url)
    process.start()
    yield process
    process.stop()


def seed(site: SiteProcess, *words: str) -> int:
    return int(site.run_script(Path(__file__).with_name("seed_mails.py"), str(TOURNAMENTS), *words).split()[-1])


def wait_for(mails: MailServer, count: int) -> None:
    """Until so many different people have been written to."""
    deadline = time.monotonic() + PATIENCE
    while len(set(mails.taken)) < count:
        assert time.monotonic() < deadline, f"{len(mails.taken)} mails, {len(set(mails.taken))} people"
        time.sleep(0.01)


def test_kill_nine_of_the_worker_in_the_middle_of_a_thousand_mails(site: SiteProcess, mails: MailServer) -> None:
    owed = seed(site)
    assert owed == 1000
    for number in range(1, KILLS + 1):
        wait_for(mails, number * owed // (KILLS + 1))
        assert site.kill_part("worker") >= 2
    wait_for(mails, owed)
    # Whatever was to come twice has come by then: two more sweeps.
    time.sleep(65)
    times = Counter(mails.taken)
    # At worst the one that was in flight goes out again, never more.
    doubles = len(mails.taken) - owed
    print(f"{owed} mails, {KILLS} kills, {doubles} twice")
    assert len(times) == owed
    assert doubles <= KILLS
    assert max(times.values()) <= 2


def test_two_workers_and_two_clocks_send_each_mail_once_and_make_each_day_once(
    site: SiteProcess, mails: MailServer, tmp_path: Path
) -> None:
    more = [
        site.run_celery("worker", "--concurrency", "2", "--loglevel", "WARNING", "--hostname", "second@%h"),
        site.run_celery("beat", "--loglevel", "WARNING", "--pidfile", "", "--schedule", str(tmp_path / "beat")),
    ]
    try:
        owed = seed(site, "--series")
        wait_for(mails, owed)
        # Two more sweeps of each clock find nothing left to do.
        time.sleep(65)
    finally:
        for process in more:
            process.terminate()
        for process in more:
            process.wait(timeout=30)
    times = Counter(mails.taken)
    assert (len(times), max(times.values())) == (owed, 1)
    counts = site.run_script(Path(__file__).with_name("count_rows.py"))
    print(counts)
    assert counts.split() == ["occurrences", "1", "tables", "1", "final", "100", "mails", "1000", "attempts", "0"]
