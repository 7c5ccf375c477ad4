"""The embedded Valkey: the broker in database 0, the cache in database 1."""

import os
import signal

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.embedded.binaries import Binaries
from config.embedded.folder import DataFolder
from config.processes import Account, Program, end_leftovers


def describe_valkey(
    folder: DataFolder, binaries: Binaries, account: Account | None, *, durable: bool = True
) -> Program:
    """The server of `folder` as a program; when `durable` it keeps an append-only file, so tasks survive."""
    data = folder.path / "valkey"

    def prepare() -> None:
        data.mkdir(mode=0o700, exist_ok=True)
        if account is not None:
            os.chown(data, account.uid, account.gid)
        end_leftovers(data, "valkey-server", signal.SIGTERM)
        folder.broker_socket.unlink(missing_ok=True)

    def is_ready() -> bool:
        client = redis.Redis(unix_socket_path=str(folder.broker_socket), socket_timeout=2, retry=Retry(NoBackoff(), 0))
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False  # not there yet, or still loading its file
        finally:
            client.close()

    command = [str(binaries.valkey), "--port", "0", "--unixsocket", str(folder.broker_socket)]
    command += ["--unixsocketperm", "700", "--dir", str(data)]
    command += ["--maxmemory-policy", "noeviction", "--save", "", "--daemonize", "no", "--databases", "2"]
    command += ["--appendonly", "yes" if durable else "no"]
    return Program(
        name="Valkey",
        command=command,
        environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        account=account,
        log=folder.logs / "valkey.log",
        before=prepare,
        is_ready=is_ready,
    )
