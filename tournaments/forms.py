"""The organiser's forms. They read what was typed; what is allowed is decided by the services, once."""

from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from tournaments.days import evening_in_a_week, weeks_later
from tournaments.errors import ServiceError
from tournaments.models import INGREDIENT_LENGTH, MAX_CAPACITY, MAX_REVIEW_HOURS, Audience, Series, State
from tournaments.rules_form import RulesForm, read_rules
from tournaments.selectors.tournaments import TournamentPage

BOT_WORDS = {
    "random@1": _("random cards"),
    "rulebook@1": _("a club player's rules of thumb"),
    "policy@1": _("a practised player, who sees at once what a card is worth"),
    "solver@1": _("the strongest, who thinks hundreds of deals through for every card"),
}
SEAT_CHOICES = [("S", _("South (the player)")), ("W", _("West")), ("N", _("North")), ("E", _("East"))]


class LocalTimeField(forms.DateTimeField):
    """A date and time on the clock of the site, by the browser's own picker."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y %H:%M"], **options)


class TournamentForm(RulesForm):
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
    first_dealer = forms.ChoiceField(label=_("First dealer"), choices=SEAT_CHOICES, initial="S")
    bots = forms.ChoiceField(label=_("Bots"), initial=BOTS[0])
    ingredient = forms.CharField(
        label=_("Public ingredient"),
        max_length=INGREDIENT_LENGTH,
        required=False,
        help_text=_(
            "Seldom needed. A value that nobody knows yet and everyone can look up, such as “the Lotto draw of 4 "
            "December”. You enter it once it is known; until then no cards are dealt."
        ),
    )

    FROZEN = ("title", "capacity", "first_dealer", "bots", "ingredient", *RulesForm.RULES)
    PASSED: ClassVar = {State.OPEN: ("opens_at",), State.CLOSED: ("opens_at", "closes_at")}
    """The times that lie behind in these states; a time of an act has seconds, which the form could not give back."""

    def __init__(
        self, *args: Any, page: TournamentPage | None = None, copied: TournamentPage | None = None, **options: Any
    ) -> None:
        """The form for a new tournament, perhaps `copied` from another, or for what may change of the one on `page`."""
        source, now = page or copied, timezone.now()
        initial = read_source(self, source) if source else {}
        if copied is not None:
            # What was announced for those cards is known by now.
            initial["ingredient"] = ""
            initial["opens_at"], initial["closes_at"] = weeks_later((copied.opens_at, copied.closes_at), now)
        if page is None:
            initial["closes_at"] = initial.get("closes_at") or evening_in_a_week(now)
        super().__init__(*args, **{"initial": initial, **options})
        bots = self.fields["bots"]
        assert isinstance(bots, forms.ChoiceField)
        bots.choices = [(name, f"{name}: {BOT_WORDS.get(name, name)}") for name in BOTS]
        if initial.get("bots", BOTS[0]) not in BOTS:
            # A version that is no longer offered: the copy plays against the usual one.
            self.initial["bots"] = bots.initial
        if page is not None and page.state != State.DRAFT:
            for name in (*self.FROZEN, *self.PASSED.get(page.state, ())):
                self.fields.pop(name, None)
            self.fields["reason"] = forms.CharField(
                label=_("Why the times change"),
                max_length=500,
                required=False,
                help_text=_("Everyone can read this beside the change."),
            )

    def read_shown(self) -> dict[str, Any]:
        """What can be read of the form as it stands, typed or not, for a preview; None where it cannot."""
        return {**read_fields(self, self.fields), **self.read_system()}


class SeriesForm(RulesForm):
    """All of a plan."""

    name = forms.CharField(
        label=_("Name of the series"),
        max_length=80,
        widget=forms.TextInput(attrs={"placeholder": _("Day tournament")}),
    )
    title = forms.CharField(
        label=_("Title of each tournament"),
        max_length=120,
        initial=_("Day tournament {datum}"),
        help_text=_("{datum} becomes the date, {nummer} counts the days, {tafel} is the number of the table."),
    )
    description = forms.CharField(
        label=_("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown above the list of players. Plain text."),
    )
    weekday = forms.TypedChoiceField(label=_("Which days"), required=False, coerce=int, empty_value=None)
    opens = forms.TimeField(
        label=_("Opens at"),
        input_formats=["%H:%M", "%H:%M:%S", "%H.%M", "%H u %M", "%Hu%M"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("The time on the clock in Belgium, in summer and in winter."),
    )
    starts_on = forms.DateField(
        label=_("From"),
        initial=timezone.localdate,
        input_formats=["%Y-%m-%d", "%d/%m/%Y"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    hours = forms.IntegerField(
        label=_("Hours open"), required=False, min_value=1, help_text=_("Empty: until the next one opens.")
    )
    review_hours = forms.IntegerField(
        label=_("Hours of review"),
        min_value=0,
        max_value=MAX_REVIEW_HOURS,
        initial=0,
        help_text=_("How long the list can still be corrected after closing."),
    )
    capacity = forms.IntegerField(
        label=_("Places a table"),
        min_value=1,
        max_value=MAX_CAPACITY,
        initial=MAX_CAPACITY,
        help_text=_("When a table is full the next one opens, on its own deals."),
    )
    first_dealer = forms.ChoiceField(label=_("First dealer"), choices=SEAT_CHOICES, initial="S")
    bots = forms.ChoiceField(label=_("Bots"), initial=BOTS[0])

    PLAN = ("weekday", "opens", "starts_on", "hours")

    def __init__(self, *args: Any, series: Series | None = None, **options: Any) -> None:
        """The form for a new series, or to change `series`."""
        if series is not None:
            options.setdefault("initial", read_source(self, series))
        super().__init__(*args, **options)
        weekday, bots = self.fields["weekday"], self.fields["bots"]
        assert isinstance(weekday, forms.TypedChoiceField)
        assert isinstance(bots, forms.ChoiceField)
        weekday.choices = [("", _("every day")), *((str(number), name) for number, name in WEEKDAYS.items())]
        bots.choices = [(name, f"{name}: {BOT_WORDS.get(name, name)}") for name in BOTS]

    def read_plan(self) -> dict[str, Any]:
        """What can be read of the plan as it stands in the form, typed or not, for a preview; None where it cannot."""
        return read_fields(self, self.PLAN)


class IngredientForm(forms.Form):
    """The value of the public ingredient, once it is known."""

    value = forms.CharField(
        label=_("Value"),
        max_length=INGREDIENT_LENGTH,
        help_text=_("Exactly as it was published. It cannot be changed afterwards."),
    )


class ReasonForm(forms.Form):
    """The public reason of an organiser's act."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, help_text=_("Everyone can read this."), widget=forms.TextInput
    )


class PostponeForm(ReasonForm):
    """A later closing time, and why."""

    closes_at = LocalTimeField(label=_("Closes at"))
    field_order = ("closes_at", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].required = False


class MessageForm(forms.Form):
    """What an organiser writes to his players; `key` makes a form that is sent twice one message."""

    audience = forms.ChoiceField(label=_("To whom"), choices=Audience.choices, initial=Audience.ALL)
    text = forms.CharField(
        label=_("Your message"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Plain text. Write nothing about cards while others are still playing."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class DisqualifyForm(ReasonForm):
    """Which entry is put last on the list, and why."""

    entry = forms.IntegerField(widget=forms.HiddenInput)


def read_source(form: RulesForm, source: TournamentPage | Series) -> dict[str, Any]:
    """What the fields of a form begin with, from a tournament or a series."""
    plain = [name for name in form.base_fields if name == "boards" or name not in form.RULES]
    return {**{name: getattr(source, name) for name in plain}, **read_rules(source.system, source.options)}


def read_fields(form: forms.Form, names: Iterable[str]) -> dict[str, Any]:
    """The values of these fields as they stand in a form, each by itself; None for one that cannot be read."""
    values: dict[str, Any] = {}
    for name in names:
        try:
            values[name] = form.fields[name].clean(form[name].value())
        except forms.ValidationError:
            values[name] = None
    return values


def add_refusal(form: forms.Form, refusal: ServiceError) -> None:
    """Put what a service refused beside the fields it concerns, or at the top of the form."""
    for name, message in refusal.field_messages().items():
        beside = getattr(form, "FIELD_OF", {}).get(name, name)
        form.add_error(beside if beside in form.fields else None, message)
    if not refusal.fields:
        form.add_error(None, refusal.message)
