"""The deals that one player plays, and his playing of each."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.free_play import FreePlay
from tournaments.models.practice import Practice
from tournaments.models.source import CardSource

KINDS = ("entry", "free_play", "practice")
"""The columns of a boom that name what it belongs to; one of them is filled."""
SOURCES = ("entry__tournament__secret", "free_play__secret", "practice__tournament__secret")
"""What to select with a boom for its `source`."""


def _belongs_to_one() -> Q:
    one = Q()
    for kind in KINDS:
        one |= Q(**{f"{other}__isnull": other != kind for other in KINDS})
    return one


class Boom(models.Model):
    """The run of deals of one entry in a tournament, of one go at free play, or of practice.

    `ply` counts all acts so far, the bots' too; `bots_due` means they owe theirs. `behind` is the most points that
    WIJ have been behind after a deal.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="boom", null=True, blank=True)
    free_play = models.OneToOneField(FreePlay, models.CASCADE, related_name="boom", null=True, blank=True)
    practice = models.OneToOneField(Practice, models.CASCADE, related_name="boom", null=True, blank=True)
    total_we = models.SmallIntegerField(default=0)
    total_they = models.SmallIntegerField(default=0)
    behind = models.PositiveSmallIntegerField(default=0)
    carry = models.PositiveSmallIntegerField(default=1)
    deals = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    bots_due = models.BooleanField(default=False)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=8, blank=True)

    class Meta:
        verbose_name = _("boom")
        verbose_name_plural = _("booms")
        constraints = [
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True, reason="") | Q(finished_at__isnull=False) & ~Q(reason=""),
                name="boom_finished_with_reason",
            ),
            models.CheckConstraint(condition=_belongs_to_one(), name="boom_belongs_to_one"),
        ]
        indexes = [models.Index(fields=["id"], name="boom_bots_due", condition=Q(bots_due=True))]

    def __str__(self) -> str:
        return f"boom {self.pk}"

    @property
    def source(self) -> CardSource:
        """What its cards come from; load it with `select_related(*SOURCES)`."""
        if self.entry is not None:
            return self.entry.tournament
        source = self.free_play or self.practice
        assert source is not None
        return source


class Play(models.Model):
    """One board as one player played it. `acts` only ever grows: "H CQ C7 …", trump first.

    The figures are null until the deal is over; all of them follow from the deal and the acts.
    """

    boom = models.ForeignKey(Boom, models.CASCADE, related_name="plays")
    board = models.PositiveSmallIntegerField()
    first_ply = models.PositiveIntegerField()
    carry = models.PositiveSmallIntegerField(default=1)
    acts = models.TextField(blank=True)
    trump = models.CharField(max_length=2, blank=True)
    multiplier = models.PositiveSmallIntegerField(null=True)
    pips_we = models.PositiveSmallIntegerField(null=True)
    pips_they = models.PositiveSmallIntegerField(null=True)
    tricks_we = models.PositiveSmallIntegerField(null=True)
    tricks_they = models.PositiveSmallIntegerField(null=True)
    points_we = models.SmallIntegerField(null=True)
    points_they = models.SmallIntegerField(null=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["boom", "board"]
        constraints = [
            models.UniqueConstraint(fields=["boom", "board"], name="play_once_per_board"),
            models.CheckConstraint(condition=Q(board__gte=1), name="play_board_from_1"),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of boom {self.boom_id}"
