"""The mails themselves: subject, text and headers, in the language of whoever gets them."""

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Mail, MailKind
from tournaments.selectors.mails import WISHES
from tournaments.selectors.standings import StandingRow, list_standings

SALT = "tournaments.mails"
SUBJECTS = {
    MailKind.REMINDER: gettext_lazy("Still to play: %(title)s"),
    MailKind.RESULT: gettext_lazy("The list of %(title)s"),
    MailKind.MESSAGE: gettext_lazy("Message about %(title)s"),
    MailKind.CLOSING: gettext_lazy("%(title)s closes at another time"),
    MailKind.CANCELLED: gettext_lazy("%(title)s has been cancelled"),
}


def write_mail(mail: Mail) -> EmailMessage:
    """The message of a mail that is loaded with its user, tournament and notice.

    Sent twice it keeps its Message-ID, so that a mailbox can tell.
    """
    kind, off = MailKind(mail.kind), ""
    with translation.override(mail.user.spoken_language), timezone.override(timezone.get_default_timezone()):
        if kind in WISHES:
            off = settings.SITE_URL + reverse("tournaments:mail_off", args=[write_token(mail.user_id, kind)])
        context = _describe(mail) | {
            "name": mail.user.display_name,
            "tournament": mail.tournament,
            "off": off,
            "site": settings.SITE_URL,
        }
        subject = _subject(mail)
        body = render_to_string(f"mails/{mail.kind}.txt", context)
    return EmailMessage(
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        body=body,
        to=[mail.user.email],
        headers={
            "Message-ID": f"<{mail.kind}-{mail.pk}-{mail.made_at:%Y%m%d%H%M%S}@{_domain()}>",
            "Auto-Submitted": "auto-generated",
            **({"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if off else {}),
        },
    )


def write_token(user_id: int, kind: MailKind) -> str:
    """What proves, in a link, that somebody got a mail of this kind: it switches that off and does nothing else."""
    return signing.dumps([user_id, str(kind)], salt=SALT)


def read_token(token: str) -> tuple[int, MailKind] | None:
    """The user's id and the kind of mail of a token; None when it is not one of ours."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        found = int(user_id), MailKind(kind)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return found if found[1] in WISHES else None


def _subject(mail: Mail) -> str:
    title = " ".join(mail.tournament.title.split())
    return str(SUBJECTS[MailKind(mail.kind)]) % {"title": title}


def _describe(mail: Mail) -> dict[str, object]:
    tournament = mail.tournament
    if mail.kind == MailKind.REMINDER:
        entry = Entry.objects.select_related("boom").get(tournament=tournament, user_id=mail.user_id)
        boom = getattr(entry, "boom", None)
        return {
            "closes_at": _write_time(tournament.closes_at),
            "deals": None if boom is None else boom.deals,
            "link": settings.SITE_URL + reverse("tournaments:table", args=[tournament.pk]),
        }
    if mail.notice is not None:
        return {
            "text": mail.notice.text.strip(),
            "by": "" if mail.notice.made_by is None else mail.notice.made_by.display_name,
            "closes_at": _write_time(mail.notice.closes_at),
            "link": settings.SITE_URL + reverse("tournaments:detail", args=[tournament.pk]),
        }
    rows = list_standings(tournament, mail.user)
    ranked = [row for row in rows if row.rank is not None]
    own = next((row for row in rows if row.is_me), None)
    return {
        "own": own,
        "score": _sign(own),
        "ranked": len(ranked),
        "winners": ", ".join(row.name for row in ranked if row.rank == 1),
        "best": _sign(ranked[0] if ranked else None),
        "link": settings.SITE_URL + reverse("tournaments:standings", args=[tournament.pk]),
    }


def _write_time(moment: datetime | None) -> str:
    return "" if moment is None else date_format(timezone.localtime(moment), "l j F, H:i")


def _sign(row: StandingRow | None) -> str:
    return "" if row is None or row.score is None else f"{row.score:+d}".replace("-", "−")


def _domain() -> str:
    return settings.SITE_URL.split("//", 1)[1].split("/", 1)[0].split(":", 1)[0].strip("[]") or "localhost"
