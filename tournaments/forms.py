"""The organiser's forms. They read what was typed; what is allowed is decided by the services, once."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from tournaments.errors import ServiceError
from tournaments.models import MAX_BOARDS, MAX_CAPACITY, MAX_REVIEW_HOURS, State
from tournaments.selectors.tournaments import TournamentPage

BOT_WORDS = {
    "random@1": _("random cards"),
    "rulebook@1": _("a club player's rules of thumb"),
}
SEAT_CHOICES = [("S", _("South (the player)")), ("W", _("West")), ("N", _("North")), ("E", _("East"))]


class LocalTimeField(forms.DateTimeField):
    """A date and time on the clock of the site, by the browser's own picker."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y %H:%M"], **options)


class TournamentForm(forms.Form):
    """All of a draft; it may be half filled."""

    title = forms.CharField(label=_("Title"), max_length=120, required=False)
    description = forms.CharField(
        label=_("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown above the list of players. Plain text."),
    )
    opens_at = LocalTimeField(label=_("Opens at"), required=False, help_text=_("Empty: it opens when you open it."))
    closes_at = LocalTimeField(
        label=_("Closes at"), required=False, help_text=_("Unfinished booms stay below the list then.")
    )
    review_hours = forms.IntegerField(
        label=_("Hours of review"),
        min_value=0,
        max_value=MAX_REVIEW_HOURS,
        initial=24,
        help_text=_("How long the list can still be corrected after closing."),
    )
    capacity = forms.IntegerField(label=_("Places"), min_value=1, max_value=MAX_CAPACITY, initial=MAX_CAPACITY)
    boards = forms.IntegerField(label=_("Deals at most"), min_value=1, max_value=MAX_BOARDS, initial=MAX_BOARDS)
    first_dealer = forms.ChoiceField(label=_("First dealer"), choices=SEAT_CHOICES, initial="S")
    bots = forms.ChoiceField(label=_("Bots"), initial="rulebook@1")

    FROZEN = ("title", "capacity", "boards", "first_dealer", "bots")
    PASSED: ClassVar = {State.OPEN: ("opens_at",), State.CLOSED: ("opens_at", "closes_at")}
    """The times that lie behind in these states; a time of an act has seconds, which the form could not give back."""

    def __init__(self, *args: Any, page: TournamentPage | None = None, **options: Any) -> None:
        """The form for a new tournament, or for what may still change of the one on `page`."""
        if page is not None:
            options.setdefault("initial", {name: getattr(page, name) for name in self.base_fields})
        super().__init__(*args, **options)
        bots = self.fields["bots"]
        assert isinstance(bots, forms.ChoiceField)
        bots.choices = [(name, f"{name}: {BOT_WORDS.get(name, name)}") for name in BOTS]
        if page is not None and page.state != State.DRAFT:
            for name in (*self.FROZEN, *self.PASSED.get(page.state, ())):
                del self.fields[name]
            self.fields["reason"] = forms.CharField(
                label=_("Why the times change"),
                max_length=500,
                required=False,
                help_text=_("Everyone can read this beside the change."),
            )


class ReasonForm(forms.Form):
    """The public reason of an organiser's act."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, help_text=_("Everyone can read this."), widget=forms.TextInput
    )


class DisqualifyForm(ReasonForm):
    """Which entry is put last on the list, and why."""

    entry = forms.IntegerField(widget=forms.HiddenInput)


def add_refusal(form: forms.Form, refusal: ServiceError) -> None:
    """Put what a service refused beside the fields it concerns, or at the top of the form."""
    for name, message in refusal.field_messages().items():
        form.add_error(name if name in form.fields else None, message)
    if not refusal.fields:
        form.add_error(None, refusal.message)
