"""Taking up again what was given up."""

from datetime import datetime
from typing import Any

from tournaments.access import may_create
from tournaments.errors import ServiceError
from tournaments.models import Attempt, Mail


def retry_given_up(user: Any, now: datetime) -> int:
    """Let the next sweep try again whatever was given up, as if for the first time; how many that are.

    Raises `ServiceError` "not_organiser".
    """
    if not may_create(user):
        raise ServiceError("not_organiser")
    rows = Attempt.objects.filter(given_up_at__isnull=False).update(attempts=1, retry_at=now, given_up_at=None)
    mails = Mail.objects.filter(given_up_at__isnull=False).update(attempts=0, retry_at=now, given_up_at=None)
    return rows + mails
