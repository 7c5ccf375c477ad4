"""`manage.py doctor`: what is wrong with this installation, and what to do."""

import argparse
from typing import Any

from django.core.management import BaseCommand

from config.doctor import Level, examine


class Command(BaseCommand):
    help = "Looks at everything the site leans on, says in words what is wrong, and ends with 1 when something is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="leave out what is good")

    def handle(self, *args: Any, **options: Any) -> None:
        styles = {Level.GOOD: self.style.SUCCESS, Level.WARNING: self.style.WARNING, Level.WRONG: self.style.ERROR}
        wrong = 0
        for finding in examine():
            wrong += finding.level is Level.WRONG
            if not options["quiet"] or finding.level is not Level.GOOD:
                self.stdout.write(
                    f"{styles[finding.level](f'{finding.level.value:8}')}{finding.subject:12}{finding.sentence}"
                )
        if wrong:
            raise SystemExit(1)
