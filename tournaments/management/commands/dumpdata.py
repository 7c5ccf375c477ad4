from typing import Any

from django.core.management.commands import dumpdata

from tournaments.models import FreePlaySecret, TournamentSecret

SECRETS = tuple(model._meta.label for model in (TournamentSecret, FreePlaySecret))


class Command(dumpdata.Command):
    help = "Django's dump of rows, for support: without the secrets from which cards follow. For a backup, use pg_dump."

    def handle(self, *app_labels: str, **options: Any) -> Any:
        return super().handle(*app_labels, **{**options, "exclude": [*options["exclude"], *SECRETS]})
