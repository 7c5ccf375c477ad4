"""What an organiser tells the entrants by mail: words of his own, or what he changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.mails import TOLD, MailKind
from tournaments.models.tournament import Tournament


class Audience(models.TextChoices):
    """To whom a message goes."""

    ALL = "all", _("everyone who has entered")
    IDLE = "idle", _("who has not begun")
    BUSY = "busy", _("who has not finished")


class Notice(models.Model):
    """One notice to the entrants of a tournament, of a kind in `TOLD`; each of its mails is a row of `Mail`.

    `text` is that of a message, or the reason of an act; `closes_at` the new closing time. `key` is the form's own, so
    that a message sent twice is one.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=12, choices=MailKind.choices)
    audience = models.CharField(max_length=8, choices=Audience.choices, default=Audience.ALL)
    text = models.TextField(_("text"), max_length=2000, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(null=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="notice_once"),
            models.CheckConstraint(condition=Q(kind__in=TOLD), name="notice_kind_known"),
            models.CheckConstraint(condition=Q(audience__in=Audience.values), name="notice_audience_known"),
            models.CheckConstraint(
                condition=~Q(kind=MailKind.CLOSING) | Q(closes_at__isnull=False), name="notice_of_a_closing_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
