"""What tells of cheating, for a person to judge: what was seen of an entry's play, and what stood out in it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class TraceKind(models.TextChoices):
    """What an entry was played from."""

    ADDRESS = "address", _("address")
    DEVICE = "device", _("device")


class Trace(models.Model):
    """That an entry was played from an address or a device: a keyed digest, of use within its tournament alone."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=8)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "kind", "digest"], name="trace_once")]
        indexes = [models.Index(fields=["kind", "digest"], name="trace_digest")]

    def __str__(self) -> str:
        return f"{self.kind} of entry {self.entry_id}"


class SignalKind(models.TextChoices):
    """What stood out."""

    ADDRESS = "address", _("the same address")
    DEVICE = "device", _("the same device")
    TRAILING = "trailing", _("always after the other")
    SIGHTED = "sighted", _("choices that only the hidden cards explain")
    SPEED = "speed", _("faster than a person plays")


class Outcome(models.TextChoices):
    """What an organiser made of a signal; "" until he has."""

    NOTHING = "nothing", _("nothing the matter")
    NOTED = "noted", _("noted")
    DISQUALIFIED = "disqualified", _("disqualified")


class Signal(models.Model):
    """Something that stood out in the play of `entry`, beside that of `other` where two are concerned.

    `figures` are whole numbers by name, as `selectors.evidence` counts them; `chance` how often honest play gives at
    least that (0 to 1).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="signals")
    kind = models.CharField(max_length=12)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    figures = models.JSONField()
    chance = models.FloatField()
    found_at = models.DateTimeField()
    outcome = models.CharField(max_length=12, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    judged_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["kind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "entry", "other"], name="signal_once", nulls_distinct=False
            ),
            models.CheckConstraint(condition=models.Q(outcome="") | ~models.Q(reason=""), name="signal_judged_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in tournament {self.tournament_id}"
