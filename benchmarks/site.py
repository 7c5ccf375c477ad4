"""An empty site to measure: servers of its own in a temporary folder, gone afterwards, whatever DATABASE_URL says."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import django

from config.catalogues import compile_catalogues
from config.embedded.folder import DataFolder
from config.embedded.services import describe_services, start_services, stop_services
from config.embedded.testing import make_test_folder
from config.environment import read_environment


@contextmanager
def own_site() -> Iterator[None]:
    """Have PostgreSQL and Valkey, migrated and empty, while the block runs; once in a process."""
    folder = DataFolder(make_test_folder())
    for name in [name for name in os.environ if name.startswith("MANILLEN_") or name in ("DATABASE_URL", "BROKER_URL")]:
        del os.environ[name]
    os.environ["MANILLEN_DATA"] = str(folder.path)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    folder.prepare()
    (folder.path / "static").mkdir()
    folder.lock("the benchmarks")
    compile_catalogues(folder.path / "catalogues")
    servers = start_services(describe_services(read_environment(), folder))
    try:
        _prepare()
        yield
    finally:
        from django.db import connections

        connections.close_all()
        stop_services(servers)
        folder.unlock()
        shutil.rmtree(folder.path, ignore_errors=True)


def _prepare() -> None:
    """Migrate, and have static files served from their sources: the drawing of a page is what counts."""
    from django.conf import settings

    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.ALLOWED_HOSTS = ["*"]
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
