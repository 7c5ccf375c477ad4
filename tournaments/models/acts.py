"""The log of what organisers did, to which the database only lets rows be added."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class ActKind(models.TextChoices):
    """What an organiser did. The first three are changes of times after the announcement."""

    OPENS_AT = "opens_at", _("opening time")
    CLOSES_AT = "closes_at", _("closing time")
    REVIEW_HOURS = "review_hours", _("review hours")
    DESCRIPTION = "description", _("description changed")
    ANNOUNCED = "announced", _("announced")
    OPENED = "opened", _("opened by hand")
    INGREDIENT = "ingredient", _("public ingredient entered")
    CLOSED = "closed", _("closed by hand")
    CANCELLED = "cancelled", _("cancelled")
    DISQUALIFIED = "disqualified", _("disqualified")
    REINSTATED = "reinstated", _("disqualification taken back")
    MESSAGE = "message", _("message mailed")
    SIGNAL_NOTHING = "signal_nothing", _("signal looked at: nothing the matter")
    SIGNAL_NOTED = "signal_noted", _("signal noted")


class OrganiserAct(models.Model):
    """One act of an organiser, written in the transaction that does it. A trigger refuses to change or remove a row.

    `kind` is an `ActKind`. `before` and `after` are ISO 8601 times, or whole hours for the review; "" is a time that
    was not fixed, or an act that changes none. `entry` is whom it is about. What is not `public` the organisers alone
    see. The numbers of accounts and entries stay when those are gone: the database does not hold them to a row.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="acts")
    kind = models.CharField(_("kind"), max_length=24)
    entry = models.ForeignKey(Entry, models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    before = models.CharField(max_length=40, blank=True)
    after = models.CharField(max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    public = models.BooleanField(_("public"), default=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )

    class Meta:
        verbose_name = _("act of an organiser")
        verbose_name_plural = _("acts of organisers")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament_id}"
