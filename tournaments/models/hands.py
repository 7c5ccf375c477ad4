"""What the hands were made of that were dealt: counted once nobody can learn anything from it."""

from django.db import models
from django.db.models import Q

from tournaments.models.boom import Boom
from tournaments.models.tournament import Tournament

MANILLE_FIELDS = tuple(f"manilles_{count}" for count in range(5))
LENGTH_FIELDS = tuple(f"lengths_{length}" for length in range(9))
HAND_FIELDS = ("hands", "pips", *MANILLE_FIELDS, *LENGTH_FIELDS)
"""The columns of figures, as `engine.odds.HandCounts` has them."""


class DealtHands(models.Model):
    """The hands of one seat in a final tournament, or those that South was dealt in one boom that is over.

    `manilles_k` hands held k manilles, `lengths_k` suits were k cards long. All of it follows from the cards.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="dealt_hands")
    seat = models.CharField(max_length=1, blank=True)
    boom = models.OneToOneField(Boom, models.CASCADE, null=True, related_name="dealt_hands")
    hands = models.PositiveIntegerField()
    pips = models.PositiveIntegerField()
    manilles_0 = models.PositiveIntegerField(default=0)
    manilles_1 = models.PositiveIntegerField(default=0)
    manilles_2 = models.PositiveIntegerField(default=0)
    manilles_3 = models.PositiveIntegerField(default=0)
    manilles_4 = models.PositiveIntegerField(default=0)
    lengths_0 = models.PositiveIntegerField(default=0)
    lengths_1 = models.PositiveIntegerField(default=0)
    lengths_2 = models.PositiveIntegerField(default=0)
    lengths_3 = models.PositiveIntegerField(default=0)
    lengths_4 = models.PositiveIntegerField(default=0)
    lengths_5 = models.PositiveIntegerField(default=0)
    lengths_6 = models.PositiveIntegerField(default=0)
    lengths_7 = models.PositiveIntegerField(default=0)
    lengths_8 = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seat"], name="hands_once_per_seat"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, boom__isnull=True, seat__in=["N", "E", "S", "W"])
                | Q(tournament__isnull=True, boom__isnull=False, seat=""),
                name="hands_of_seat_or_boom",
            ),
        ]

    def __str__(self) -> str:
        return f"hands of {self.seat or self.boom_id}"
