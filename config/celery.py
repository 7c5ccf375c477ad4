"""The Celery application; its settings stand in `config.settings` under the prefix CELERY_."""

import logging.config
import os
import time
import warnings
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import setup_logging, task_prerun, worker_process_init
from kombu.exceptions import OperationalError

from config.logs import UNDER
from config.processes import die_with_parent
from config.warming import start_warming

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Said at every start by a worker of root; docs/operations.md says it once.
warnings.filterwarnings("ignore", message=".*running the worker with superuser privileges", module="celery")

log = logging.getLogger(__name__)

SENT_AT = "sent_at"
"""The header of a task that says when it was sent, in seconds since 1970."""


class ForgivingTask(DjangoTask[Any, Any]):
    """A task whose sending may fail without harm: what is due stands in the database and the sweep finds it.

    So a broker that is away is a warning in the log, never an error for whoever pressed a button; and after
    one failure nobody waits for it again for `pause` seconds.
    """

    pause = 5.0
    _quiet_until = 0.0

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < ForgivingTask._quiet_until:
            return None
        kwargs["headers"] = {**(kwargs.get("headers") or {}), SENT_AT: time.time()}
        try:
            return super().apply_async(*args, **kwargs)
        except OperationalError as error:
            ForgivingTask._quiet_until = time.monotonic() + self.pause
            log.warning("the broker does not answer, %s is left to the sweep (%s)", self.name, error)
            return None


app = Celery("manillen", task_cls=ForgivingTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**kwargs: Any) -> None:
    """Log as the site does, so that its filter stands before Celery's lines as well."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@worker_process_init.connect
def begin_pool_process(**kwargs: Any) -> None:
    """A pool's process does not outlive a worker that was killed, and has its bots ready before the first task."""
    die_with_parent()
    start_warming()


@task_prerun.connect
def begin_task(task_id: str, task: Any, **kwargs: Any) -> None:
    """What a task logs stands under its id; how long it waited for a worker is measured."""
    from config.metrics import observe_task

    UNDER.set(task_id)
    sent_at = getattr(task.request, SENT_AT, None)
    if isinstance(sent_at, float):
        observe_task(task.name, sent_at)
