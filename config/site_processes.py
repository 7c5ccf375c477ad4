"""The processes of the site itself: web server, worker, and the clock that asks for the sweep."""

import http.client
import os
import socket
import sys

from config.environment import ROOT, Environment, EnvironmentFault
from config.processes import Program


def describe_web(environment: Environment) -> Program:
    """granian, one process a core (at most four), threads within."""
    processes = min(4, os.cpu_count() or 1)
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws"]
    command += ["--host", environment.host, "--port", str(environment.port)]
    command += ["--workers", str(processes), "--blocking-threads", "4", "--backlog", "1024"]
    # A thread keeps its database connection; an idle one that ended early would throw it away.
    command += ["--blocking-threads-idle-timeout", "600"]
    command += [
        "--respawn-failed-workers",
        "--respawn-interval",
        "0.5",
        "--workers-kill-timeout",
        "5",
        "--log-level",
        "warning",
    ]
    command += ["--working-dir", str(ROOT), "config.wsgi:application"]
    return Program(
        name="The web server",
        command=command,
        environment=_environment(),
        grace=10.0,
        before=lambda: check_port(environment),
        is_ready=lambda: _answers(environment),
    )


def describe_worker(environment: Environment) -> Program:
    """The Celery worker. SIGTERM lets its tasks end; after the grace they are redelivered to the next one."""
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "config.celery", "--workdir", str(ROOT), "worker"]
    command += ["--concurrency", "2", "--loglevel", "WARNING", "--without-mingle", "--without-gossip"]
    return Program(name="The worker", command=command, environment=_environment(), grace=20.0)


def describe_beat(environment: Environment) -> Program:
    """Celery beat: asks for the sweep every 30 seconds. What is due stands in the database, not with it."""
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "config.celery", "--workdir", str(ROOT), "beat"]
    command += ["--loglevel", "WARNING", "--pidfile", ""]
    return Program(name="The clock", command=command, environment=_environment(), grace=5.0)


def check_port(environment: Environment) -> None:
    """Raises `EnvironmentFault` when the web server could not listen at its address.

    The server itself would share a port that another one of the same user already has.
    """
    family = socket.AF_INET6 if ":" in environment.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((environment.host, environment.port))
        except OSError as error:
            raise EnvironmentFault(
                f"The web server cannot listen at {environment.host}:{environment.port} ({error.strerror}); "
                "set MANILLEN_ADDRESS to another HOST:PORT."
            ) from None


def _answers(environment: Environment) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(environment.host, environment.host)
    connection = http.client.HTTPConnection(host, environment.port, timeout=2)
    headers = {"Host": (environment.hosts[0] if environment.hosts[0] != "*" else host).lstrip(".")}
    try:
        connection.request("GET", "/live", headers=headers)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _environment() -> dict[str, str]:
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUNBUFFERED": "1"}
