"""The mails that players are owed, once each: the outbox."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

WAITING = Q(sent_at__isnull=True, dropped_at__isnull=True, given_up_at__isnull=True)
"""The mails that still have to go."""


class MailKind(models.TextChoices):
    """What a mail is about."""

    REMINDER = "reminder", _("reminder")
    RESULT = "result", _("result")
    MESSAGE = "message", _("message of the organiser")
    CLOSING = "closing", _("change of the closing time")
    CANCELLED = "cancelled", _("cancellation")


TOLD = (MailKind.MESSAGE, MailKind.CLOSING, MailKind.CANCELLED)
"""What an organiser tells, in a `Notice`; the others are owed once a tournament."""


class Mail(models.Model):
    """One mail to one user about one tournament, or of one `notice`.

    `attempts` counts those begun, so also one that killed its worker. It ends as sent, as dropped (no longer wanted
    when its turn came) or as given up. `error` is the class of what went wrong last.
    """

    kind = models.CharField(_("kind"), max_length=12, choices=MailKind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    notice = models.ForeignKey(
        "tournaments.Notice", models.CASCADE, null=True, blank=True, editable=False, related_name="mails"
    )
    made_at = models.DateTimeField()
    retry_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=80, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "user", "tournament"], condition=Q(notice__isnull=True), name="mail_once"
            ),
            models.UniqueConstraint(
                fields=["notice", "user"], condition=Q(notice__isnull=False), name="mail_once_a_notice"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=TOLD, notice__isnull=False) | ~Q(kind__in=TOLD) & Q(notice__isnull=True),
                name="mail_of_a_notice",
            ),
            models.CheckConstraint(condition=Q(kind__in=MailKind.values), name="mail_kind_known"),
        ]
        indexes = [
            models.Index(fields=["retry_at"], name="mail_waiting", condition=WAITING),
            models.Index(fields=["made_at"], name="mail_made"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
