"""The doors of the clock: what Celery calls, each handing over to one service."""

from celery import shared_task
from django.utils import timezone

from tournaments import services
from tournaments.selectors.mails import list_waiting

MAILS = 1000
"""How many mails a task is given at most."""
FRESH = 60
"""Seconds after which a task that nobody took is left to the next sweep."""


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> dict[str, int]:
    """Find in the database what is due and do it; nothing is remembered in the queue."""
    now = timezone.now()
    done = services.run_due(now)
    waiting = list_waiting(now, MAILS)
    if waiting:
        send_mails.apply_async((waiting,), expires=FRESH)
    return done


@shared_task(name="tournaments.tasks.send_mails")
def send_mails(ids: list[int]) -> int:
    """Send the mails of these ids."""
    return services.send_mails(ids, timezone.now)
