"""Booms on the cards of a closed tournament that are never ranked: a player's practice, and the bot in South's seat."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.source import Secret
from tournaments.models.tournament import Tournament


class Practice(models.Model):
    """One boom that is compared with the field of a closed tournament and never ranked.

    `user` practises, or, where there is none, the bot named `bot` sat South. `origin` is set for a what-if: one deal,
    played on from the `moment` (so many acts) of that play. A what-if ends with its deal.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="practices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="practices")
    bot = models.CharField(max_length=64, blank=True)
    origin = models.ForeignKey("Play", models.CASCADE, null=True, blank=True, related_name="what_ifs")
    moment = models.PositiveSmallIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("practice boom")
        verbose_name_plural = _("practice booms")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament"],
                condition=Q(ended_at__isnull=True, origin__isnull=True),
                name="practice_one_in_progress",
            ),
            models.UniqueConstraint(
                fields=["user", "tournament"], condition=Q(origin__isnull=False), name="practice_one_what_if"
            ),
            models.UniqueConstraint(fields=["tournament"], condition=~Q(bot=""), name="practice_one_bot_line"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="") | Q(user__isnull=True, origin__isnull=True) & ~Q(bot=""),
                name="practice_user_or_bot",
            ),
            models.CheckConstraint(
                condition=Q(origin__isnull=True, moment__isnull=True) | Q(origin__isnull=False, moment__isnull=False),
                name="practice_what_if_from_a_moment",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "user", "-id"], name="practice_own")]

    def __str__(self) -> str:
        return f"practice {self.pk}"

    @property
    def is_what_if(self) -> bool:
        return self.origin_id is not None

    @property
    def system(self) -> str:
        return self.tournament.system

    @property
    def options(self) -> Mapping[str, int]:
        """Those of the tournament; a what-if is no run of deals."""
        options: Mapping[str, int] = self.tournament.options
        left_out = ("fixed_deals", "target") if self.is_what_if else ()
        return {name: value for name, value in options.items() if name not in left_out}

    @property
    def bots(self) -> str:
        return self.tournament.bots

    @property
    def boards(self) -> int:
        """The most deals it takes: one for a what-if."""
        return 1 if self.is_what_if else self.tournament.boards

    @property
    def first_dealer(self) -> str:
        return self.tournament.first_dealer

    @property
    def announcement(self) -> str:
        return self.tournament.announcement

    @property
    def ingredient_value(self) -> str:
        return self.tournament.ingredient_value

    @property
    def awaits_ingredient(self) -> bool:
        return self.tournament.awaits_ingredient

    @property
    def secret(self) -> Secret:
        return self.tournament.secret
