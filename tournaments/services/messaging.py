"""An organiser's own words to the entrants of his tournament, by mail."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.access import effective_state
from tournaments.errors import ServiceError
from tournaments.models import ActKind, Audience, MailKind, Notice, State, Tournament
from tournaments.services.acts import log_act
from tournaments.services.drafting import REASON_LIMIT, check_text
from tournaments.services.locking import lock_organised
from tournaments.services.telling import tell

MESSAGE_LIMIT = 2000
MESSAGES_A_DAY = 3
"""Messages about one tournament in any 24 hours: its players have other mail to read."""


def send_message(user: Any, tournament_id: int, audience: Audience, text: str, key: UUID, now: datetime) -> int:
    """Mail `text` to those entrants who want such mails; how many those are.

    `key` is the form's own: the same one again changes nothing and gives the same answer. Raises `ServiceError`
    "no_tournament", "not_organiser", "wrong_state" (a draft), "invalid", "nobody_to_mail", "too_many_messages".
    """
    check_text("text", text, MESSAGE_LIMIT, required=True)
    text = text.strip()
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        told = Notice.objects.filter(tournament=tournament, key=key).first()
        if told is not None:
            return told.mails.count()
        state = effective_state(tournament, now)
        if state == State.DRAFT:
            raise ServiceError("wrong_state", state=state.label)
        if _count_messages(tournament, now) >= MESSAGES_A_DAY:
            raise ServiceError("too_many_messages", limit=MESSAGES_A_DAY)
        count = tell(Notice(kind=MailKind.MESSAGE, audience=audience, text=text, key=key), tournament, user, now)
        if not count:
            raise ServiceError("nobody_to_mail")
        logged = text if len(text) <= REASON_LIMIT else f"{text[: REASON_LIMIT - 1]}…"
        log_act(tournament, user, ActKind.MESSAGE, now, reason=logged, public=False)
    return count


def _count_messages(tournament: Tournament, now: datetime) -> int:
    rows = Notice.objects.filter(tournament=tournament, kind=MailKind.MESSAGE)
    return rows.filter(made_at__gt=now - timedelta(days=1)).count()
