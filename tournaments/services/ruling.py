"""By which rules a tournament may be played: its system, its options, its number of deals, and why not."""

from collections.abc import Mapping
from typing import Any

from engine.bots import BOTS
from engine.errors import OptionError, UnknownError
from engine.systems import OPTIONS, get_system
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import Series, Tournament

TABLE_OPTIONS = OPTIONS.keys() - {"deal_limit", "tie_same_dealer"}
"""The options of a tournament: the number of deals is a field of its own, and everyone has the same dealer on every
deal, whatever came before it."""
RULE_FIELDS = frozenset(("system", "options", "boards"))
"""What the rules of play follow from."""


def check_rules(source: Tournament | Series) -> None:
    """See that options and number of deals go with the system; a draft may lack that still.

    Raises `ServiceError` "invalid".
    """
    faults = find_rule_faults(source.system, source.options, source.boards)
    if faults.keys() - {"system"}:
        raise ServiceError("invalid", fields=faults)


def find_play_faults(source: Tournament | Series) -> dict[str, FieldFault]:
    """What of its rules and bots cannot be played with here."""
    faults = find_rule_faults(source.system, source.options, source.boards)
    if source.bots not in BOTS:
        faults["bots"] = FieldFault("unknown_bots")
    return faults


def find_rule_faults(system: str, options: Mapping[str, int], boards: int) -> dict[str, FieldFault]:
    """Why this cannot be played by, under the name of the option at fault."""
    fault = find_options_fault(options)
    if fault is not None:
        return {"options": fault}
    try:
        get_system(system, {**options, "deal_limit": boards})
    except UnknownError:
        return {"system": FieldFault("unknown_system")}
    except OptionError as error:
        details = {"boards": boards, "fixed_deals": options.get("fixed_deals", 0)}
        return {error.option: FieldFault(f"{error.rule}_{error.option}", **details)}
    return {}


def find_options_fault(options: Any) -> FieldFault | None:
    """What is wrong with options by themselves, whatever the system."""
    if not isinstance(options, dict):
        return FieldFault("unknown_option")
    for name, value in options.items():
        if not isinstance(name, str) or name not in TABLE_OPTIONS:
            return FieldFault("unknown_option")
        values = OPTIONS[name]
        if not isinstance(value, int) or isinstance(value, bool):
            return FieldFault("not_a_number")
        if value not in values:
            if isinstance(values, range):
                return FieldFault("out_of_range", low=values[0], high=values[-1])
            return FieldFault("not_a_choice", choices=", ".join(map(str, values)))
    return None
