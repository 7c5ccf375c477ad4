"""`manage.py compile_catalogues`: the translations, for processes that run without `serve`."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from config.catalogues import compile_catalogues


class Command(BaseCommand):
    help = "Compiles locale/*.po into the data folder."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        written = compile_catalogues(settings.DATA.path / "catalogues")
        self.stdout.write(f"{written} compiled.")
