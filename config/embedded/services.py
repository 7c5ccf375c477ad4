"""The embedded servers of an environment: which are needed, started together, stopped together."""

import contextlib
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from config.embedded.binaries import choose_account, find_binaries
from config.embedded.folder import DataFolder, FolderInUse
from config.embedded.postgres import describe_postgres
from config.embedded.valkey import describe_valkey
from config.environment import Environment, EnvironmentFault
from config.processes import Account, Child, Program, launch


def describe_services(environment: Environment, folder: DataFolder, *, durable: bool = True) -> list[Program]:
    """The servers this environment embeds, in order of start. To be called by the holder of the lock.

    Raises `EnvironmentFault` when they cannot run here.
    """
    if environment.database is not None and environment.broker is not None:
        return []
    account = choose_account()
    if account is not None:
        folder.path.chmod(0o711)  # the servers' user must pass through; what lies in it is closed by itself
    binaries = find_binaries(folder.path, account)
    _make_socket_folder(folder.sockets, account)
    programs = []
    if environment.broker is None:
        programs.append(describe_valkey(folder, binaries, account, durable=durable))
    if environment.database is None:
        programs.append(describe_postgres(folder, binaries, account, durable=durable))
    return programs


def start_services(programs: list[Program]) -> list[Child]:
    """Start all and wait until they answer. When one fails the others are stopped, and its fault is raised."""
    children: list[Child] = []
    try:
        for program in programs:
            children.append(launch(program))
        for child in children:
            child.wait_ready()
    except BaseException:
        stop_services(children)
        raise
    return children


def stop_services(children: list[Child]) -> None:
    for child in reversed(children):
        child.stop()


@contextlib.contextmanager
def services_for_command(environment: Environment, folder: DataFolder, purpose: str) -> Iterator[None]:
    """Have the embedded servers while a command runs: those of a running `serve`, else our own.

    Another short command is waited for, up to a minute. Raises `EnvironmentFault`.
    """
    folder.prepare()
    deadline = time.monotonic() + 60
    while True:
        try:
            folder.lock(purpose)
            break
        except FolderInUse as fault:
            if "manage.py serve" in str(fault):
                yield
                return
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
    children = start_services(describe_services(environment, folder))
    try:
        yield
    finally:
        stop_services(children)
        folder.unlock()


def _make_socket_folder(path: Path, account: Account | None) -> None:
    """A folder that only the servers' user may enter; whatever else lies there is refused."""
    owner = os.geteuid() if account is None else account.uid
    path.mkdir(mode=0o700, exist_ok=True)
    if account is not None and path.lstat().st_uid == os.geteuid():
        os.chown(path, account.uid, account.gid, follow_symlinks=False)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner:
        raise EnvironmentFault(
            f"{path} is to hold the servers' sockets but belongs to someone else; remove it, "
            "or set MANILLEN_DATA to another folder."
        )
    path.chmod(0o700)
