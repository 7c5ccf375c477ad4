"""The Celery application; its settings stand in `config.settings` under the prefix CELERY_."""

import logging.config
import os
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import setup_logging, worker_process_init

from config.processes import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Said at every start by a worker of root; docs/operations.md says it once.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("manillen")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**kwargs: Any) -> None:
    """Log as the site does, so that its filter stands before Celery's lines as well."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@worker_process_init.connect
def end_with_the_worker(**kwargs: Any) -> None:
    """A pool's process does not outlive a worker that was killed."""
    die_with_parent()
