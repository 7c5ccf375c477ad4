"""The rule sheets in words: what a system is called, and in one sentence by which rules a boom is played."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.errors import EngineError
from engine.systems import OPTIONS, SYSTEMS, System, get_system

SYSTEM_NAMES: dict[str, Promise] = {
    "site": gettext_lazy("House rules"),
    "whisthub": gettext_lazy("Whisthub, with doubling"),
    "malilla": gettext_lazy("Malilla, trump turned up"),
    "manillen61": gettext_lazy("Manillen with 61"),
    "manilj": gettext_lazy("Manilj, all tricks double"),
}
"""What each system is called where one is chosen."""
SHORT_NAMES: dict[str, Promise] = {
    **SYSTEM_NAMES,
    "whisthub": gettext_lazy("Whisthub"),
    "malilla": gettext_lazy("Malilla"),
    "manilj": gettext_lazy("Manilj"),
}
"""What it is called where a sentence tells the rest."""

CHANGED: dict[tuple[str, int], Promise] = {
    ("all_tricks_factor", 1): gettext_lazy("no bonus for all tricks"),
    ("cap", 1): gettext_lazy("nothing counts double"),
    ("cap", 2): gettext_lazy("at most double"),
    ("cap", 4): gettext_lazy("at most four times"),
    ("cap", 8): gettext_lazy("at most eight times"),
    ("doubling", 0): gettext_lazy("no doubling"),
    ("last_trick", 0): gettext_lazy("the last trick counts no point more"),
    ("last_trick", 1): gettext_lazy("the last trick counts one point more"),
    ("losers_lose", 1): gettext_lazy("losers lose what winners write"),
    ("packing", 44): gettext_lazy("dealt in packets of 4-4"),
    ("packing", 323): gettext_lazy("dealt in packets of 3-2-3"),
    ("packing", 332): gettext_lazy("dealt in packets of 3-3-2"),
    ("partner_blind", 0): gettext_lazy("the dealer's partner sees his cards at once"),
    ("partner_blind", 1): gettext_lazy("the dealer's partner sees his cards once trump is known"),
    ("partner_exempt", 1): gettext_lazy("free on partner's trick"),
    ("pips_target", 1): gettext_lazy("each side adds up its own card points"),
    ("tie_carries", 0): gettext_lazy("nothing carries over after a tie"),
    ("tie_carries", 1): gettext_lazy("after a tie the next deal counts double"),
}
"""An option that differs from its system's own value, in words."""


def read_system(table: Mapping[str, Any]) -> System:
    """The rules by which a table is played, from its answer."""
    return get_system(table["system"], {**table["options"], "deal_limit": table["boards"]})


def name_system(name: str) -> str:
    """What a system is called."""
    return str(SHORT_NAMES.get(name, name))


def describe_source(name: str, options: Mapping[str, int], boards: int) -> str:
    """By which rules a tournament or a series is played, in one sentence; only their name while they are none."""
    try:
        return describe_rules(get_system(name, {**options, "deal_limit": boards}))
    except EngineError:
        return name_system(name)


def describe_rules(system: System) -> str:
    """By which rules is played, in one sentence: the sheet, how long, how trump comes, and what was changed."""
    usual = SYSTEMS[system.name]
    parts = [describe_length(system)]
    if not system.dealer_names:
        parts.append(describe_trump(system))
    elif not usual.dealer_names:
        parts.append(_("the dealer names trump"))
    if system.doubling:
        parts.append(_("with doubling"))
    if system.blind_no_trump:
        parts.append(_("blind no trump allowed"))
    if not system.clockwise:
        parts.append(_("counter-clockwise"))
    if system.all_tricks_factor > 1:
        parts.append(_("all eight tricks count double"))
    for option in OPTIONS:
        value = int(getattr(system, option))
        if value != getattr(usual, option) and (option, value) in CHANGED:
            parts.append(str(CHANGED[option, value]))
    return f"{name_system(system.name)}: {', '.join(parts)}"


def describe_length(system: System) -> str:
    """How long a boom lasts."""
    if system.fixed_deals:
        count = system.fixed_deals
        return ngettext("just %(count)s deal", "just %(count)s deals", count) % {"count": count}
    if system.deal_limit:
        length = {"target": system.target, "boards": system.deal_limit}
        return (
            ngettext(
                "to %(target)s, at most %(boards)s deal", "to %(target)s, at most %(boards)s deals", system.deal_limit
            )
            % length
        )
    return _("to %(target)s") % {"target": system.target}


def describe_trump(system: System) -> str:
    """How trump comes."""
    if system.turned_trump:
        return _("the last card dealt turns up trump")
    if system.always_no_trump:
        return _("always without trump")
    if system.forced_no_trump:
        return _("trump named in turn, without trump after three passes")
    if system.pass_round:
        return _("trump named in turn or passed")
    return _("the dealer names trump")
