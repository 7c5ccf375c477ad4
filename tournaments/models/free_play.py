"""A boom of free play: on cards of its own, by an account or by a guest."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import MAX_BOARDS


class FreePlay(models.Model):
    """What one boom of free play is dealt from, whose it is, and what it brought.

    `guest` is the SHA-256, in hexadecimal, of the key in the session of a guest; an account's has none, and one whose
    account is gone has neither. `day` (in Brussels), `score`, `deals` and `comeback` (the most points behind in a boom
    that was won) are null until it is over. `counts` is False for one that stands on no list: it is by other
    rules than the house's, was claimed after its day, or is `hinted`: its player was told what the bot would do.
    """

    ingredient_value = ""
    awaits_ingredient = False
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="free_plays"
    )
    guest = models.CharField(max_length=64, blank=True)
    system = models.CharField(max_length=32)
    bots = models.CharField(max_length=64)
    boards = models.PositiveSmallIntegerField(default=MAX_BOARDS)
    first_dealer = models.CharField(max_length=1)
    announcement = models.TextField(blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    day = models.DateField(null=True, blank=True)
    score = models.SmallIntegerField(null=True)
    deals = models.PositiveSmallIntegerField(null=True)
    comeback = models.PositiveSmallIntegerField(null=True)
    counts = models.BooleanField(default=True)
    hinted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("boom of free play")
        verbose_name_plural = _("booms of free play")
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(day__isnull=True), name="free_play_one_per_user"),
            models.UniqueConstraint(
                fields=["guest"], condition=Q(day__isnull=True) & ~Q(guest=""), name="free_play_one_per_guest"
            ),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(guest=""), name="free_play_one_owner"),
            models.CheckConstraint(condition=Q(hinted=False) | Q(counts=False), name="free_play_hinted_not_counting"),
            models.CheckConstraint(
                condition=Q(day__isnull=True, score__isnull=True, deals__isnull=True, comeback__isnull=True)
                | Q(day__isnull=False, score__isnull=False, deals__isnull=False, comeback__isnull=False),
                name="free_play_figures_at_the_end",
            ),
        ]
        indexes = [
            models.Index(
                fields=["day", "user"],
                include=["score"],
                name="free_play_of_day",
                condition=Q(counts=True, user__isnull=False, day__isnull=False),
            ),
            models.Index(fields=["user", "-id"], name="free_play_own"),
            models.Index(fields=["guest"], name="free_play_guest", condition=~Q(guest="")),
            *(
                models.Index(
                    F(field).desc(),
                    "id",
                    name=f"free_play_best_{field}",
                    condition=Q(counts=True, guest="", day__isnull=False),
                )
                for field in ("score", "deals", "comeback")
            ),
        ]

    def __str__(self) -> str:
        return f"free play {self.pk}"

    @property
    def options(self) -> dict[str, int]:
        """Free play departs in nothing from its system."""
        return {}


class FreePlaySecret(models.Model):
    """The 32 bytes from which the cards of one boom follow, in a table of its own without checks that can fail."""

    free_play = models.OneToOneField(FreePlay, models.CASCADE, primary_key=True, related_name="secret")
    secret = models.BinaryField(max_length=32, editable=False)

    def __str__(self) -> str:
        return f"secret of free play {self.pk}"
