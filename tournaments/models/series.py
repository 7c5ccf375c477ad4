"""Tournaments that plan themselves: a series, and each day on which it plays."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import MAX_BOARDS, MAX_CAPACITY
from tournaments.occurrences import Plan


class SeriesState(models.TextChoices):
    """Whether a series goes on."""

    ACTIVE = "active", _("active")
    PAUSED = "paused", _("paused")
    ENDED = "ended", _("ended")


class Series(models.Model):
    """A plan for tournaments: every day, or every `weekday` (Monday is 0), at `opens` on the wall.

    `hours` is how long each is open, null until the next one opens. `title` is a pattern (`services.titles`).
    `next_on` is the day of the next occurrence that is to be announced, `due_at` when; both are null unless active.
    """

    name = models.CharField(_("name"), max_length=80)
    title = models.CharField(_("title"), max_length=120)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    starts_on = models.DateField(_("first day"))
    weekday = models.PositiveSmallIntegerField(_("day of the week"), null=True, blank=True)
    opens = models.TimeField(_("opens at"))
    hours = models.PositiveSmallIntegerField(_("hours open"), null=True, blank=True)
    system = models.CharField(_("system"), max_length=32, default="site")
    options = models.JSONField(_("options"), default=dict, blank=True)
    bots = models.CharField(_("bots"), max_length=64, default="rulebook@1")
    capacity = models.PositiveSmallIntegerField(_("capacity"), default=MAX_CAPACITY)
    boards = models.PositiveSmallIntegerField(_("number of deals at most"), default=MAX_BOARDS)
    first_dealer = models.CharField(_("first dealer"), max_length=1, default="S")
    review_hours = models.PositiveSmallIntegerField(_("review hours"), default=0)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="series", verbose_name=_("organiser")
    )
    state = models.CharField(_("state"), max_length=12, choices=SeriesState.choices, default=SeriesState.ACTIVE)
    created_at = models.DateTimeField()
    next_on = models.DateField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=SeriesState.values), name="series_state_known"),
            models.CheckConstraint(condition=Q(weekday__isnull=True) | Q(weekday__lte=6), name="series_weekday_0_6"),
            models.CheckConstraint(condition=Q(hours__isnull=True) | Q(hours__gte=1), name="series_hours_from_1"),
            models.CheckConstraint(
                condition=Q(state=SeriesState.ACTIVE) | Q(next_on__isnull=True, due_at__isnull=True),
                name="series_due_while_active",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="series_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.name

    @property
    def plan(self) -> Plan:
        """When it plays."""
        return Plan(self.starts_on, self.opens, self.weekday, self.hours)


class Occurrence(models.Model):
    """One day of a series; its tables are tournaments. Only those that were held are numbered, from 1."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="occurrences")
    day = models.DateField()
    number = models.PositiveIntegerField()
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("occurrence")
        verbose_name_plural = _("occurrences")
        ordering = ["-day"]
        constraints = [
            models.UniqueConstraint(fields=["series", "day"], name="occurrence_once_a_day"),
            models.UniqueConstraint(fields=["series", "number"], name="occurrence_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.day}"
