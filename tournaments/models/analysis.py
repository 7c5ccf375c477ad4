"""What was in the deals of a tournament that has closed; all of it follows from the deals and the acts."""

from django.db import models

from tournaments.models.boom import Play
from tournaments.models.tournament import Tournament


class Analysis(models.Model):
    """How far the analysis of a tournament is. `version` is what it was made with, once it is whole; "" before.

    A version that is not the present one is work that is due.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="analysis")
    version = models.CharField(max_length=40, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of tournament {self.pk}"


class BoardAnalysis(models.Model):
    """A board with all cards open: `best` maps a trump ("S" … "NT") to pips of wij with best play by all.

    The row stands before the work is done, with an empty `version`, so that a worker can hold it while he does.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="board_analyses")
    board = models.PositiveSmallIntegerField()
    version = models.CharField(max_length=40, blank=True)
    best = models.JSONField(default=dict)

    class Meta:
        ordering = ["tournament", "board"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "board"], name="analysis_once_per_board"),
        ]

    def __str__(self) -> str:
        return f"analysis of board {self.board} of tournament {self.tournament_id}"


class PlayAnalysis(models.Model):
    """What South decided in one play: `top` is the most pips his side could have from his first decision on.

    `decisions` are objects as `engine.analysis.Decision` names its fields.
    """

    play = models.OneToOneField(Play, models.CASCADE, primary_key=True, related_name="analysis")
    top = models.PositiveSmallIntegerField(null=True)
    decisions = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"analysis of play {self.pk}"
