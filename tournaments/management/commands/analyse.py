from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.access import OVER
from tournaments.models import BoardAnalysis, Tournament
from tournaments.services.analysing import analyse_tournament, check_analysis
from tournaments.services.bot_lines import check_line, play_line


class Command(BaseCommand):
    help = "Analyse the deals of tournaments that have closed and have the bot play them as South, where not done yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tournament", type=int, help="only this tournament")
        parser.add_argument("--again", action="store_true", help="analyse again what is stored, and say what differs")
        parser.add_argument("--mend", action="store_true", help="with --again, write what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.filter(state__in=OVER).order_by("pk")
        if options["tournament"] is not None:
            tournaments = tournaments.filter(pk=options["tournament"])
        boards = differences = 0
        for pk in tournaments.values_list("pk", flat=True):
            done = 0
            while analyse_tournament(pk, timezone.now(), boards=1):
                done += 1
                total = BoardAnalysis.objects.filter(tournament=pk).count()
                self._show(f"tournament {pk}: {done} of {total} deals")
            boards += done
            play_line(pk, timezone.now())
            for board in check_analysis(pk, mend=options["mend"]) if options["again"] else ():
                differences += 1
                self.stdout.write(f"tournament {pk}, board {board}: what is stored differs")
            if options["again"] and not check_line(pk, mend=options["mend"]):
                differences += 1
                self.stdout.write(f"tournament {pk}, bot as South: what is stored differs")
        summary = f"{boards} deals analysed, {differences} differences"
        if differences and not options["mend"]:
            raise CommandError(summary)
        self.stdout.write(summary)

    def _show(self, line: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{line}", ending="")
