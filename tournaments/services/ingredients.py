"""The public ingredient of a tournament: a value that nobody knew when it was announced, mixed into all its cards."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.access import RUNNING, effective_state
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import INGREDIENT_LENGTH, ActKind, Tournament
from tournaments.services.acts import log_act
from tournaments.services.drafting import check_text
from tournaments.services.locking import lock_organised


def enter_ingredient(user: Any, tournament_id: int, value: str, now: datetime) -> Tournament:
    """Enter the value that was announced, for good; from here on people can be dealt to, and not a moment before.

    Entering the same again changes nothing. Raises `ServiceError` "no_tournament", "not_organiser", "no_ingredient",
    "ingredient_fixed", "wrong_state", "invalid".
    """
    check_text("value", value, INGREDIENT_LENGTH, required=True)
    value = value.strip()
    if len(value.splitlines()) > 1:
        raise ServiceError("invalid", fields={"value": FieldFault("bad_characters")})
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        if not tournament.ingredient:
            raise ServiceError("no_ingredient")
        if tournament.ingredient_value == value:
            return tournament
        if tournament.ingredient_value:
            raise ServiceError("ingredient_fixed", value=tournament.ingredient_value)
        state = effective_state(tournament, now)
        if state not in RUNNING:
            raise ServiceError("wrong_state", state=state.label)
        tournament.ingredient_value = value
        tournament.save(update_fields=["ingredient_value"])
        log_act(tournament, user, ActKind.INGREDIENT, now, reason=value)
    return tournament
