"""A whole site in processes of its own, with a data folder of its own: to be started, asked, wounded and stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]

PARTS = {
    "web": ("granian",),
    "worker": ("celery",),
    "postgres": ("postgres",),
    "valkey": ("valkey-server",),
}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class SiteProcess:
    """`manage.py serve` on a free port; embedded servers below `data`; `settings` are variables of its environment."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.port = free_port()
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DATABASE_URL", "BROKER_URL") and not name.startswith("MANILLEN_")
        }
        self.environment |= {"MANILLEN_DATA": str(data), "MANILLEN_ADDRESS": f"127.0.0.1:{self.port}"}
        self.environment |= settings
        self.log = data / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 180) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--no-demo"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                pass
            time.sleep(0.2)
        self.kill()
        raise AssertionError("the site did not start:\n" + self.read_log())

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=60)

    def kill(self) -> None:
        """Kill the supervisor itself; all its children must go with it."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=10)

    def read_log(self) -> str:
        return self.log.read_text(errors="replace")[-4000:]

    def run_script(self, script: Path, *words: str) -> str:
        """What a script prints that runs beside the site, with the site's environment."""
        return subprocess.run(
            [sys.executable, str(script), *words],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout

    def run_celery(self, *words: str) -> "subprocess.Popen[bytes]":
        """One more worker or clock beside the site's own; to be ended by who asked for it."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "celery", "--quiet", "-A", "config.celery", *words],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def find_part(self, part: str) -> list[int]:
        """The process ids of a part of this site, oldest first."""
        assert self._process is not None
        family = {self._process.pid}
        processes = sorted(_read_processes())
        while grown := {pid for pid, parent, _ in processes if parent in family} - family:
            family |= grown
        return [
            pid
            for pid, _, command in processes
            if pid in family and pid != self._process.pid and any(word in command for word in PARTS[part])
        ]

    def kill_part(self, part: str) -> int:
        """kill -9 all processes of a part; how many there were."""
        pids = self.find_part(part)
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        return len(pids)

    def ask(
        self, method: str, path: str, token: str, body: object | None = None, language: str = "nl"
    ) -> tuple[int, Any]:
        """Status and values, or text, of a request to the API; raises `OSError` where there was no answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Token {token}",
                "Content-Type": "application/json",
                "Accept-Language": language,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, _read(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _read(error)


def _read(answer: IO[bytes]) -> Any:
    """What was answered: values where it is JSON, else its text."""
    text = answer.read().decode(errors="replace")
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read_processes() -> list[tuple[int, int, str]]:
    """Process id, parent's id and command line of all processes of this machine."""
    rows = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        rows.append((int(folder.name), int(stat.rpartition(")")[2].split()[1]), command or stat))
    return rows
