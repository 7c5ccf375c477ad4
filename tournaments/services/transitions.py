"""A tournament's way from draft to final list: the acts of its organiser, and what its times and its players bring."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from engine.boards import canonical, commit
from tournaments.access import RUNNING, effective_state, review_end
from tournaments.errors import ServiceError
from tournaments.models import ActKind, Entry, EntryState, State, Tournament
from tournaments.records import Deck, announcement_of
from tournaments.services.acts import log_act
from tournaments.services.drafting import REASON_LIMIT, check_complete, check_text, create_tournament
from tournaments.services.locking import lock_booms, lock_organised
from tournaments.services.replying import answer
from tournaments.services.telling import tell_cancelled


def announce_tournament(user: Any, tournament_id: int, now: datetime) -> Tournament:
    """Publish a draft and commit to its secret; what fixes play is frozen from here on, and people may enter.

    Announcing again changes nothing. Raises `ServiceError` "no_tournament", "not_organiser", "wrong_state",
    "incomplete" (with `fields`).
    """
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        if tournament.state == State.ANNOUNCED:
            return tournament
        _need_state(tournament, (State.DRAFT,), now)
        check_complete(tournament, now)
        mark_announced(tournament, now)
        log_act(tournament, user, ActKind.ANNOUNCED, now)
    return tournament


def create_announced(user: Any, fields: Mapping[str, Any], now: datetime, key: UUID | None = None) -> Tournament:
    """Make a tournament of these `fields` and announce it: both, or neither. Raises as those two do."""
    with transaction.atomic():
        return announce_tournament(user, create_tournament(user, fields, now, key).pk, now)


def open_tournament(user: Any, tournament_id: int, now: datetime) -> Tournament:
    """Open an announced tournament at once; an opening time in the future becomes now.

    Opening an open one changes nothing. Raises `ServiceError` "no_tournament", "not_organiser",
    "too_late_to_open", "wrong_state".
    """
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        if tournament.state == State.OPEN and effective_state(tournament, now) == State.OPEN:
            return tournament
        if tournament.state in RUNNING and tournament.closes_at is not None and tournament.closes_at <= now:
            raise ServiceError("too_late_to_open")
        _need_state(tournament, RUNNING, now)
        if tournament.opens_at is not None and tournament.opens_at > now:
            log_act(tournament, user, ActKind.OPENED, now, before=tournament.opens_at, after=now)
            tournament.opens_at = now
        else:
            log_act(tournament, user, ActKind.OPENED, now)
        mark_open(tournament, now)
    return tournament


def close_tournament(user: Any, tournament_id: int, now: datetime, reason: str = "") -> Tournament:
    """Close an open tournament before its time, for good: no card is played after it, the secret is published.

    Closing a closed one changes nothing. Raises `ServiceError` "no_tournament", "not_organiser", "wrong_state".
    """
    check_text("reason", reason, REASON_LIMIT)
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        if tournament.state in (State.CLOSED, State.FINAL):
            return tournament
        state = effective_state(tournament, now)
        if state in (State.CLOSED, State.FINAL):
            mark_closed(tournament, tournament.closes_at or now, now)
            return tournament
        _need_state(tournament, (State.OPEN,), now)
        log_act(tournament, user, ActKind.CLOSED, now, reason=reason, before=tournament.closes_at, after=now)
        tournament.closes_at = now
        mark_closed(tournament, now, now)
    return tournament


def cancel_tournament(user: Any, tournament_id: int, reason: str, now: datetime) -> Tournament:
    """Call a tournament off, from any state but final, with a public reason; there will be no list.

    Cancelling again changes nothing. Raises `ServiceError` "no_tournament", "not_organiser", "wrong_state",
    "invalid" (without a reason).
    """
    check_text("reason", reason, REASON_LIMIT, required=True)
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        if tournament.state == State.CANCELLED:
            return tournament
        state = effective_state(tournament, now)
        if state == State.FINAL:
            raise ServiceError("wrong_state", state=state.label)
        tournament.state = State.CANCELLED
        tournament.cancelled_at = now
        tournament.cancel_reason = reason.strip()
        tournament.save(update_fields=["state", "cancelled_at", "cancel_reason"])
        log_act(tournament, user, ActKind.CANCELLED, now, reason=reason)
        if state != State.DRAFT:
            tell_cancelled(tournament, user, now)
        # A card that is being accepted now is waited for: after this, none is.
        lock_booms(tournament)
    return tournament


def close_if_complete(tournament_id: int, now: datetime) -> bool:
    """Close a tournament that is full and in which all ten places have finished; say whether it did so now."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
        if tournament is None or effective_state(tournament, now) != State.OPEN:
            return False
        if not find_complete(Tournament.objects.filter(pk=tournament_id)).exists():
            return False
        mark_closed(tournament, now, now)
    return True


def find_complete(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of `rows` of which every place is taken and nobody on one has anything left to play."""
    placed = Entry.objects.filter(tournament=OuterRef("pk"), number__isnull=False)
    over = (EntryState.FINISHED, EntryState.UNFINISHED)
    busy = placed.exclude(state__in=over).filter(disqualified_at__isnull=True)
    taken = placed.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return rows.annotate(taken=Coalesce(Subquery(taken), 0)).filter(~Exists(busy), taken__gte=F("capacity"))


def mark_announced(tournament: Tournament, now: datetime) -> None:
    """Publish a draft that is complete, locked by the caller or not seen by anybody yet, and commit to its secret."""
    announcement = canonical(announcement_of(tournament))
    tournament.announcement = announcement.decode()
    tournament.commitment = commit(announcement, bytes(tournament.secret.secret))
    tournament.state = State.ANNOUNCED
    tournament.announced_at = now
    tournament.save(update_fields=["announcement", "commitment", "state", "announced_at"])


def mark_open(tournament: Tournament, opened_at: datetime) -> None:
    """Put a tournament, locked by the caller, in the state open."""
    tournament.state = State.OPEN
    tournament.opened_at = opened_at
    tournament.save(update_fields=["state", "opened_at", "opens_at"])


def mark_closed(tournament: Tournament, closed_at: datetime, now: datetime) -> None:
    """Close a tournament, locked by the caller: what bots owe is answered first, who has not finished is unfinished."""
    if tournament.opened_at is None and tournament.opens_at is not None and tournament.opens_at < closed_at:
        tournament.opened_at = tournament.opens_at
    tournament.state = State.CLOSED
    tournament.closed_at = closed_at
    tournament.save(update_fields=["state", "opened_at", "closed_at", "closes_at"])
    for boom in lock_booms(tournament):
        # The card was accepted in time, so what follows from it counts.
        if boom.bots_due:
            answer(boom, list(boom.plays.order_by("-board")[:1]), Deck(boom.source), now)
    left = Entry.objects.filter(tournament=tournament).exclude(state=EntryState.FINISHED)
    left.update(state=EntryState.UNFINISHED)


def mark_final(tournament: Tournament, now: datetime) -> None:
    """Fix the list of a tournament, locked by the caller, whose review has ended."""
    if tournament.state in RUNNING:
        mark_closed(tournament, tournament.closes_at or now, now)
    tournament.state = State.FINAL
    tournament.final_at = review_end(tournament)
    tournament.save(update_fields=["state", "final_at"])


def _need_state(tournament: Tournament, states: tuple[State, ...], now: datetime) -> None:
    state = effective_state(tournament, now)
    if state not in states:
        raise ServiceError("wrong_state", state=state.label)
