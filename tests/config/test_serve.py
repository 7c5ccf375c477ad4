"""`manage.py serve` as a whole: wounded in every part it goes on, and ended it leaves nothing."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment import ROOT


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def list_processes() -> dict[int, tuple[int, str]]:
    """Every process's parent and command line; those that have ended already are left out."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if state != "Z":
            found[int(entry.name)] = (int(parent), command)
    return found


class Site:
    """A running `manage.py serve` with a data folder and a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.port = find_free_port()
        self.log = folder / "serve.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MANILLEN_")},
            "MANILLEN_DATA": str(self.data),
            "MANILLEN_ADDRESS": f"127.0.0.1:{self.port}",
            "MANILLEN_METRICS_TOKEN": "for-the-tests",
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--no-demo"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def run(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Another command of manage.py beside it."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**self.environment, **changes},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def ask_ready(self) -> dict[str, bool]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=5) as answer:
                found: dict[str, bool] = json.load(answer)
                return found
        except OSError:
            return {}

    def wait_ready(self, seconds: float = 180) -> None:
        """Until all is told to answer. The bots' code may have to be compiled, which takes a minute."""
        deadline = time.monotonic() + seconds
        while self.ask_ready() != {"database": True, "bots": True, "cache": True}:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def wait_for(self, word: str, times: int = 1, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while self.log.read_text(errors="replace").count(word) < times:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def find(self, word: str) -> int:
        """The number of the supervisor's own child whose command line holds `word`."""
        [pid] = [
            pid for pid, (parent, command) in list_processes().items() if parent == self.process.pid and word in command
        ]
        return pid

    def list_family(self) -> set[int]:
        """All its descendants."""
        processes = list_processes()
        family = {self.process.pid}
        while grown := {pid for pid, (parent, _) in processes.items() if parent in family} - family:
            family |= grown
        return family - {self.process.pid}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    for parent in [folder, *folder.parents]:
        if parent.stat().st_uid == os.geteuid():
            parent.chmod(parent.stat().st_mode | 0o011)
    site = Site(folder)
    site.wait_for("Ready after")
    yield site
    if site.process.poll() is None:
        site.process.kill()
        site.process.wait()


def test_it_says_where_it_is_and_is_ready(site: Site):
    assert f"http://127.0.0.1:{site.port}/" in site.log.read_text()
    site.wait_ready()


def test_another_command_uses_the_running_servers(site: Site):
    done = site.run("showmigrations", "--plan")
    assert done.returncode == 0, done.stderr
    assert "[X]  accounts" in done.stdout


def test_the_doctor_finds_nothing_wrong_with_it_but_the_first_sweep(site: Site):
    done = site.run("doctor")
    wrong = [line for line in done.stdout.splitlines() if line.startswith("wrong")]
    assert all("There has never been a sweep" in line for line in wrong), done.stdout
    assert done.returncode == bool(wrong)
    assert re.search(r"^good +worker ", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^warning +mail .*MANILLEN_EMAIL_URL", done.stdout, re.MULTILINE), done.stdout


def test_figures_of_all_its_processes_are_read_with_the_token(site: Site):
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}/metrics")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(request, timeout=10)
    request.add_header("Authorization", f"Bearer {site.environment['MANILLEN_METRICS_TOKEN']}")
    for _ in range(8):
        urllib.request.urlopen(f"http://127.0.0.1:{site.port}/spelregels/", timeout=10).close()
    with urllib.request.urlopen(request, timeout=10) as answer:
        text = answer.read().decode()
    assert re.search(r'^manillen_request_seconds_count\{.*route="/spelregels/".*\} 8\.0$', text, re.MULTILINE), text
    assert 'manillen_up{server="database"} 1.0' in text


def test_a_second_one_on_the_folder_is_refused_by_name(site: Site):
    done = site.run("serve", MANILLEN_ADDRESS=f"127.0.0.1:{find_free_port()}")
    assert done.returncode == 1
    assert str(site.data) in done.stderr
    assert "manage.py serve" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_a_sentence_with_the_setting(site: Site, tmp_path: Path):
    done = site.run("serve", MANILLEN_DATA=str(tmp_path))
    assert done.returncode == 1
    assert f"127.0.0.1:{site.port}" in done.stderr
    assert "MANILLEN_ADDRESS" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("granian", "The web server"),
        (" worker ", "The worker"),
        (" beat ", "The clock"),
        ("bin/postgres", "PostgreSQL"),
        ("valkey-server", "Valkey"),
    ],
)
def test_a_killed_part_is_started_again(site: Site, word: str, name: str):
    before = site.find(word)
    told = f"{name} was killed by SIGKILL"
    os.kill(before, signal.SIGKILL)
    site.wait_for(told, seconds=20)
    site.wait_ready()
    assert site.find(word) != before


def test_a_killed_supervisor_takes_all_with_it_and_the_next_start_works(site: Site):
    family = site.list_family()
    assert len(family) > 8
    site.process.kill()
    site.process.wait()
    deadline = time.monotonic() + 20
    while left := family & list_processes().keys():
        assert time.monotonic() < deadline, [list_processes().get(pid) for pid in left]
        time.sleep(0.1)
    again = Site(site.data.parent)
    try:
        again.wait_for("Ready after")
        again.wait_ready()
        family = again.list_family()
        again.process.terminate()
        assert again.process.wait(timeout=40) == 0
        assert not family & list_processes().keys()
    finally:
        again.process.kill()
        again.process.wait()
