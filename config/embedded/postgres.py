"""The embedded PostgreSQL: its data, its role, its command line."""

import contextlib
import os
import shutil
import signal
import tempfile
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.embedded.binaries import Binaries
from config.embedded.folder import DataFolder
from config.environment import EnvironmentFault
from config.processes import Account, Program, end_leftovers, run_briefly

MAJOR = "18"
ROLE = DATABASE = "manillen"

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "huge_pages": "off",
    # A failing row may hold what nobody may read: neither rows nor statements go into the log.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}
_HASTY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}


def describe_postgres(
    folder: DataFolder, binaries: Binaries, account: Account | None, *, durable: bool = True
) -> Program:
    """The server of `folder` as a program; not `durable` is for tests, whose data nobody misses.

    SIGINT is PostgreSQL's fast shutdown: clients are cut off and all is written.
    """
    cluster = folder.path / "postgres"
    settings = {**_SETTINGS, "unix_socket_directories": str(folder.sockets), **({} if durable else _HASTY)}
    command = [str(binaries.postgres), "-D", str(cluster)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    return Program(
        name="PostgreSQL",
        command=command,
        environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        account=account,
        log=folder.logs / "postgres.log",
        stop_signal=signal.SIGINT,
        grace=30.0,
        patience=60.0,
        before=lambda: _prepare_cluster(folder, cluster, binaries, account, durable),
        is_ready=lambda: _is_ready(folder),
    )


def _prepare_cluster(
    folder: DataFolder, cluster: Path, binaries: Binaries, account: Account | None, durable: bool
) -> None:
    for unfinished in folder.path.glob(".postgres-*"):
        shutil.rmtree(unfinished, ignore_errors=True)
    if not cluster.exists():
        _create_cluster(folder, cluster, binaries, account, durable)
    version = (cluster / "PG_VERSION").read_text().strip()
    if version != MAJOR:
        raise EnvironmentFault(
            f"{cluster} was made by PostgreSQL {version} and this is {MAJOR}; "
            "docs/operations.md tells how to move the data."
        )
    end_leftovers(cluster, "postgres", signal.SIGINT)
    # None of ours is left, so these are stale; PostgreSQL would only look whether their number is that of
    # any process, such as a stranger after a restart of the machine, or a zombie that nobody collects.
    for stale in (cluster / "postmaster.pid", folder.sockets / ".s.PGSQL.5432.lock"):
        stale.unlink(missing_ok=True)


def _create_cluster(
    folder: DataFolder, cluster: Path, binaries: Binaries, account: Account | None, durable: bool
) -> None:
    """initdb in a folder beside it, then rename: a cluster is there whole or not at all."""
    if account is not None and (closed := find_closed_folder(cluster.parent, account)) is not None:
        raise EnvironmentFault(
            f"Started by root, the servers run as another user, who may not enter {closed}; "
            "set MANILLEN_DATA to a folder that is open to all on its way, such as /var/lib/manillen."
        )
    unfinished = Path(tempfile.mkdtemp(dir=folder.path, prefix=".postgres-"))
    password = unfinished / "password"
    descriptor = os.open(password, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(folder.read_secret("superuser_password") + "\n")
    if account is not None:
        os.chown(unfinished, account.uid, account.gid)
        os.chown(password, account.uid, account.gid)
    command = [str(binaries.initdb), "-D", str(unfinished / "cluster"), "-U", "postgres", "-E", "UTF8"]
    command += ["--locale=C.UTF-8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    command += ["-A", "scram-sha-256", f"--pwfile={password}", "--no-instructions"]
    command += [] if durable else ["--no-sync"]
    trouble = run_briefly(command, account, patience=180)
    if trouble is not None:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise EnvironmentFault(f"The database cannot be made in {folder.path}: {trouble}")
    (unfinished / "cluster").rename(cluster)
    shutil.rmtree(unfinished)


def find_closed_folder(path: Path, account: Account) -> Path | None:
    """The folder on the way to `path`, itself included, that `account` may not enter; None if there is none."""
    for folder in reversed((path, *path.parents)):
        status = folder.stat()
        bit = 0o100 if status.st_uid == account.uid else 0o010 if status.st_gid == account.gid else 0o001
        if not status.st_mode & bit:
            return folder
    return None


def _is_ready(folder: DataFolder) -> bool:
    """Whether the site's own role can connect; makes role and database at the first start."""
    own = _address(folder, ROLE, "database_password", DATABASE)
    try:
        psycopg.connect(own).close()
    except psycopg.OperationalError:
        with contextlib.suppress(psycopg.OperationalError):
            _make_role(folder)
            psycopg.connect(own).close()
            return True
        return False
    return True


def _make_role(folder: DataFolder) -> None:
    address = _address(folder, "postgres", "superuser_password", "postgres")
    with psycopg.connect(address, autocommit=True) as connection:
        role = sql.Identifier(ROLE)
        known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE]).fetchone()
        verb = sql.SQL("ALTER" if known else "CREATE")
        connection.execute(
            sql.SQL("{} ROLE {} LOGIN NOSUPERUSER CREATEDB NOCREATEROLE PASSWORD {}").format(
                verb, role, sql.Literal(folder.read_secret("database_password"))
            )
        )
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), role))


def _address(folder: DataFolder, user: str, secret: str, database: str) -> str:
    return make_conninfo(
        host=str(folder.sockets),
        user=user,
        password=folder.read_secret(secret),
        dbname=database,
        connect_timeout=5,
    )
