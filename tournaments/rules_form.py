"""The part of the organiser's forms that chooses by which rules is played, as those who play would say it.

It shows only what goes with the system chosen. The form carries in `sheet` for which system its boxes were drawn: a box
that was not there has not been left empty.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.systems import OPTIONS, SYSTEMS, System, get_system
from tournaments.models import MAX_BOARDS
from tournaments.services.ruling import find_rule_faults
from tournaments.sheets import SYSTEM_NAMES, describe_source

PRESET = "voorkeuze"
"""The name of the buttons that fill in a known way of playing."""

PRESETS: dict[str, tuple[Promise, str, dict[str, int]]] = {
    "101": (_("Classic boom, to 101"), "site", {}),
    "61": (_("Half boom, to 61"), "site", {"target": 61}),
    "16": (_("Everyone deals four times: 16 deals"), "site", {"fixed_deals": 16}),
    "kloppen": (_("With doubling, to 101"), "whisthub", {}),
    "12": (_("Manilj, 12 deals"), "manilj", {"fixed_deals": 12}),
    "malilla": (_("Malilla, to 101"), "malilla", {}),
    "21": (_("Manillen with 61, to 21"), "manillen61", {}),
}
"""Known ways of playing: what they are called, their system and its options."""

WAYS: dict[str, tuple[Promise, dict[str, int]]] = {
    "dealer": (_("The dealer names it"), {}),
    "turned": (_("The last card dealt is turned up"), {"turned_trump": 1}),
    "round": (_("Each in turn names it or passes"), {"pass_round": 1}),
    "round_without": (
        _("Each in turn; after three passes the dealer plays without"),
        {"pass_round": 1, "forced_no_trump": 1},
    ),
    "never": (_("Always without trump"), {"always_no_trump": 1}),
}
"""How trump comes, each with the options that are on then."""
WAY_OPTIONS = ("turned_trump", "pass_round", "forced_no_trump", "always_no_trump")

BOXES = (
    "doubling",
    "blind_no_trump",
    "partner_blind",
    "partner_exempt",
    "tie_carries",
    "last_trick",
    "all_tricks_factor",
    "losers_lose",
    "pips_target",
)
"""The options that are a box to tick."""
PACKETS = {323: "3-2-3", 332: "3-3-2", 44: "4-4"}
MULTIPLIERS = {1: "×1", 2: "×2", 4: "×4", 8: "×8"}


class RulesForm(forms.Form):
    """System and options. What is sent becomes `system` and `options` among the cleaned fields."""

    system = forms.ChoiceField(label=_("Rules"), choices=list(SYSTEM_NAMES.items()), initial="site")
    target = forms.IntegerField(
        label=_("To how many points"), required=False, min_value=0, max_value=1000, help_text=_("Such as 101 or 61.")
    )
    fixed_deals = forms.IntegerField(
        label=_("Or a fixed number of deals"),
        required=False,
        min_value=0,
        max_value=MAX_BOARDS,
        help_text=_("Such as 16. Then everyone plays just as many, and every deal can be compared."),
    )
    boards = forms.IntegerField(label=_("Deals at most"), min_value=1, max_value=MAX_BOARDS, initial=MAX_BOARDS)
    way = forms.ChoiceField(
        label=_("How trump comes"), required=False, choices=[(name, words) for name, (words, _on) in WAYS.items()]
    )
    cap = forms.TypedChoiceField(
        label=_("A deal counts at most"), required=False, coerce=int, choices=list(MULTIPLIERS.items())
    )
    packing = forms.TypedChoiceField(
        label=_("Dealt in packets of"), required=False, coerce=int, choices=list(PACKETS.items())
    )
    doubling = forms.BooleanField(label=_("Doubling: mee and tegen"), required=False)
    blind_no_trump = forms.BooleanField(label=_("The dealer may play blind without trump (×4)"), required=False)
    partner_blind = forms.BooleanField(
        label=_("The dealer's partner sees his cards only once trump is known"), required=False
    )
    partner_exempt = forms.BooleanField(label=_("On partner's trick nobody has to ruff"), required=False)
    tie_carries = forms.BooleanField(label=_("After a tie the next deal counts double"), required=False)
    last_trick = forms.BooleanField(label=_("The last trick counts one point more"), required=False)
    all_tricks_factor = forms.BooleanField(label=_("All eight tricks count double"), required=False)
    losers_lose = forms.BooleanField(label=_("Losers lose what winners write"), required=False)
    pips_target = forms.BooleanField(label=_("Each side adds up all its card points"), required=False)
    sheet = forms.CharField(required=False, widget=forms.HiddenInput)

    RULES = ("system", "target", "fixed_deals", "boards", "way", "cap", "packing", "sheet", *BOXES)
    FIELD_OF: ClassVar = dict.fromkeys(WAY_OPTIONS, "way")
    """Beside which field the fault of an option stands that has none of its own name."""

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        """`data` as it was sent. A known way of playing fills it in, and so does a system its boxes are not of."""
        self.turned_over = False
        if data is not None:
            data = self._fill_in(data)
        initial = kwargs.pop("initial", None) or {}
        super().__init__(data, initial={**read_rules(initial.get("system", "site"), {}), **initial}, **kwargs)
        name = self._shown("system")
        system = name if name in SYSTEMS else "site"
        kept = offer_options(system, self._read_options(system, self._shown))
        for option in (*BOXES, "cap", "packing"):
            if option not in kept:
                del self.fields[option]

    def _shown(self, name: str) -> Any:
        return self[name].value() if name in self.fields else None

    def _fill_in(self, data: QueryDict) -> QueryDict:
        chosen, system = PRESETS.get(data.get(PRESET, "")), data.get("system", "site")
        if chosen is not None:
            return _overwrite(data, {**read_rules(*chosen[1:]), "boards": MAX_BOARDS})
        if system not in SYSTEMS or data.get("sheet") == system:
            return data
        if "sheet" in data:
            self.turned_over = True
            return _overwrite(data, read_rules(system, {}))
        # Sent by who saw no boxes: the system as it is, and what was filled in.
        return _overwrite(data, {**read_rules(system, {}), **{name: data[name] for name in data}})

    def clean(self) -> dict[str, Any]:
        """Put what was chosen together as a system and its options."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "boards" not in self.fields:
            return cleaned
        if self.turned_over:
            self.add_error("system", _("These are the options of this system now. Look them over, then save again."))
        system = cleaned.get("system", "site")
        cleaned["options"] = self._read_options(system, cleaned.get)
        for name in self.RULES:
            if name not in ("system", "boards"):
                cleaned.pop(name, None)
        return cleaned

    def _read_options(self, name: str, read: Any) -> dict[str, int]:
        """In what the fields differ from the system as it is."""
        usual = SYSTEMS[name]
        fixed = _number(read("fixed_deals"))
        values: dict[str, int] = {"fixed_deals": fixed}
        if not fixed:
            values["target"] = _number(read("target"))
        on = WAYS.get(read("way") or "", (None, None))[1]
        if on is not None:
            values |= {option: on.get(option, 0) for option in WAY_OPTIONS}
        for option in BOXES:
            if option in self.fields:
                ticked = read(option) in (True, "on", "1", "true")
                values[option] = OPTIONS[option][-1] if ticked else OPTIONS[option][0]
        for option in ("cap", "packing"):
            if option in self.fields and read(option) not in (None, ""):
                values[option] = _number(read(option))
        return {option: value for option, value in values.items() if value != int(getattr(usual, option))}

    def read_system(self) -> dict[str, Any]:
        """What can be read of system, options and deals as they stand, for a preview: `rules` in words, or `faults`."""
        name, boards = self._shown("system"), _number(self._shown("boards"))
        if name not in SYSTEMS or not 1 <= boards <= MAX_BOARDS:
            return {"rules": "", "faults": []}
        options = self._read_options(name, self._shown)
        faults = [fault.message for fault in find_rule_faults(name, options, boards).values()]
        return {"rules": "" if faults else describe_source(name, options, boards), "faults": faults}

    @property
    def boxes(self) -> list[forms.BoundField]:
        """The boxes that are shown."""
        return [self[name] for name in BOXES if name in self.fields]

    @property
    def presets(self) -> list[tuple[str, Promise]]:
        return [(name, words) for name, (words, _system, _options) in PRESETS.items()]


def read_rules(name: str, options: Mapping[str, int]) -> dict[str, Any]:
    """The fields of the form for a system and its options; those of the system as it is where they contradict."""
    try:
        system = get_system(name, options)
    except EngineError:
        system = SYSTEMS.get(name, SYSTEMS["site"])
    boxes = {option: int(getattr(system, option)) == OPTIONS[option][-1] for option in BOXES}
    return {
        "system": system.name,
        "sheet": system.name,
        "target": system.target if system.target and not system.fixed_deals else None,
        "fixed_deals": system.fixed_deals or None,
        "way": _find_way(system),
        "cap": system.cap,
        "packing": system.packing,
        **boxes,
    }


def offer_options(name: str, options: Mapping[str, int]) -> set[str]:
    """The options that go with a system: those changed already, and each that alone could be changed beside them."""
    try:
        get_system(name, options)
        beside = options
    except EngineError:
        beside = {}
    offered = set(options)
    for option, values in OPTIONS.items():
        usual = int(getattr(SYSTEMS[name], option))
        if any(_goes(name, {**beside, option: value}) for value in values[:9] if value != usual):
            offered.add(option)
    return offered


def _goes(name: str, options: Mapping[str, int]) -> bool:
    try:
        get_system(name, options)
    except EngineError:
        return False
    return True


def _find_way(system: System) -> str:
    on = {option: 1 for option in WAY_OPTIONS if getattr(system, option)}
    return next(name for name, (_words, its) in WAYS.items() if its == on)


def _overwrite(data: QueryDict, fields: Mapping[str, Any]) -> QueryDict:
    """What was sent, with these fields in place of its own; a box that is off is left out, as a browser does."""
    filled = data.copy()
    for name, value in fields.items():
        if value is False or value is None:
            filled.pop(name, None)
        else:
            filled[name] = "on" if value is True else str(value)
    return filled


def _number(value: Any) -> int:
    try:
        return int(value or 0)
    except ValueError:
        return 0
