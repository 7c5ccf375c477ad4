"""The doors of the clock: what Celery calls, each handing over to one service."""

from celery import shared_task
from django.utils import timezone

from tournaments.services import run_due


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> dict[str, int]:
    """Find in the database what is due and do it; nothing is remembered in the queue."""
    return run_due(timezone.now())
