"""How the site is put together and run: settings, urls, Celery, embedded services, the supervisor."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
