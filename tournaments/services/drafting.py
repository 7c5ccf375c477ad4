"""Making a tournament and changing what may still change of it."""

import secrets
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from engine.cards import Seat
from tournaments.access import RUNNING, SETTLED, effective_state, may_create
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import (
    FILLED_IN,
    INGREDIENT_LENGTH,
    MAX_BOARDS,
    MAX_CAPACITY,
    MAX_REVIEW_HOURS,
    ActKind,
    State,
    Tournament,
    TournamentSecret,
)
from tournaments.services.acts import log_act
from tournaments.services.locking import lock_organised
from tournaments.services.ruling import RULE_FIELDS, check_rules, find_options_fault, find_play_faults
from tournaments.services.telling import tell_closing

TIME_FIELDS = ("opens_at", "closes_at", "review_hours")
"""What may change after the announcement, each time by a public act."""
FROZEN_FIELDS = tuple(name for name in FILLED_IN if name not in ("description", *TIME_FIELDS))
"""What the announcement fixes for good."""
TEXT_LIMITS = {
    "title": 120,
    "description": 4000,
    "system": 32,
    "bots": 64,
    "first_dealer": 1,
    "ingredient": INGREDIENT_LENGTH,
}
RANGES = {"capacity": (1, MAX_CAPACITY), "boards": (1, MAX_BOARDS), "review_hours": (0, MAX_REVIEW_HOURS)}
YEARS = (2000, 2100)
"""Beyond them a time is a slip of the finger, and at the ends of the calendar it could not be reckoned with."""
REASON_LIMIT = 500
TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""Classes of the characters that turn the direction of writing: what follows would be read backwards."""


def create_tournament(user: Any, fields: Mapping[str, Any], now: datetime, key: UUID | None = None) -> Tournament:
    """Make a draft with these `fields` (names of `FILLED_IN`); what is left out gets its usual value.

    Its secret of 32 bytes comes from the operating system. A draft may be half filled; `announce_tournament` asks
    for the rest. `key` is the form's own: the same one again gives the same tournament. Raises `ServiceError`
    "not_organiser", "invalid" (with `fields`).
    """
    if not may_create(user):
        raise ServiceError("not_organiser")
    check_fields(fields)
    check_rules(Tournament(**fields))
    made = Tournament.objects.filter(organiser=user, form_key=key)
    if key is not None and (found := made.first()) is not None:
        # Gone back to and typed on, it is still the same draft.
        return change_tournament(user, found.pk, fields, now) if found.state == State.DRAFT else found
    try:
        with transaction.atomic():
            return add_draft(user, {**fields, "form_key": key}, now)
    except IntegrityError:
        # The same form, sent twice at once.
        return made.get()


def add_draft(organiser: Any, fields: Mapping[str, Any], now: datetime) -> Tournament:
    """A draft of these fields, which have been checked, and its secret; within the caller's transaction."""
    tournament = Tournament.objects.create(organiser=organiser, created_at=now, **fields)
    TournamentSecret.objects.create(tournament=tournament, secret=secrets.token_bytes(32))
    return tournament


def change_tournament(
    user: Any, tournament_id: int, fields: Mapping[str, Any], now: datetime, reason: str = "", edition: str = ""
) -> Tournament:
    """Change these fields. Of a draft, all; once announced, the description and, by public acts, the times.

    A field that keeps its value is no change, so a whole form may be sent; `edition` is that of the tournament as the
    form showed it. A closing time is put forward only with a reason, and all entrants are mailed when it changes.
    Raises `ServiceError` "no_tournament", "not_organiser", "invalid" (with `fields`), "frozen" (with `fields`),
    "wrong_state", "changed_meanwhile".
    """
    check_fields(fields)
    check_text("reason", reason, REASON_LIMIT)
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        state = effective_state(tournament, now)
        if edition and edition != tournament.edition:
            raise ServiceError("changed_meanwhile")
        changed = {name: value for name, value in fields.items() if getattr(tournament, name) != value}
        if state in SETTLED:
            raise ServiceError("wrong_state", state=state.label)
        before = {name: getattr(tournament, name) for name in changed}
        for name, value in changed.items():
            setattr(tournament, name, value)
        if RULE_FIELDS.intersection(changed):
            check_rules(tournament)
        if state != State.DRAFT:
            _check_late_changes(tournament, state, changed, now)
            if (
                "closes_at" in changed
                and _is_put_forward(before["closes_at"], changed["closes_at"])
                and not reason.strip()
            ):
                raise ServiceError("invalid", fields={"reason": FieldFault("reason_to_close_early")})
            for name in TIME_FIELDS:
                if name in changed:
                    values = {"before": before[name], "after": changed[name]}
                    log_act(tournament, user, ActKind(name), now, reason=reason, **values)
            if "description" in changed:
                log_act(tournament, user, ActKind.DESCRIPTION, now, reason=reason)
        tournament.save(update_fields=list(changed))
        if state in RUNNING and "closes_at" in changed:
            tell_closing(tournament, user, now, reason)
    return tournament


def postpone_closing(
    user: Any, tournament_id: int, closes_at: datetime, now: datetime, reason: str = "", edition: str = ""
) -> Tournament:
    """Let a tournament that is announced or open close later than it was to.

    Raises as `change_tournament` does, and "invalid" for a time that is not later.
    """
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        state = effective_state(tournament, now)
        if state not in RUNNING:
            raise ServiceError("wrong_state", state=state.label)
        if (
            tournament.closes_at is not None
            and closes_at <= tournament.closes_at
            and edition in ("", tournament.edition)
        ):
            raise ServiceError("invalid", fields={"closes_at": FieldFault("not_later")})
        return change_tournament(user, tournament_id, {"closes_at": closes_at}, now, reason, edition)


def check_fields(fields: Mapping[str, Any]) -> None:
    """See that each field is known, of the right type and within its limits. Raises `ServiceError` "invalid"."""
    faults = {name: fault for name, value in fields.items() if (fault := find_fault(name, value)) is not None}
    if faults:
        raise ServiceError("invalid", fields=faults)


def check_complete(tournament: Tournament, now: datetime) -> None:
    """See that a draft has all it needs to be announced at `now`. Raises `ServiceError` "incomplete"."""
    faults: dict[str, FieldFault] = {}
    if not tournament.title.strip():
        faults["title"] = FieldFault("required")
    faults |= find_time_faults(tournament, now)
    faults |= find_play_faults(tournament)
    if faults:
        raise ServiceError("incomplete", fields=faults)


def find_time_faults(tournament: Tournament, now: datetime) -> dict[str, FieldFault]:
    """What is wrong with the times of a tournament that is to go on from `now`."""
    if tournament.closes_at is None:
        return {"closes_at": FieldFault("required")}
    if tournament.closes_at <= now:
        return {"closes_at": FieldFault("in_the_past")}
    if tournament.opens_at is not None and tournament.opens_at >= tournament.closes_at:
        return {"opens_at": FieldFault("not_before_closing")}
    return {}


def check_text(name: str, value: Any, limit: int, *, required: bool = False) -> None:
    """See that a text can be stored and is at most `limit` characters. Raises `ServiceError` "invalid"."""
    fault = find_text_fault(value, limit)
    if fault is None and required and not value.strip():
        fault = FieldFault("required")
    if fault is not None:
        raise ServiceError("invalid", fields={name: fault})


def _check_late_changes(tournament: Tournament, state: State, changed: Mapping[str, Any], now: datetime) -> None:
    frozen = {name: FieldFault("frozen") for name in changed if name in FROZEN_FIELDS}
    if "opens_at" in changed and state != State.ANNOUNCED:
        frozen["opens_at"] = FieldFault("already_open")
    if "closes_at" in changed and state == State.CLOSED:
        frozen["closes_at"] = FieldFault("frozen")
    if frozen:
        raise ServiceError("frozen", fields=frozen)
    if "opens_at" in changed or "closes_at" in changed:
        faults = find_time_faults(tournament, now)
        if tournament.opens_at is not None and "opens_at" in changed and tournament.opens_at <= now:
            faults["opens_at"] = FieldFault("in_the_past")
        if faults:
            raise ServiceError("invalid", fields=faults)


def _is_put_forward(before: datetime | None, after: datetime | None) -> bool:
    return before is not None and after is not None and after < before


def find_fault(name: str, value: Any) -> FieldFault | None:
    """What is wrong with the value of one field of a tournament, by itself."""
    if name not in FILLED_IN:
        return FieldFault("unknown_field")
    if name in TEXT_LIMITS:
        fault = find_text_fault(value, TEXT_LIMITS[name])
        if fault is None and name != "description" and len(value.splitlines()) > 1:
            return FieldFault("bad_characters")
        if fault is None and name == "first_dealer" and value not in Seat.__members__:
            return FieldFault("unknown_seat")
        return fault
    if name in RANGES:
        return find_number_fault(value, *RANGES[name])
    if name == "options":
        return find_options_fault(value)
    if value is not None and (not isinstance(value, datetime) or value.tzinfo is None):
        return FieldFault("not_a_time")
    if value is not None and not YEARS[0] <= value.year <= YEARS[1]:
        return FieldFault("out_of_range", low=YEARS[0], high=YEARS[1])
    return FieldFault("required") if value is None and name == "review_hours" else None


def find_text_fault(value: Any, limit: int) -> FieldFault | None:
    """What is wrong with a text of at most `limit` characters."""
    if not isinstance(value, str):
        return FieldFault("not_text")
    if len(value) > limit:
        return FieldFault("too_long", limit=limit)
    # Neither NUL nor half a surrogate pair can be stored; other control characters have no place on one line.
    kinds = {unicodedata.category(character) for character in value if character not in "\t\r\n"}
    if kinds & {"Cc", "Cs"} or {unicodedata.bidirectional(character) for character in value} & TURNING:
        return FieldFault("bad_characters")
    return None


def find_number_fault(value: Any, low: int, high: int) -> FieldFault | None:
    """What is wrong with a whole number from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool):
        return FieldFault("not_a_number")
    return None if low <= value <= high else FieldFault("out_of_range", low=low, high=high)
