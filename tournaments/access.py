"""Who may see what of a tournament, and when: the one place that decides it.

The state that counts is the effective one: a closing time that has passed closes a tournament, whether or not the
sweep has been by.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, Value

from tournaments.errors import ServiceError
from tournaments.models import Boom, Entry, EntryState, Series, State, Tournament

Hands = Literal["none", "own", "all"]
"""Whose finished deals may be seen with all four hands: nobody's, one's own, everybody's."""

RUNNING = (State.ANNOUNCED, State.OPEN)
OVER = (State.CLOSED, State.FINAL)
SETTLED = (State.FINAL, State.CANCELLED)
"""States in which nothing changes any more, not even by what bots owe."""


def effective_state(tournament: Tournament, now: datetime) -> State:
    """The state a tournament is in at `now`, counting the times that have passed."""
    state = State(tournament.state)
    if state == State.ANNOUNCED and tournament.opens_at is not None and tournament.opens_at <= now:
        state = State.OPEN
    if state in RUNNING and tournament.closes_at is not None and tournament.closes_at <= now:
        state = State.CLOSED
    if state == State.CLOSED:
        end = review_end(tournament)
        if end is not None and end <= now:
            state = State.FINAL
    return state


def playing_state(boom: Boom, now: datetime) -> State:
    """The state of what a boom is played in: its tournament's effective state; free play is always open."""
    return State.OPEN if boom.entry is None else effective_state(boom.entry.tournament, now)


def refuse_unless_running(state: State, states: tuple[State, ...]) -> None:
    """Refuse a player's act in a tournament that is not in one of `states`, saying why."""
    if state in states:
        return
    if state == State.CANCELLED:
        raise ServiceError("tournament_cancelled")
    raise ServiceError("not_open" if state in (State.DRAFT, State.ANNOUNCED) else "tournament_closed")


def review_end(tournament: Tournament) -> datetime | None:
    """When the list of a tournament becomes final; None while it has no closing time."""
    closed = tournament.closed_at or tournament.closes_at
    return None if closed is None else closed + timedelta(hours=tournament.review_hours)


def state_filter(state: State, now: datetime) -> Q:
    """The same decision as `effective_state`, as a condition on rows of `Tournament`."""
    opened = Q(state=State.OPEN) | Q(state=State.ANNOUNCED, opens_at__lte=now)
    passed = Q(state__in=RUNNING, closes_at__lte=now)
    review = ExpressionWrapper(F("review_hours") * Value(timedelta(hours=1)), output_field=DurationField())
    latest = ExpressionWrapper(Value(now) - review, output_field=DateTimeField())
    reviewed = Q(state=State.CLOSED, closed_at__lte=latest) | (passed & Q(closes_at__lte=latest))
    if state == State.ANNOUNCED:
        return Q(state=State.ANNOUNCED) & ~opened & ~passed
    if state == State.OPEN:
        return opened & ~passed
    if state == State.CLOSED:
        return (Q(state=State.CLOSED) | passed) & ~reviewed
    if state == State.FINAL:
        return Q(state=State.FINAL) | reviewed
    return Q(state=state)


def may_organise(user: Any, led: Tournament | Series) -> bool:
    """Whether `user` leads this tournament or series: its organiser while he is staff, and superusers."""
    if not user.is_authenticated or not user.is_active or not user.is_staff:
        return False
    return bool(user.is_superuser or led.organiser_id == user.pk)


def may_create(user: Any) -> bool:
    """Whether `user` may make tournaments of his own."""
    return bool(user.is_authenticated and user.is_active and user.is_staff)


def visible_to(user: Any) -> Q:
    """The tournaments that exist for `user`, as a condition on rows: all once announced, and his own drafts."""
    announced = Q(announced_at__isnull=False)
    if not may_create(user):
        return announced
    return Q() if user.is_superuser else announced | Q(organiser=user)


@dataclass(frozen=True)
class Access:
    """What one viewer may see of one tournament now.

    `totals`: the list, with the totals of others. `own_deals`: his own deals as he played them. `hands`: whose
    finished deals he may see with all four hands. `others_deals`: what others did with a deal. `secret`: the
    secret from which the cards follow.
    """

    state: State
    organise: bool
    entered: bool
    finished: bool
    totals: bool
    own_deals: bool
    hands: Hands
    others_deals: bool
    secret: bool


def view_access(user: Any, tournament: Tournament, entry: Entry | None, now: datetime) -> Access:
    """What `user`, whose entry in it is `entry`, may see of `tournament` at `now`.

    Raises `ServiceError` "no_tournament" for one that does not exist for him.
    """
    organise = may_organise(user, tournament)
    if tournament.announced_at is None and not organise:
        raise ServiceError("no_tournament")
    state = effective_state(tournament, now)
    over = state in OVER
    cancelled = state == State.CANCELLED and tournament.announced_at is not None
    finished = entry is not None and entry.state == EntryState.FINISHED
    return Access(
        state=state,
        organise=organise,
        entered=entry is not None,
        finished=finished,
        totals=over or (finished and not cancelled),
        own_deals=entry is not None,
        hands="all" if over else "own" if entry is not None else "none",
        others_deals=over,
        secret=over or cancelled,
    )
