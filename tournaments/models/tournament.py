"""A tournament and its secret."""

import hashlib

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MAX_CAPACITY = 10
MAX_BOARDS = 40
MAX_REVIEW_HOURS = 24 * 14
INGREDIENT_LENGTH = 200
FILLED_IN = (
    "title",
    "description",
    "system",
    "options",
    "bots",
    "capacity",
    "first_dealer",
    "boards",
    "opens_at",
    "closes_at",
    "review_hours",
    "ingredient",
)
"""The fields that its organiser fills in."""


class State(models.TextChoices):
    """Where a tournament is in its life."""

    DRAFT = "draft", _("draft")
    ANNOUNCED = "announced", _("announced")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")
    FINAL = "final", _("final")
    CANCELLED = "cancelled", _("cancelled")


class Tournament(models.Model):
    """Up to ten entries on the same deals. From the announcement on, all that fixes play is frozen.

    `ingredient` describes a public value that is mixed into its cards and not known yet when it is announced; nobody is
    dealt to until that stands in `ingredient_value`.

    Of a series, it is table number `table` of an `occurrence`; else both are null. `form_key` is that of the form it
    was made by, so that a form sent twice makes one.
    """

    title = models.CharField(_("title"), max_length=120, blank=True)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    system = models.CharField(_("system"), max_length=32, default="site")
    options = models.JSONField(_("options"), default=dict, blank=True)
    bots = models.CharField(_("bots"), max_length=64, default="rulebook@1")
    capacity = models.PositiveSmallIntegerField(
        _("capacity"),
        default=MAX_CAPACITY,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_CAPACITY)],
    )
    first_dealer = models.CharField(
        _("first dealer"), max_length=1, default="S", choices=[(seat, seat) for seat in "NESW"]
    )
    boards = models.PositiveSmallIntegerField(
        _("number of deals at most"),
        default=MAX_BOARDS,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_BOARDS)],
    )
    ingredient = models.CharField(_("public ingredient"), max_length=INGREDIENT_LENGTH, blank=True)
    ingredient_value = models.CharField(max_length=INGREDIENT_LENGTH, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.DRAFT)
    opens_at = models.DateTimeField(
        _("opens at"), null=True, blank=True, help_text=_("Empty: it opens when you open it.")
    )
    closes_at = models.DateTimeField(_("closes at"), null=True, blank=True)
    review_hours = models.PositiveSmallIntegerField(
        _("review hours"), default=24, validators=[MaxValueValidator(MAX_REVIEW_HOURS)]
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments", verbose_name=_("organiser")
    )
    occurrence = models.ForeignKey(
        "tournaments.Occurrence", models.PROTECT, related_name="tables", null=True, blank=True, editable=False
    )
    table = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    form_key = models.UUIDField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField()
    announcement = models.TextField(blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    final_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancel_reason = models.CharField(max_length=500, blank=True, editable=False)
    signals_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=State.values), name="tournament_state_known"),
            models.CheckConstraint(
                condition=Q(capacity__gte=1, capacity__lte=MAX_CAPACITY), name="tournament_capacity_1_10"
            ),
            models.CheckConstraint(condition=Q(boards__gte=1, boards__lte=MAX_BOARDS), name="tournament_boards_1_40"),
            models.CheckConstraint(
                condition=Q(announced_at__isnull=True) | (~Q(announcement="") & ~Q(commitment="")),
                name="tournament_announced_is_committed",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[State.DRAFT, State.CANCELLED]) | Q(announced_at__isnull=False),
                name="tournament_past_draft_is_announced",
            ),
            models.CheckConstraint(
                condition=Q(ingredient_value="") | ~Q(ingredient=""), name="tournament_ingredient_described"
            ),
            models.UniqueConstraint(fields=["occurrence", "table"], name="tournament_table_once"),
            models.UniqueConstraint(fields=["organiser", "form_key"], name="tournament_of_a_form_once"),
            models.CheckConstraint(
                condition=Q(occurrence__isnull=True, table__isnull=True) | Q(occurrence__isnull=False, table__gte=1),
                name="tournament_table_of_occurrence",
            ),
        ]
        indexes = [
            models.Index(fields=["closes_at"], name="tournament_running", condition=Q(state__in=["announced", "open"])),
            models.Index(fields=["closed_at"], name="tournament_in_review", condition=Q(state="closed")),
            models.Index(fields=["final_at"], name="tournament_final", condition=Q(state="final")),
        ]

    def __str__(self) -> str:
        return self.title or f"#{self.pk}"

    @property
    def awaits_ingredient(self) -> bool:
        """Whether its cards do not exist yet, for want of a value that was announced."""
        return bool(self.ingredient) and not self.ingredient_value

    @property
    def edition(self) -> str:
        """A digest of what its organiser fills in: a form that shows an older one was overtaken by another."""
        return hashlib.sha256(repr([getattr(self, name) for name in FILLED_IN]).encode()).hexdigest()[:16]


class TournamentSecret(models.Model):
    """The 32 bytes from which all cards follow, in a table of its own without checks that can fail.

    PostgreSQL prints a failing row in its error; this row never fails.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="secret")
    secret = models.BinaryField(max_length=32, editable=False)

    def __str__(self) -> str:
        return f"secret of tournament {self.pk}"
