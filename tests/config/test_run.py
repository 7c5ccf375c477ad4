"""run.py in a folder of its own, with a stand-in for the installer that writes down how it was called."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT

PYTHON = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}"


class Clone:
    """A project that holds run.py and what it touches."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.venv = path / ".venv"
        self.lock = path / "requirements.lock"
        self.calls = path / "calls"
        self.tools = path / "tools"
        self.tools.mkdir()
        shutil.copy(ROOT / "run.py", path / "run.py")
        self.lock.write_text("django==5.2\n")
        (path / "manage.py").write_text("import sys; print('manage.py', *sys.argv[1:])\n")
        (path / "tests" / "e2e").mkdir(parents=True)

    def bring_uv(self, exit_code: int = 0) -> None:
        uv = self.tools / "uv"
        uv.write_text(f'#!/bin/sh\necho "$@" >> {self.calls}\nexit {exit_code}\n')
        uv.chmod(0o755)

    def run(self, *arguments: str, python: Path = PYTHON) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.tools), "PYTHONNOUSERSITE": "1"}
        command = [str(python), str(self.path / "run.py"), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    def list_calls(self) -> list[str]:
        return self.calls.read_text().splitlines() if self.calls.exists() else []


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_it_installs_once_with_hashes_and_then_serves(clone: Clone):
    clone.bring_uv()
    done = clone.run("--no-demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["Installing packages into .venv …", "manage.py serve --no-demo"]
    [call] = clone.list_calls()
    assert "--require-hashes" in call
    assert call.endswith(f"-r {clone.lock}")
    assert clone.run("--no-demo").stdout == "manage.py serve --no-demo\n"
    assert len(clone.list_calls()) == 1


def test_a_changed_lock_is_installed_into_an_empty_environment(clone: Clone):
    clone.bring_uv()
    clone.run()
    (clone.venv / "left over").touch()
    clone.lock.write_text("django==5.2.1\n")
    clone.run()
    assert len(clone.list_calls()) == 2
    assert not (clone.venv / "left over").exists()


def test_what_was_added_comes_back_when_the_environment_is_made_again(clone: Clone):
    clone.bring_uv()
    tools = clone.path / "tools.lock"
    tools.write_text("ruff==1\n")
    assert clone.run("add", str(tools)).returncode == 0
    clone.lock.write_text("django==5.2.1\n")
    clone.bring_uv(exit_code=3)
    assert clone.run().returncode == 1
    clone.bring_uv()
    assert clone.run().returncode == 0
    assert clone.list_calls()[-1].endswith(f"-r {tools}")
    tools.unlink()
    clone.lock.write_text("django==5.2.2\n")
    assert clone.run().returncode == 0
    assert clone.list_calls()[-1].endswith(f"-r {clone.lock}")


def test_an_installation_that_failed_is_done_again(clone: Clone):
    clone.bring_uv(exit_code=3)
    done = clone.run()
    assert done.returncode == 1
    assert str(clone.venv) in done.stderr
    assert "Traceback" not in done.stderr
    clone.bring_uv()
    assert clone.run().returncode == 0
    assert len(clone.list_calls()) == 2


def test_called_from_within_the_environment_it_can_still_make_it_again(clone: Clone):
    clone.bring_uv()
    clone.run()
    clone.lock.write_text("django==5.2.1\n")
    done = clone.run(python=clone.venv / "bin" / "python")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "manage.py serve"
    assert len(clone.list_calls()) == 2


def test_without_an_installer_it_says_so_and_leaves_what_there_is(clone: Clone):
    clone.bring_uv()
    clone.run()
    (clone.tools / "uv").unlink()
    clone.lock.write_text("django==5.2.1\n")
    # An environment made without pip, as .venv itself is.
    bare = clone.path / "bare"
    subprocess.run([str(PYTHON), "-m", "venv", "--without-pip", str(bare)], check=True)
    done = clone.run(python=bare / "bin" / "python")
    assert done.returncode == 1
    assert "neither uv nor pip" in done.stderr
    assert (clone.venv / "bin" / "python").exists()


def test_it_tests_without_the_browser_and_says_so(clone: Clone):
    clone.bring_uv()
    clone.run()
    # In place of pytest, a module of that name in the folder.
    (clone.path / "pytest.py").write_text("import sys; print('pytest', *sys.argv[1:])\n")
    lines = clone.run("test", "-x").stdout.splitlines()
    assert lines[0].startswith("Not run: tests/e2e")
    assert lines[1] == "pytest -x --ignore=tests/e2e"
    assert clone.run("test", "tests/e2e").stdout == "pytest tests/e2e\n"
