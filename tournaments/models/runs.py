"""What the clock did: the last sweep of every job, the runs in which something was done, what would not go."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class JobReport(models.Model):
    """The last time that a job looked for what was due, whether or not there was anything."""

    job = models.CharField(max_length=32, primary_key=True)
    ran_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    done = models.PositiveIntegerField()
    failed = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("last sweep")
        verbose_name_plural = _("last sweeps")
        ordering = ["job"]

    def __str__(self) -> str:
        return self.job


class Run(models.Model):
    """A run of a job in which something was done or failed; one that found nothing leaves no row."""

    job = models.CharField(max_length=32)
    started_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    done = models.PositiveIntegerField()
    failed = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("run of the clock")
        verbose_name_plural = _("runs of the clock")
        ordering = ["-started_at", "-pk"]
        indexes = [models.Index(fields=["-started_at"], name="run_latest")]

    def __str__(self) -> str:
        return f"{self.job} {self.started_at}"


class Attempt(models.Model):
    """One row of a job being tried. It is written before the work and goes once the work is done.

    So what is still there failed, or took its worker down with it, and the number counts those as well. `error` is
    the class of what was raised, `code` the code of a refusal; neither holds anything of the row itself. Row 0
    stands for a job that failed as a whole.
    """

    job = models.CharField(max_length=32)
    row = models.BigIntegerField()
    attempts = models.PositiveSmallIntegerField(default=1)
    first_at = models.DateTimeField()
    tried_at = models.DateTimeField()
    retry_at = models.DateTimeField()
    error = models.CharField(max_length=80, blank=True)
    code = models.CharField(max_length=40, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["-tried_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["job", "row"], name="attempt_once_per_row"),
            models.CheckConstraint(condition=Q(attempts__gte=1), name="attempt_counted_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.job} {self.row}: {self.attempts}"
