"""Private servers for one run of the tests, in a temporary folder of its own.

Several runs go on at once, and nothing is left: the servers go with the process even when it is killed, and
a killed run's folder is removed by the next one.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "manillen-tests-"


def make_test_folder() -> Path:
    """A new data folder; first removes those whose run has ended without doing so itself."""
    temporary = Path(tempfile.gettempdir())
    for folder in temporary.glob(_PREFIX + "*"):
        # One that is there no more has been removed by its own run, or by another like this.
        with contextlib.suppress(FileNotFoundError):
            if folder.stat().st_uid == os.geteuid() and _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=temporary))


def _is_abandoned(folder: Path) -> bool:
    """Whether nobody holds the lock of `folder`; one without a lock may just be coming into being."""
    try:
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
