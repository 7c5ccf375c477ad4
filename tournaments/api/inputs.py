"""Reading what a client sent: the right fields of the right types, or a refusal that names each fault."""

from typing import Any

from django.http import QueryDict

from tournaments.errors import FieldFault, ServiceError
from tournaments.models import State

LARGEST_ID = 2**63 - 1
LARGEST_PLY = 10**6
LONGEST_ACT = 2


def read_act(data: Any) -> tuple[int, str]:
    """The ply and the act of `{"ply": 57, "act": "ST"}`. Raises `ServiceError` "invalid"."""
    if not isinstance(data, dict):
        raise ServiceError("invalid")
    faults = {name: FieldFault("unknown_field") for name in data if name not in ("ply", "act")}
    ply, act = data.get("ply"), data.get("act")
    if ply is None:
        faults["ply"] = FieldFault("required")
    elif not isinstance(ply, int) or isinstance(ply, bool):
        faults["ply"] = FieldFault("not_a_number")
    elif not 0 <= ply <= LARGEST_PLY:
        faults["ply"] = FieldFault("out_of_range", low=0, high=LARGEST_PLY)
    if act is None:
        faults["act"] = FieldFault("required")
    elif not isinstance(act, str):
        faults["act"] = FieldFault("not_text")
    elif len(act) > LONGEST_ACT:
        faults["act"] = FieldFault("too_long", limit=LONGEST_ACT)
    if faults:
        raise ServiceError("invalid", fields=faults)
    assert isinstance(ply, int)
    assert isinstance(act, str)
    return ply, act


def read_list_query(query: QueryDict) -> tuple[State | None, int | None]:
    """`?state=open&before=12` of a list of tournaments. Raises `ServiceError` "invalid"."""
    faults: dict[str, FieldFault] = {}
    state, before = query.get("state"), query.get("before")
    if state is not None and state not in State.values:
        faults["state"] = FieldFault("unknown_state")
    if before is not None and not (before.isascii() and before.isdigit()):
        faults["before"] = FieldFault("not_a_number")
    elif before is not None and int(before[:20]) > LARGEST_ID:
        faults["before"] = FieldFault("out_of_range", low=1, high=LARGEST_ID)
    if faults:
        raise ServiceError("invalid", fields=faults)
    return None if state is None else State(state), None if before is None else int(before)
