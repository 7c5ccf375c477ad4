"""The data folder: where it keeps what, its secrets, and the lock that lets one process run its servers."""

import contextlib
import fcntl
import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from config.environment import EnvironmentFault

# sun_path holds 107 bytes; PostgreSQL's own file name takes 20 of them.
LONGEST_SOCKET_FOLDER = 80


class FolderInUse(EnvironmentFault):
    """Another process runs the servers of this data folder."""


class DataFolder:
    """The folder that holds the embedded servers' data and this installation's secrets.

    The lock is the kernel's (`flock`), so it goes with the process that holds it, however that ends.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    @property
    def sockets(self) -> Path:
        """The folder of the servers' sockets; a short private one when the data folder's path is long."""
        folder = self.path / "run"
        if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
            return folder
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"manillen-{digest}"

    @property
    def broker_socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def logs(self) -> Path:
        return self.path / "log"

    def prepare(self) -> None:
        """Make the folder and its secrets where they do not exist. Raises `EnvironmentFault`."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.logs.mkdir(exist_ok=True, mode=0o700)
            for name in ("secret_key", "database_password", "superuser_password"):
                self._make_secret(name)
        except OSError as error:
            raise EnvironmentFault(
                f"The data folder {self.path} cannot be written ({error.strerror}); "
                "set MANILLEN_DATA to a folder that you may write."
            ) from error

    def read_secret(self, name: str) -> str:
        """The secret of that name, or "" when this folder has none yet."""
        try:
            return (self.path / name).read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return ""
        except PermissionError as error:
            raise self._not_ours() from error

    def _not_ours(self) -> EnvironmentFault:
        return EnvironmentFault(
            f"The data folder {self.path} belongs to another user; "
            "run as that user, or set MANILLEN_DATA to a folder of your own."
        )

    def _make_secret(self, name: str) -> None:
        target = self.path / name
        if target.exists():
            # Readable by us? A folder of another user is told in the same words everywhere.
            self.read_secret(name)
            return
        descriptor, unfinished = tempfile.mkstemp(dir=self.path, prefix=f".{name}-")
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
        with contextlib.suppress(FileExistsError):
            os.link(unfinished, target)  # of two who make it at once the first one's holds
        os.unlink(unfinished)

    def lock(self, purpose: str) -> None:
        """Hold the folder until `unlock` or the end of this process. Raises `FolderInUse` or `EnvironmentFault`."""
        try:
            descriptor = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError as error:
            raise self._not_ours() from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 200).decode(errors="replace").strip() or "another process"
            os.close(descriptor)
            raise FolderInUse(f"The data folder {self.path} is in use already, by {holder}.") from None
        os.truncate(descriptor, 0)
        os.write(descriptor, f"{purpose} (process {os.getpid()})\n".encode())
        self._lock = descriptor

    def unlock(self) -> None:
        if self._lock is not None:
            os.truncate(self._lock, 0)
            os.close(self._lock)
            self._lock = None
