#!/usr/bin/env python3
"""Sets the project up and runs it.

    python3 run.py [--demo | --no-demo]    install, then serve until Ctrl-C
    python3 run.py test [pytest arguments] install, then test
    python3 run.py add LOCK                add another lock's packages for good, such as requirements-ci.lock

Needs Python 3.11 or later and uv or pip. What requirements.lock lists is installed into .venv, and again only
after it changed.
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
ADDED = VENV / "added"
# They need packages and a browser that requirements.lock does not bring.
BROWSER_TESTS = "tests/e2e"


def main(arguments: list[str]) -> int:
    """Install, then become what `arguments` ask for. Returns an exit code only when that fails."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one deserves a sentence
        return complain(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    if Path(sys.prefix).resolve() == VENV.resolve():
        # Called from within .venv: what may have to be made again cannot do it.
        return become([str(getattr(sys, "_base_executable", "/usr/bin/python3")), __file__, *arguments])
    try:
        with LOCK.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two at once install one after the other
            set_up()
            if arguments[:1] == ["add"]:
                add(arguments[1:])
                return 0
    except (OSError, subprocess.CalledProcessError) as error:
        return complain(f"The packages cannot be installed into {VENV}: {error}")
    os.chdir(ROOT)
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    return become([str(PYTHON), "manage.py", "serve", *arguments])


def test(arguments: list[str]) -> int:
    """Run pytest without the browser tests, and say so; naming their folder runs them."""
    command = [str(PYTHON), "-m", "pytest", *arguments]
    if (ROOT / BROWSER_TESTS).exists() and not any(BROWSER_TESTS in argument for argument in arguments):
        print(f"Not run: {BROWSER_TESTS}, the browser tests; .ci/run runs them as well.", flush=True)
        command.append(f"--ignore={BROWSER_TESTS}")
    return become(command)


def set_up() -> None:
    """Make .venv hold just what the lock lists, unless it does already. Raises what the installer raises."""
    mark = VENV / "installed"
    wanted = f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]}\n"
    if mark.exists() and mark.read_text() == wanted and PYTHON.exists():
        return
    find_installer()
    print("Installing packages into .venv …", flush=True)
    added = [lock for lock in list_added() if Path(lock).exists()]
    if VENV.exists():
        shutil.rmtree(VENV)
    venv.create(VENV, symlinks=True)
    ADDED.write_text("\n".join(added))  # before the packages: a start that fails on the way loses none
    install([str(LOCK)])
    if added:
        install(added)
    mark.write_text(wanted)


def add(locks: list[str]) -> None:
    """Install `locks` as well, now and whenever .venv is made again."""
    install(locks)
    ADDED.write_text("\n".join(dict.fromkeys([*list_added(), *(str(Path(lock).resolve()) for lock in locks)])))


def list_added() -> list[str]:
    return ADDED.read_text().splitlines() if ADDED.exists() else []


def find_installer() -> list[str]:
    """The command that installs into .venv: uv's, else that of the pip beside this interpreter. Raises OSError."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", str(PYTHON)]
    if subprocess.run([sys.executable, "-c", "import pip"], capture_output=True).returncode == 0:
        pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install"]
        # Compiling all of it takes longer than the first start takes for what it uses; uv leaves it as well.
        return [*pip, "--disable-pip-version-check", "--no-input", "--no-compile"]
    raise OSError("there is neither uv nor pip here; on Debian `apt install python3-pip` brings one")


def install(locks: list[str]) -> None:
    files = [part for lock in locks for part in ("-r", lock)]
    subprocess.run([*find_installer(), "--quiet", "--require-hashes", *files], check=True)


def become(command: list[str]) -> int:
    os.execv(command[0], command)
    return 1


def complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
