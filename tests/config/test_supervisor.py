import itertools
import signal
import sys
import time
from pathlib import Path

import pytest

from config.processes import Program, StartFailed, launch
from config.supervisor import FIRST_DELAY, Supervisor

SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]


def note(path: Path, word: str) -> list[str]:
    """A command that appends `word` to the file at `path` when it is asked to stop."""
    code = (
        "import signal, sys, time\n"
        f"def end(*_):\n    open({str(path)!r}, 'a').write({word!r} + ' '); sys.exit()\n"
        f"signal.signal(signal.SIGTERM, end); open({str(path)!r} + {word!r}, 'w').close(); time.sleep(60)"
    )
    return [sys.executable, "-S", "-c", code]


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def supervisor(told: list[str]):
    supervisor = Supervisor(told.append)
    yield supervisor
    supervisor.stop()


def watch_until(supervisor: Supervisor, told: list[str], word: str) -> None:
    deadline = time.monotonic() + 10
    while not any(word in sentence for sentence in told):
        assert time.monotonic() < deadline, told
        supervisor.look_once()
        time.sleep(0.02)


def test_a_killed_program_is_started_again(supervisor: Supervisor, told: list[str]):
    started: list[float] = []
    program = Program("The sleeper", SLEEPER, before=lambda: started.append(time.monotonic()))
    supervisor.start([program])
    supervisor._groups[0][0].child.process.kill()
    watch_until(supervisor, told, "is back")
    assert told == ["The sleeper was killed by SIGKILL; starting it again.", "The sleeper is back."]
    assert len(started) == 2
    assert supervisor._groups[0][0].child.process.poll() is None


def test_one_that_keeps_ending_is_started_after_growing_pauses(supervisor: Supervisor, told: list[str]):
    started: list[float] = []
    program = Program("It", ["/bin/false"], before=lambda: started.append(time.monotonic()))
    supervisor.start([program])
    deadline = time.monotonic() + 10
    while len(started) < 4 and time.monotonic() < deadline:
        supervisor.look_once()
        time.sleep(0.01)
    gaps = [after - before for before, after in itertools.pairwise(started[1:])]
    assert gaps[0] >= FIRST_DELAY
    assert gaps[1] >= 2 * FIRST_DELAY
    assert "ended with exit code 1" in told[0]


def test_what_was_started_last_is_stopped_first(supervisor: Supervisor, tmp_path: Path):
    log = tmp_path / "log"
    names = ["first", "second", "third"]
    for name in names:
        ready = Path(str(log) + name)
        supervisor.start([Program(name, note(log, name), is_ready=ready.exists)])
    supervisor.stop()
    assert log.read_text().split() == ["third", "second", "first"]


def test_one_that_does_not_listen_is_killed_after_its_grace():
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    child = launch(Program("The deaf", [sys.executable, "-S", "-c", code], grace=0.5))
    time.sleep(0.5)
    child.stop()
    assert child.process.returncode == -signal.SIGKILL


def test_a_start_that_fails_tells_the_last_lines_of_its_log(tmp_path: Path):
    program = Program(
        "The broken one",
        [sys.executable, "-S", "-c", "raise SystemExit('no such luck')"],
        log=tmp_path / "log",
        is_ready=lambda: False,
    )
    child = launch(program)
    with pytest.raises(StartFailed, match=r"(?s)The broken one ended with exit code 1 .*no such luck") as caught:
        child.wait_ready()
    assert str(tmp_path / "log") in str(caught.value)


def test_a_program_that_cannot_be_executed_is_a_sentence():
    with pytest.raises(StartFailed, match="The missing one cannot be started"):
        launch(Program("The missing one", ["/no/such/program"]))
