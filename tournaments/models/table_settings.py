"""How somebody likes his table, whatever he plays at it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Pace(models.TextChoices):
    """How fast the bots' cards follow each other on the screen, whatever their thinking took."""

    CALM = "calm", _("calm")
    NORMAL = "normal", _("normal")
    BRISK = "brisk", _("brisk")
    AT_ONCE = "at_once", _("at once")


class Size(models.IntegerChoices):
    """How much of the screen the table takes."""

    SMALL = 0, _("small")
    NORMAL = 1, _("normal")
    LARGE = 2, _("large")
    FULL = 3, _("the whole screen")


class TableSettings(models.Model):
    """The settings of one account; who has none plays with the defaults, and a guest's are never saved.

    `tour_seen`: the first-time tour has been shown and does not come again.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="table_settings"
    )
    pace = models.CharField(_("Pace of the bots"), max_length=8, choices=Pace.choices, default=Pace.NORMAL)
    size = models.PositiveSmallIntegerField(_("Size of the table"), choices=Size.choices, default=Size.NORMAL)
    run_on = models.BooleanField(
        _("Play on smoothly"),
        default=True,
        help_text=_("Tricks are taken from the table by themselves, without a click."),
    )
    two_tap = models.BooleanField(
        _("Two taps"), default=False, help_text=_("The first tap selects a card, the second plays it.")
    )
    four_colours = models.BooleanField(
        _("Four colours"), default=False, help_text=_("Diamonds are blue and clubs green.")
    )
    large_faces = models.BooleanField(
        _("Large signs"), default=False, help_text=_("Every card shows its letter or number and its suit, large.")
    )
    left_hand = models.BooleanField(
        _("Left hand"), default=False, help_text=_("Buttons and scores stand to the left of the table.")
    )
    high_contrast = models.BooleanField(
        _("High contrast"), default=False, help_text=_("Sharper colours and thicker lines.")
    )
    sound = models.BooleanField(_("Sound"), default=False, help_text=_("A soft sound for a card, a trick, your turn."))
    tour_seen = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("settings of a table")
        verbose_name_plural = _("settings of tables")
        constraints = [
            models.CheckConstraint(condition=Q(pace__in=Pace.values), name="table_settings_pace"),
            models.CheckConstraint(condition=Q(size__in=Size.values), name="table_settings_size"),
        ]

    def __str__(self) -> str:
        return f"table settings of user {self.user_id}"

    def list_classes(self) -> list[str]:
        """What styles go by: the settings that are on, and the size."""
        switches = [name for name in SWITCHES if getattr(self, name)]
        return [name.replace("_", "-") for name in switches] + [f"size-{self.size}"]


SWITCHES = ("four_colours", "large_faces", "left_hand", "high_contrast")
"""The settings that change nothing but how the table looks."""
CHOSEN = ("pace", "size", "run_on", "two_tap", *SWITCHES, "sound")
"""All that a player sets himself."""
