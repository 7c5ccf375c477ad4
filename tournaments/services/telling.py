"""Telling the entrants of a tournament by mail what becomes of it."""

from datetime import datetime
from typing import Any

from tournaments.models import Mail, MailKind, Notice, Tournament
from tournaments.selectors.mails import find_told


def tell_closing(tournament: Tournament, user: Any, now: datetime, reason: str) -> None:
    """Mail all entrants of a tournament that the caller has locked that it closes at another time, and why."""
    tell(Notice(kind=MailKind.CLOSING, text=reason.strip(), closes_at=tournament.closes_at), tournament, user, now)


def tell_cancelled(tournament: Tournament, user: Any, now: datetime) -> None:
    """Mail all entrants of a tournament that the caller has locked that it is off, and why."""
    tell(Notice(kind=MailKind.CANCELLED, text=tournament.cancel_reason), tournament, user, now)


def tell(notice: Notice, tournament: Tournament, user: Any, now: datetime) -> int:
    """Store a notice by `user` with a mail for each entrant it concerns; how many. To nobody, it is not stored."""
    notice.tournament, notice.made_by, notice.made_at = tournament, user, now
    users = find_told(notice)
    if users:
        notice.save()
        fields = {"kind": notice.kind, "tournament": tournament, "notice": notice, "made_at": now, "retry_at": now}
        Mail.objects.bulk_create([Mail(user_id=pk, **fields) for pk in users])
    return len(users)
