"""`manage.py serve`: everything the site needs, in one process tree, until Ctrl-C."""

import argparse
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command, get_commands
from django.db import connection

from config.embedded.folder import DataFolder
from config.embedded.services import describe_services
from config.environment import Environment, name_local_url
from config.metrics import forget_processes
from config.own_servers import check_own_servers
from config.site_processes import (
    check_port,
    describe_beat,
    describe_web,
    describe_worker,
)
from config.static_files import collect_static
from config.supervisor import Supervisor

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    help = "Starts the servers, migrates, and runs web server and worker until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--demo",
            action=argparse.BooleanOptionalAction,
            default=None,
            help="make the demonstration's accounts and tournaments, or do not; else asked at the first start",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        environment: Environment = settings.ENVIRONMENT
        folder: DataFolder = settings.DATA
        for number in STOP_SIGNALS:
            signal.signal(number, _interrupt)
        supervisor = Supervisor(self._report)
        try:
            check_port(environment)
            folder.lock("manage.py serve")
            check_own_servers(environment)
            self._run(supervisor, environment, folder, options["demo"])
        except KeyboardInterrupt:
            self._report("Stopping.")
        finally:
            for number in STOP_SIGNALS:
                signal.signal(number, signal.SIG_IGN)
            supervisor.stop()
            folder.unlock()

    def _run(self, supervisor: Supervisor, environment: Environment, folder: DataFolder, demo: bool | None) -> None:
        begun = time.monotonic()
        supervisor.start(describe_services(environment, folder))
        call_command("migrate", interactive=False, verbosity=0)
        collect_static(Path(settings.STATIC_ROOT))
        forget_processes()
        self._offer_demo(folder, demo)
        connection.close()
        supervisor.start([describe_web(environment)])
        self._report(
            f"Ready after {time.monotonic() - begun:.1f} seconds: {name_local_url(environment.host, environment.port)}/"
        )
        self._report("Ctrl-C stops it.")
        supervisor.start([describe_worker(environment), describe_beat(environment)])
        supervisor.watch()

    def _offer_demo(self, folder: DataFolder, wanted: bool | None) -> None:
        """At the first start ask whether to make the demonstration; without a terminal, make it."""
        mark = folder.path / "demo-offered"
        if wanted is None:
            if mark.exists():
                return
            if sys.stdin is not None and sys.stdin.isatty():
                answer = input("Make demo accounts and tournaments to try the site with? [Y/n] ")
                wanted = answer.strip().lower() in {"", "y", "yes", "j", "ja"}
            else:
                wanted = True
                self._report("First start: making the demo (--no-demo leaves it out).")
        if wanted and "demo" in get_commands():
            call_command("demo", stdout=self.stdout)
        mark.touch()

    def _report(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
