"""Whose seat at which table: how the boom of a place is found, and what is told while there is none."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Q, QuerySet

from tournaments.access import effective_state, refuse_unless_running
from tournaments.errors import ServiceError
from tournaments.models import Boom, Entry, State
from tournaments.selectors.frame import describe_empty
from tournaments.selectors.visible import find_visible


class Place(Protocol):
    """A player's seat at one table, of whatever kind."""

    def list_booms(self) -> QuerySet[Boom]:
        """His boom there, or none, with all that its cards come from."""
        ...

    def describe_missing(self, now: datetime) -> dict[str, Any]:
        """The table while he has no boom there. Raises `ServiceError` where there is no table for him."""
        ...

    def refuse_missing(self, now: datetime) -> ServiceError:
        """Why no act can be done while he has no boom there."""
        ...


@dataclass(frozen=True)
class TournamentPlace:
    """The seat of `user` in a tournament."""

    user: Any
    tournament_id: int

    def list_booms(self) -> QuerySet[Boom]:
        booms = Boom.objects.select_related("entry__tournament__secret")
        return booms.filter(entry__tournament_id=self.tournament_id, entry__user_id=self.user.pk)

    def describe_missing(self, now: datetime) -> dict[str, Any]:
        tournament = find_visible(self.user, self.tournament_id)
        entry = Entry.objects.filter(tournament=tournament, user_id=self.user.pk).first()
        if entry is None:
            raise ServiceError("not_entered")
        return describe_empty(tournament, entry, effective_state(tournament, now))

    def refuse_missing(self, now: datetime) -> ServiceError:
        tournament = find_visible(self.user, self.tournament_id)
        if not Entry.objects.filter(tournament=tournament, user_id=self.user.pk).exists():
            return ServiceError("not_entered")
        refuse_unless_running(effective_state(tournament, now), (State.OPEN,))
        return ServiceError("not_started")


@dataclass(frozen=True)
class Owner:
    """Whose booms of free play: an account's, or a guest's, known by the digest of the key in his session."""

    user_id: int | None = None
    guest: str = ""

    def owns(self, to: str = "") -> Q:
        """Which rows of `FreePlay` are his; none for who is neither. `to` leads to them, as "free_play__"."""
        if self.user_id is not None:
            return Q(**{f"{to}user_id": self.user_id})
        return Q(**{f"{to}guest": self.guest}) if self.guest else Q(pk__in=[])


@dataclass(frozen=True)
class FreePlace:
    """The seat of the owner of one boom of free play. For everyone else it does not exist."""

    owner: Owner
    free_play_id: int

    def list_booms(self) -> QuerySet[Boom]:
        booms = Boom.objects.select_related("free_play__secret")
        return booms.filter(self.owner.owns("free_play__"), free_play_id=self.free_play_id)

    def describe_missing(self, now: datetime) -> dict[str, Any]:
        raise ServiceError("no_free_play")

    def refuse_missing(self, now: datetime) -> ServiceError:
        return ServiceError("no_free_play")


@dataclass(frozen=True)
class PracticePlace:
    """The seat of `user` at a practice of his own on the cards of a tournament. For everyone else it does not exist."""

    user: Any
    tournament_id: int
    practice_id: int

    def list_booms(self) -> QuerySet[Boom]:
        booms = Boom.objects.select_related("practice__tournament__secret")
        if not self.user.is_authenticated:
            return booms.none()
        return booms.filter(
            practice_id=self.practice_id,
            practice__tournament_id=self.tournament_id,
            practice__user_id=self.user.pk,
        )

    def describe_missing(self, now: datetime) -> dict[str, Any]:
        raise ServiceError("no_practice")

    def refuse_missing(self, now: datetime) -> ServiceError:
        return ServiceError("no_practice")
