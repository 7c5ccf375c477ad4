"""Who takes part in a tournament."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.series import Occurrence
from tournaments.models.tournament import MAX_CAPACITY, Tournament


class EntryState(models.TextChoices):
    """How far one entrant is."""

    ENTERED = "entered", _("entered")
    PLAYING = "playing", _("playing")
    FINISHED = "finished", _("finished")
    UNFINISHED = "unfinished", _("unfinished")


class Entry(models.Model):
    """One user's place in one tournament; `number` is null when he plays out of competition.

    `occurrence` is the tournament's, so that the database allows one table of it per user.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    occurrence = models.ForeignKey(
        Occurrence, models.PROTECT, related_name="entries", null=True, blank=True, editable=False
    )
    state = models.CharField(_("state"), max_length=12, choices=EntryState.choices, default=EntryState.ENTERED)
    entered_at = models.DateTimeField(_("entered at"))
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    disqualified_at = models.DateTimeField(_("disqualified at"), null=True, blank=True)
    disqualification = models.CharField(_("reason of the disqualification"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["entered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entry_once_per_user"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["occurrence", "user"], name="entry_one_table_an_occurrence"),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1, number__lte=MAX_CAPACITY),
                name="entry_number_1_10",
            ),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(
                condition=Q(disqualified_at__isnull=True) | ~Q(disqualification=""),
                name="entry_disqualified_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.tournament}"
