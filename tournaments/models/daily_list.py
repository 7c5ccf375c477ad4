"""The ranking of one day's booms of free play, fixed once the day is over."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyList(models.Model):
    """A day in Brussels that is closed: no boom counts on it any more. `fixed_at` is null until its rows stand."""

    day = models.DateField(primary_key=True)
    closed_at = models.DateTimeField()
    fixed_at = models.DateTimeField(null=True, blank=True)
    players = models.PositiveIntegerField(default=0)
    booms = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("daily list")
        verbose_name_plural = _("daily lists")
        ordering = ["-day"]
        indexes = [models.Index(fields=["day"], name="daily_list_not_fixed", condition=models.Q(fixed_at__isnull=True))]

    def __str__(self) -> str:
        return str(self.day)


class DailyRow(models.Model):
    """One player's day: `total` and `best` are scores, `rank` is by total and shared by equal ones.

    A list that is fixed never changes, so the row keeps the number of an account that is gone: the database does not
    hold it to one, and what is read without a name is an anonymous player, the same one all month.
    """

    daily_list = models.ForeignKey(DailyList, models.CASCADE, related_name="rows")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    rank = models.PositiveIntegerField()
    booms = models.PositiveIntegerField()
    total = models.IntegerField()
    best = models.SmallIntegerField()

    class Meta:
        verbose_name = _("row of a daily list")
        verbose_name_plural = _("rows of daily lists")
        ordering = ["daily_list", "rank"]
        constraints = [models.UniqueConstraint(fields=["daily_list", "user"], name="daily_row_once_per_player")]

    def __str__(self) -> str:
        return f"{self.daily_list_id}: {self.rank}"
