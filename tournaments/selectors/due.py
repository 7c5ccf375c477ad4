"""What is due by the clock: the rows that the sweep takes up."""

from datetime import datetime

from django.db.models import QuerySet

from tournaments.access import RUNNING, state_filter
from tournaments.models import Boom, State, Tournament


def find_opening(now: datetime) -> QuerySet[Tournament]:
    """The announced tournaments whose opening time has passed; a draft never opens by itself."""
    return Tournament.objects.filter(state=State.ANNOUNCED, opens_at__lte=now, closes_at__gt=now)


def find_closing(now: datetime) -> QuerySet[Tournament]:
    """The tournaments whose closing time has passed."""
    return Tournament.objects.filter(state__in=RUNNING, closes_at__lte=now)


def find_finalising(now: datetime) -> QuerySet[Tournament]:
    """The closed tournaments whose review hours have passed."""
    return Tournament.objects.filter(state_filter(State.FINAL, now), state=State.CLOSED)


def find_owed_by_bots(now: datetime) -> QuerySet[Boom]:
    """The booms in which bots have still to answer, but for those of a tournament in which nothing changes any more."""
    settled = Tournament.objects.filter(state_filter(State.FINAL, now) | state_filter(State.CANCELLED, now))
    return Boom.objects.filter(bots_due=True).exclude(entry__tournament__in=settled)
