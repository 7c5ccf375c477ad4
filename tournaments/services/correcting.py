"""An organiser's corrections of the list, each with a public reason, until it is final."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.access import effective_state
from tournaments.errors import ServiceError
from tournaments.models import ActKind, Entry, State
from tournaments.services.acts import log_act
from tournaments.services.drafting import REASON_LIMIT, check_text
from tournaments.services.locking import lock_organised


def disqualify_entry(user: Any, tournament_id: int, entry_id: int, reason: str, now: datetime) -> Entry:
    """Put an entry last on the list with a public reason; he can play no card any more.

    Raises `ServiceError` "no_tournament", "not_organiser", "no_entry", "review_ended", "tournament_cancelled",
    "invalid" (without a reason).
    """
    check_text("reason", reason, REASON_LIMIT, required=True)
    with transaction.atomic():
        entry = _lock_entry(user, tournament_id, entry_id, now)
        if entry.disqualification == reason.strip():
            return entry
        entry.disqualified_at = entry.disqualified_at or now
        entry.disqualification = reason.strip()
        entry.save(update_fields=["disqualified_at", "disqualification"])
        log_act(entry.tournament, user, ActKind.DISQUALIFIED, now, reason=reason, entry=entry)
    return entry


def reinstate_entry(user: Any, tournament_id: int, entry_id: int, now: datetime) -> Entry:
    """Take a disqualification back. Raises as `disqualify_entry` does."""
    with transaction.atomic():
        entry = _lock_entry(user, tournament_id, entry_id, now)
        if entry.disqualified_at is None:
            return entry
        entry.disqualified_at = None
        entry.disqualification = ""
        entry.save(update_fields=["disqualified_at", "disqualification"])
        log_act(entry.tournament, user, ActKind.REINSTATED, now, entry=entry)
    return entry


def _lock_entry(user: Any, tournament_id: int, entry_id: int, now: datetime) -> Entry:
    tournament = lock_organised(user, tournament_id)
    state = effective_state(tournament, now)
    if state == State.CANCELLED:
        raise ServiceError("tournament_cancelled")
    if state == State.FINAL:
        raise ServiceError("review_ended")
    entry = Entry.objects.select_related("user", "tournament").filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise ServiceError("no_entry")
    return entry
