"""Child processes that never outlive us.

Every child runs in a session of its own, so that Ctrl-C in a terminal reaches only the parent, which then
stops them in order; and asks the kernel for a signal when its parent dies, so that even `kill -9` of the
parent leaves nothing running.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.environment import EnvironmentFault

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_LARGEST_LOG = 10 * 1024 * 1024


class StartFailed(EnvironmentFault):
    """A program ended, or did not answer in time, before it was ready."""


@dataclass(frozen=True)
class Account:
    """The user under whom a server runs when we ourselves are root."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Program:
    """What to run, and how to know that it is ready and how to end it.

    `before` runs ahead of every start (it may raise `EnvironmentFault`); `is_ready` is asked until it says
    yes. Output goes to `log`, else to our own.
    """

    name: str
    command: list[str]
    environment: Mapping[str, str] | None = None
    account: Account | None = None
    log: Path | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    grace: float = 10.0  # seconds between the stop signal and SIGKILL
    patience: float = 30.0  # seconds to become ready
    before: Callable[[], None] = field(default=lambda: None)
    is_ready: Callable[[], bool] = field(default=lambda: True)


class Child:
    """A running `Program`."""

    def __init__(self, program: Program, process: subprocess.Popen[bytes]) -> None:
        self.program = program
        self.process = process
        self.started = time.monotonic()
        self._asked = False

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    @property
    def ending(self) -> str:
        """How it ended, in words for a log line."""
        code = self.process.returncode
        if code is not None and code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    def wait_ready(self) -> None:
        """Return once it is ready. Raises `StartFailed`, with the process gone, when that does not happen."""
        deadline = time.monotonic() + self.program.patience
        pause = 0.01
        while not self.program.is_ready():
            if self.ended:
                raise StartFailed(f"{self.program.name} {self.ending} at its start.{self._last_words()}")
            if time.monotonic() > deadline:
                self.stop()
                raise StartFailed(
                    f"{self.program.name} was not ready after {self.program.patience:.0f} seconds.{self._last_words()}"
                )
            time.sleep(pause)
            pause = min(0.1, pause * 1.5)

    def ask_to_stop(self) -> None:
        # Once: a second one tells a Celery worker to leave its tasks.
        if not self._asked and not self.ended:
            self._asked = True
            self.process.send_signal(self.program.stop_signal)

    def stop(self) -> None:
        """End it: its own stop signal, and after its grace SIGKILL for the whole session."""
        self.ask_to_stop()
        try:
            self.process.wait(self.program.grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.kill_rest()

    def kill_rest(self) -> None:
        """Kill what is left of its process group once the process itself has ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _last_words(self) -> str:
        log = self.program.log
        if log is None or not log.exists():
            return ""
        lines = log.read_text(errors="replace").strip().splitlines()[-3:]
        return f" Its last lines in {log}:\n  " + "\n  ".join(lines) if lines else ""


def die_with_parent(death_signal: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `death_signal` when its parent ends, however that ends."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)


def launch(program: Program) -> Child:
    """Start `program` as a child of this thread, which should be the main one: when it ends, so does the child.

    Raises `EnvironmentFault` when the program cannot be executed.
    """
    program.before()
    parent = os.getpid()

    def prepare_child() -> None:
        # After the change of user, since that clears the request; then see whether we came too late.
        die_with_parent(program.stop_signal)
        if os.getppid() != parent:
            os._exit(1)

    output = _open_log(program.log) if program.log else None
    try:
        process = subprocess.Popen(
            program.command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=dict(program.environment) if program.environment is not None else None,
            start_new_session=True,
            preexec_fn=prepare_child,
            **_as_account(program.account),
        )
    except OSError as error:
        raise StartFailed(f"{program.name} cannot be started: {program.command[0]}: {error.strerror}.") from error
    finally:
        if output is not None:
            os.close(output)
    return Child(program, process)


def run_briefly(command: list[str], account: Account | None, patience: float = 60.0) -> str | None:
    """Run `command` to its end. Returns None when all went well, else what it printed."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            timeout=patience,
            cwd="/",
            **_as_account(account),
        )
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    except subprocess.TimeoutExpired:
        return f"{command[0]} took more than {patience:.0f} seconds"
    return None if done.returncode == 0 else done.stdout.decode(errors="replace").strip() or "no output"


def _as_account(account: Account | None) -> dict[str, Any]:
    return {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}


def _open_log(path: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size > _LARGEST_LOG:
            path.replace(path.with_suffix(".old.log"))
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


def end_leftovers(folder: Path, binary: str, stop_signal: signal.Signals) -> None:
    """As the holder of the lock: end the servers named `binary` that a killed owner left at work in `folder`.

    They are known by their working folder, never by a number in a file: after a restart of the machine
    another process may have that number. Returns when none is left; one that does not listen is killed.
    """
    deadline = time.monotonic() + 20
    asked: set[int] = set()
    while found := _find_at_work(folder, binary):
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                if time.monotonic() > deadline:
                    os.kill(pid, signal.SIGKILL)
                elif pid not in asked:
                    os.kill(pid, stop_signal)
        asked.update(found)
        time.sleep(0.05)


def _find_at_work(folder: Path, binary: str) -> list[int]:
    """The processes that execute `binary` and whose working folder is `folder`."""
    wanted = os.path.realpath(folder)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(entry / "cwd") != wanted:
                continue
            executable = os.readlink(entry / "exe").removesuffix(" (deleted)")
        except OSError:
            continue  # gone meanwhile, or not ours to look at
        if os.path.basename(executable) == binary:
            found.append(int(entry.name))
    return found
