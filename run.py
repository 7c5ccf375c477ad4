#!/usr/bin/env python3
"""Sets the project up and runs it: `python3 run.py` serves, `python3 run.py test` tests.

Needs Python 3.11 or later and nothing else: what is in requirements.lock is installed into .venv, by uv where
it is on PATH, else by pip; again only after the lock changed. Arguments go on to `manage.py serve` or pytest.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
# Browser tests need packages and a browser that are not in the lock.
BROWSER_TESTS = "tests/e2e"


def main(arguments: list[str]) -> int:
    """Set up, then become `manage.py serve` or pytest. Returns an exit code only when that fails."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one deserves a sentence
        return complain(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    try:
        with LOCK.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two at once install one after the other
            install([LOCK])
    except (OSError, subprocess.CalledProcessError) as error:
        return complain(f"The packages could not be installed into {VENV}: {error}")
    os.chdir(ROOT)
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    return become([str(PYTHON), "manage.py", "serve", *arguments])


def test(arguments: list[str]) -> int:
    """Run pytest without the browser tests, and say so; naming their folder runs them."""
    command = [str(PYTHON), "-m", "pytest"]
    if (ROOT / BROWSER_TESTS).exists() and not any(BROWSER_TESTS in argument for argument in arguments):
        print(f"Not collected: {BROWSER_TESTS} (browser tests; .ci/run installs what they need).", flush=True)
        command.append(f"--ignore={BROWSER_TESTS}")
    return become([*command, *arguments])


def install(locks: list[Path]) -> None:
    """Make .venv hold just what `locks` list, unless it does already. Raises what the installer raises."""
    mark = VENV / "installed"
    digest = hashlib.sha256(b"".join(lock.read_bytes() for lock in locks)).hexdigest()
    wanted = f"{digest} {sys.version_info[0]}.{sys.version_info[1]}\n"
    if PYTHON.exists() and mark.exists() and mark.read_text() == wanted:
        return
    print("Installing packages into .venv …", flush=True)
    mark.unlink(missing_ok=True)
    uv = shutil.which("uv")
    if not uv and not can_import("pip"):
        raise OSError("neither uv nor pip was found; install one of them, on Debian by `apt install python3-pip`")
    if not is_usable():
        shutil.rmtree(VENV, ignore_errors=True)
        venv.create(VENV, symlinks=True)
    files = [str(lock) for lock in locks]
    if uv:
        command = [uv, "pip", "sync", "--quiet", "--python", str(PYTHON), "--require-hashes", *files]
    else:
        command = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "--quiet", "--require-hashes"]
        command += ["--disable-pip-version-check", *(part for file in files for part in ("-r", file))]
    subprocess.run(command, check=True)
    mark.write_text(wanted)


def is_usable() -> bool:
    """Whether .venv has an interpreter of this version that starts."""
    question = [str(PYTHON), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(question, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return answer.split() == [str(part) for part in sys.version_info[:2]]


def can_import(module: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode == 0


def become(command: list[str]) -> int:
    os.execv(command[0], command)
    return 1


def complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
