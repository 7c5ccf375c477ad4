"""The outbox: what players are owed is written down, then sent, each mail once.

A mail is claimed, and the attempt counted, before it is sent; sent and marked in one transaction. If the worker dies
in between, that one mail goes out twice, and no other.
"""

import logging
import smtplib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F

from accounts.models import User
from tournaments.errors import ServiceError
from tournaments.models import WAITING, Mail, MailKind
from tournaments.selectors.mails import WISHES, Owed, find_reminders, find_results, is_wanted
from tournaments.services.faults import describe_fault
from tournaments.services.jobs import ATTEMPTS, FAULTS, Tally, pause_after, record_run
from tournaments.services.letters import read_token, write_mail
from tournaments.services.locking import hold_alone

logger = logging.getLogger(__name__)

LONGEST_RUN = timedelta(minutes=4)
"""After it a run of sending leaves the rest to the next one; a task may take five minutes."""
OUTAGE_PAUSE = timedelta(minutes=1)
"""How long a mail waits when the mail server was away: that is no fault of the mail, and counts as no attempt."""
KEPT = timedelta(days=60)


class ServerAway(Exception):
    """The mail server does not take mail now; whatever else is to be sent would fail as well."""


def owe_mails(now: datetime) -> int:
    """Write down the mails that are owed at `now`; how many were new."""
    owed: list[tuple[MailKind, Iterable[Owed]]] = [
        (MailKind.REMINDER, find_reminders(now)),
        (MailKind.RESULT, find_results(now)),
    ]
    mails = [
        Mail(kind=kind, user_id=user, tournament_id=tournament, made_at=now, retry_at=now)
        for kind, pairs in owed
        for user, tournament in pairs
    ]
    Mail.objects.bulk_create(mails, ignore_conflicts=True, batch_size=1000)
    Mail.objects.filter(made_at__lt=now - KEPT).delete()
    return len(mails)


def send_mails(ids: Sequence[int], clock: Callable[[], datetime]) -> int:
    """Send the mails of these ids that still have to go; how many went. One process sends at a time.

    A mail that fails is tried again later and given up after `ATTEMPTS`; while the server is away nothing is counted.
    """
    begun = clock()
    with hold_alone("mails") as alone:
        if not alone:
            return 0
        with record_run("sent", begun) as tally:
            _send_each(ids, tally, clock, begun + LONGEST_RUN)
            return tally.done


def switch_off(token: str) -> MailKind:
    """Send no more mails of the kind that `token`, from a mail, names. Again changes nothing.

    Raises `ServiceError` "bad_link".
    """
    user_id, kind = check_token(token)
    User.objects.filter(pk=user_id).update(**{WISHES[kind]: False})
    return kind


def check_token(token: str) -> tuple[int, MailKind]:
    """The user's id and the kind of mail that a token from a mail stands for. Raises `ServiceError` "bad_link"."""
    found = read_token(token)
    if found is None:
        raise ServiceError("bad_link")
    return found


def _send_each(ids: Sequence[int], tally: Tally, clock: Callable[[], datetime], until: datetime) -> None:
    connection = get_connection()
    try:
        for pk in ids:
            now = clock()
            if now > until:
                break
            try:
                tally.done += _send(pk, connection, now)
            except ServerAway:
                tally.failed += 1
                break
            except FAULTS as error:
                logger.error("mail %s: %s", pk, describe_fault(error))
                tally.failed += 1
    finally:
        connection.close()


def _send(pk: int, connection: BaseEmailBackend, now: datetime) -> bool:
    """Claim a mail, send it and mark it; say whether it went."""
    open_now = Mail.objects.filter(WAITING, pk=pk, retry_at__lte=now)
    before = open_now.values_list("attempts", flat=True).first()
    if before is None:
        return False
    if before >= ATTEMPTS:
        open_now.update(given_up_at=now)
        return False
    pause = pause_after(before + 1)
    if not open_now.filter(attempts=before).update(attempts=F("attempts") + 1, retry_at=now + pause):
        return False
    try:
        with transaction.atomic():
            return _send_locked(pk, connection, now)
    except FAULTS as error:
        connection.close()
        if is_outage(error):
            fields = {"attempts": before, "retry_at": now + OUTAGE_PAUSE, "error": type(error).__name__}
            Mail.objects.filter(pk=pk).update(**fields)
            logger.warning("mail %s waits: %s", pk, describe_fault(error))
            raise ServerAway from error
        given_up_at = now if before + 1 >= ATTEMPTS else None
        Mail.objects.filter(pk=pk).update(error=type(error).__name__, given_up_at=given_up_at)
        raise


def _send_locked(pk: int, connection: BaseEmailBackend, now: datetime) -> bool:
    rows = Mail.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    mail = rows.select_related("user", "tournament", "notice").filter(WAITING, pk=pk).first()
    if mail is None:
        return False
    wanted = is_wanted(mail, now)
    if wanted:
        connection.send_messages([write_mail(mail)])
        mail.sent_at = now
    else:
        mail.dropped_at = now
    mail.error = ""
    mail.save(update_fields=["sent_at", "dropped_at", "error"])
    return wanted


def is_outage(error: BaseException) -> bool:
    """Whether a failure is the server's being away or overloaded, rather than something about one mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    if isinstance(error, smtplib.SMTPDataError | smtplib.SMTPSenderRefused):
        return error.smtp_code == 421
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return False
    return isinstance(error, OSError)
