from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Makes this package's management commands known, and the Celery application the current one.

    The latter stands here and not in the package's `__init__`, so that starting servers needs no Celery.
    """

    name = "config"

    def ready(self) -> None:
        from config.celery import app

        app.set_default()
