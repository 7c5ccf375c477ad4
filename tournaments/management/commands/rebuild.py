from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Boom
from tournaments.services.dealt_hands import check_hands
from tournaments.services.rebuilding import check_daily_lists, rebuild_booms


class Command(BaseCommand):
    help = "Compute all figures again from the deals and the acts, and report each that differs from what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tournament", type=int, help="only this tournament")
        parser.add_argument(
            "--mend",
            action="store_true",
            help="write the computed figures where they differ, but not in fixed daily lists",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        booms, lists = Boom.objects.all(), check_daily_lists()
        if options["tournament"] is not None:
            booms, lists = booms.filter(entry__tournament_id=options["tournament"]), iter(())
        differences = 0
        hands = check_hands(options["tournament"], mend=options["mend"])
        for one in chain(rebuild_booms(booms, mend=options["mend"]), lists, hands):
            differences += 1
            self.stdout.write(f"{one.where}: {one.field} is {one.stored!r}, the acts give {one.computed!r}")
        done = f"{booms.count()} booms, {differences} differences"
        if differences and not options["mend"]:
            raise CommandError(done)
        self.stdout.write(done)
