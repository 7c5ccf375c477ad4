"""Which mails are due, and to whom: found in what is stored, so that a mail follows however late one looks."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from tournaments.access import state_filter
from tournaments.models import WAITING, Audience, Entry, EntryState, Mail, MailKind, Notice, State, Tournament

LATEST_REMINDER = timedelta(hours=24)
"""A reminder comes at most so long before the closing."""
FRESH = timedelta(days=7)
"""How long after a list became final its result is still worth a mail."""
WISHES = {
    MailKind.REMINDER: "wants_reminders",
    MailKind.RESULT: "wants_results",
    MailKind.MESSAGE: "wants_messages",
}
"""The setting of the account that goes with a kind of mail. What was promised and changes is told to everyone."""

Owed = tuple[int, int]
"""The ids of a user and of a tournament."""


def reminder_at(tournament: Tournament) -> datetime | None:
    """When the last quarter of a tournament's time begins, at most a day before it closes; None without times."""
    opened, closes = tournament.opened_at or tournament.opens_at, tournament.closes_at
    return None if opened is None or closes is None else closes - min((closes - opened) / 4, LATEST_REMINDER)


def find_reminders(now: datetime) -> list[Owed]:
    """Who has not finished in a tournament whose last quarter has begun, and has had no reminder.

    Not who entered in that quarter: he has only just been here.
    """
    running = Tournament.objects.filter(state_filter(State.OPEN, now), closes_at__lte=now + LATEST_REMINDER)
    rows = [(one.pk, at) for one in running if (at := reminder_at(one)) is not None and at <= now]
    if not rows:
        return []
    early = Q()
    for pk, at in rows:
        early |= Q(tournament_id=pk, entered_at__lt=at)
    busy = Q(state__in=[EntryState.ENTERED, EntryState.PLAYING], disqualified_at__isnull=True)
    return _find_owed(MailKind.REMINDER, Entry.objects.filter(early, busy))


def find_results(now: datetime) -> list[Owed]:
    """Who played in a tournament that became final in the last days, and has had no result."""
    return _find_owed(
        MailKind.RESULT,
        Entry.objects.filter(tournament__state=State.FINAL, tournament__final_at__gt=now - FRESH, boom__isnull=False),
    )


def list_waiting(now: datetime, limit: int) -> list[int]:
    """The ids of the mails that are to go now, at most `limit`: the least tried first."""
    rows = Mail.objects.filter(WAITING, retry_at__lte=now).order_by("attempts", "pk")
    return list(rows.values_list("pk", flat=True)[:limit])


def is_wanted(mail: Mail, now: datetime) -> bool:
    """Whether a mail still makes sense when its turn has come, loaded with its user and tournament."""
    kind = MailKind(mail.kind)
    if not _reachable(kind).filter(pk=mail.user_id).exists():
        return False
    entries = Entry.objects.filter(tournament_id=mail.tournament_id, user_id=mail.user_id)
    if kind == MailKind.CLOSING and (mail.notice is None or mail.tournament.closes_at != mail.notice.closes_at):
        # Overtaken by the next change.
        return False
    if kind != MailKind.REMINDER:
        return entries.exists()
    if not Tournament.objects.filter(state_filter(State.OPEN, now), pk=mail.tournament_id).exists():
        return False
    return entries.filter(state__in=[EntryState.ENTERED, EntryState.PLAYING], disqualified_at__isnull=True).exists()


def find_told(notice: Notice) -> list[int]:
    """The ids of the users whom a notice concerns and who get mails of its kind; nobody who was disqualified."""
    entries = Entry.objects.filter(tournament_id=notice.tournament_id, disqualified_at__isnull=True)
    states = {Audience.IDLE: [EntryState.ENTERED], Audience.BUSY: [EntryState.ENTERED, EntryState.PLAYING]}
    wanted = states.get(Audience(notice.audience))
    if wanted is not None:
        entries = entries.filter(state__in=wanted)
    rows = entries.filter(user__in=_reachable(MailKind(notice.kind)).values("pk")).order_by("pk")
    return list(rows.values_list("user_id", flat=True))


def count_told(tournament_id: int, audience: Audience) -> int:
    """How many would get a message to this audience now."""
    return len(find_told(Notice(tournament_id=tournament_id, kind=MailKind.MESSAGE, audience=audience)))


def _reachable(kind: MailKind) -> Any:
    """The users to whom the site may send mails of this kind."""
    wish = WISHES.get(kind)
    return User.objects.reachable().filter(**({} if wish is None else {wish: True}))


def _find_owed(kind: MailKind, entries: QuerySet[Entry]) -> list[Owed]:
    had = Mail.objects.filter(kind=kind, user=OuterRef("user"), tournament=OuterRef("tournament"))
    rows = entries.filter(~Exists(had), user__in=_reachable(kind).values("pk")).order_by("pk")
    return list(rows.values_list("user_id", "tournament_id"))
