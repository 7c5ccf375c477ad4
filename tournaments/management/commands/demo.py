import textwrap
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from accounts.models import User
from tournaments.models import MAX_BOARDS, Entry
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
        if not User.objects.filter(is_demo=True).exists():
            self.stdout.write(
                "Making the demo. The first time the bots' code is compiled too, which takes a minute or two."
            )
            self.stdout.flush()
        with translation.override(settings.LANGUAGE_CODE):
            demo = make_demo(timezone.now(), self._report, options["boards"])
        taken = set(Entry.objects.filter(tournament=demo.open).values_list("user_id", flat=True))
        free = [player.email for player in demo.players if player.pk not in taken]
        done = [player.email for player in demo.players if player.pk in taken]
        self.stdout.write(f"Demo accounts, all with the password {demo.password}")
        for title, emails in (("organiser", [demo.organiser.email]), ("still to play", free), ("have played", done)):
            if emails:
                self.stdout.write(f"  {title + ':':15}{_wrap(emails)}")
        self.stdout.write(
            "`.venv/bin/python manage.py demo` shows this again, with a new place to take when that one is gone."
        )

    def _report(self, line: str) -> None:
        self.stdout.write(f"Playing {line}")
        self.stdout.flush()


def _wrap(emails: list[str]) -> str:
    return textwrap.fill(" ".join(emails), 65, subsequent_indent=" " * 17)
