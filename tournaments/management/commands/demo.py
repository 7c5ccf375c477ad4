from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from tournaments.models import MAX_BOARDS
from tournaments.services.demonstrating import make_demo


class Command(BaseCommand):
    help = "Make the demonstration: marked accounts, a finished tournament, and one with a place left to take."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--boards",
            type=int,
            default=MAX_BOARDS,
            choices=range(1, MAX_BOARDS + 1),
            metavar="N",
            help="deals a boom has at most, to be done sooner",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(settings.LANGUAGE_CODE):
            demo = make_demo(timezone.now(), self._report, options["boards"])
        self.stdout.write(f"Demo accounts, all with the password {demo.password}")
        self.stdout.write(f"  {demo.organiser.email} (organiser)")
        for player in demo.players:
            self.stdout.write(f"  {player.email}")
        self.stdout.write(
            f"Finished: /toernooien/{demo.finished.pk}/   open, one place left: /toernooien/{demo.open.pk}/"
        )

    def _report(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
