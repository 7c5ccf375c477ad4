"""Tournaments as lists and as a page of their own, cut to what the viewer may know."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery

from tournaments.access import RUNNING, Access, effective_state, may_organise, review_end, state_filter, visible_to
from tournaments.models import Entry, EntryState, Occurrence, State, Tournament
from tournaments.records import boom_state_of
from tournaments.selectors.acts import ActRow, list_acts
from tournaments.selectors.standings import StandingRow, rank_entries
from tournaments.selectors.visible import find_with_access
from tournaments.sheets import describe_source

PAGE = 50
"""How many tournaments a list holds at most."""


@dataclass(frozen=True)
class TournamentRow:
    """One line of a list. `entered` and `done` count the places (not those out of competition).

    `rules` says in a sentence how it is played.
    `mine` is the state of the viewer's own entry ("entered", "playing", "finished", "unfinished") or None; `series` the
    id and name of the series it is a table of.
    """

    id: int
    title: str
    rules: str
    state: State
    opens_at: datetime | None
    closes_at: datetime | None
    closed_at: datetime | None
    capacity: int
    entered: int
    done: int
    organiser: str
    is_demo: bool
    organise: bool
    mine: str | None
    series: tuple[int, str] | None

    @property
    def full(self) -> bool:
        return self.entered >= self.capacity


@dataclass(frozen=True)
class Entrant:
    """Someone who has entered. `state`, `deals` are None where the viewer may not know them; `reason` is public."""

    entry_id: int
    name: str
    is_demo: bool
    is_me: bool
    out_of_competition: bool
    disqualified: bool
    reason: str
    state: str | None
    deals: int | None


@dataclass(frozen=True)
class OwnEntry:
    """The viewer's own entry. `total` is points (wij, zij), `score` the difference once the boom is over."""

    entry_id: int
    state: str
    out_of_competition: bool
    disqualified: bool
    reason: str
    deals: int
    total: tuple[int, int]
    score: int | None


@dataclass(frozen=True)
class SeriesPlace:
    """Where in a series a tournament stands. `mine` is the viewer's own table of that day, which may be another."""

    id: int
    name: str
    number: int
    table: int
    tables: Sequence[tuple[int, int]]
    mine: int | None


@dataclass(frozen=True)
class May:
    """What the viewer may do with this tournament now."""

    enter: bool
    withdraw: bool
    start: bool
    play: bool
    change: bool
    announce: bool
    open: bool
    postpone: bool
    close: bool
    cancel: bool
    correct: bool
    enter_ingredient: bool


@dataclass(frozen=True)
class TournamentPage:
    """All that the page of a tournament may show this viewer.

    `announcement` is the canonical text that was committed to; `secret` is hexadecimal, None before its time.
    `ingredient` is "" where none was announced, `ingredient_value` while it is not known.
    `standings` is None where the list may not be shown; `series` for a tournament that stands by itself. `time_left`
    runs to the next of opening and closing.
    """

    id: int
    title: str
    description: str
    state: State
    system: str
    options: dict[str, int]
    rules: str
    bots: str
    capacity: int
    first_dealer: str
    boards: int
    ingredient: str
    ingredient_value: str
    organiser: str
    is_demo: bool
    opens_at: datetime | None
    closes_at: datetime | None
    review_hours: int
    review_end: datetime | None
    announced_at: datetime | None
    opened_at: datetime | None
    closed_at: datetime | None
    final_at: datetime | None
    cancelled_at: datetime | None
    cancel_reason: str
    time_left: timedelta | None
    announcement: str
    commitment: str
    secret: str | None
    acts: Sequence[ActRow]
    entrants: Sequence[Entrant]
    entered: int
    done: int
    full: bool
    me: OwnEntry | None
    may: May
    access: Access
    standings: Sequence[StandingRow] | None
    series: SeriesPlace | None
    edition: str

    @property
    def awaits(self) -> str:
        """The public ingredient without which nobody is dealt to yet."""
        return "" if self.ingredient_value else self.ingredient


def list_tournaments(
    user: Any,
    now: datetime,
    state: State | None = None,
    before: int | None = None,
    limit: int = PAGE,
    *,
    title: str = "",
    past_series: bool = True,
    full_tables: bool = True,
) -> list[TournamentRow]:
    """Tournaments that exist for `user`, newest first, at most `limit`; `before` is the id to go on from.

    `title` is a part of it, in capitals or not, to look for in all tournaments, those of series too.
    `state` is the effective state to look for: a closing time that has passed counts as closed. Without `past_series`
    the tables of series that are over are left out: a series that plays every day would fill the list. Without
    `full_tables` so are those of which every place is taken: of a day that runs there is always one with room.
    """
    rows = Tournament.objects.filter(visible_to(user))
    if state is not None:
        rows = rows.filter(state_filter(state, now))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if title:
        rows = rows.filter(title__icontains=title)
    over = state_filter(State.CLOSED, now) | state_filter(State.FINAL, now)
    if past_series or title:
        # A further table of a series that nobody came to is no news.
        rows = rows.exclude(Q(table__gt=1) & over & ~Exists(Entry.objects.filter(tournament=OuterRef("pk"))))
    else:
        rows = rows.exclude(Q(table__gte=1) & over)
    if not full_tables:
        rows = rows.alias(taken=Count("entries", filter=Q(entries__number__isnull=False)))
        rows = rows.exclude(table__gte=1, taken__gte=F("capacity"))
    return _describe_rows(rows, user, now, limit)


def list_organised(user: Any, now: datetime, limit: int = PAGE) -> list[TournamentRow]:
    """The tournaments that `user` leads himself, drafts included, newest first."""
    return _describe_rows(Tournament.objects.filter(organiser_id=user.pk), user, now, limit)


def list_entered(user: Any, now: datetime, limit: int = PAGE) -> list[TournamentRow]:
    """The tournaments that `user` has entered, newest first."""
    entered = Exists(Entry.objects.filter(tournament=OuterRef("pk"), user_id=user.pk))
    return _describe_rows(Tournament.objects.filter(entered), user, now, limit)


def get_tournament(user: Any, tournament_id: int, now: datetime) -> TournamentPage:
    """The page of a tournament. Raises `ServiceError` "no_tournament" if it does not exist for `user`."""
    tournament, entry, access = find_with_access(user, tournament_id, now)
    entries = list(
        Entry.objects.filter(tournament=tournament).select_related("user", "boom").order_by("entered_at", "pk")
    )
    by_name = sorted(entries, key=lambda entry: entry.user.name_key)
    placed = [entry for entry in entries if entry.number is not None]
    series = _find_place(tournament, user)
    return TournamentPage(
        id=tournament.pk,
        title=tournament.title,
        description=tournament.description,
        state=access.state,
        system=tournament.system,
        options=tournament.options,
        rules=describe_source(tournament.system, tournament.options, tournament.boards),
        bots=tournament.bots,
        capacity=tournament.capacity,
        first_dealer=tournament.first_dealer,
        boards=tournament.boards,
        ingredient=tournament.ingredient,
        ingredient_value=tournament.ingredient_value,
        organiser=tournament.organiser.display_name,
        is_demo=tournament.organiser.is_demo,
        opens_at=tournament.opens_at,
        closes_at=tournament.closes_at,
        review_hours=tournament.review_hours,
        review_end=review_end(tournament),
        announced_at=tournament.announced_at,
        opened_at=tournament.opened_at,
        closed_at=tournament.closed_at,
        final_at=tournament.final_at,
        cancelled_at=tournament.cancelled_at,
        cancel_reason=tournament.cancel_reason,
        time_left=_time_left(tournament, access.state, now),
        announcement=tournament.announcement,
        commitment=tournament.commitment,
        secret=bytes(tournament.secret.secret).hex() if access.secret else None,
        acts=list_acts(tournament, private=access.organise),
        entrants=[_describe_entrant(row, user, access) for row in entries],
        entered=len(placed),
        done=sum(row.state == EntryState.FINISHED for row in placed),
        full=len(placed) >= tournament.capacity,
        me=None if entry is None else _describe_own(entry),
        may=_what_may(access, entry, series, tournament.awaits_ingredient, full=len(placed) >= tournament.capacity),
        access=access,
        standings=rank_entries(by_name, user) if access.totals else None,
        series=series,
        edition=tournament.edition,
    )


def _describe_rows(rows: Any, user: Any, now: datetime, limit: int) -> list[TournamentRow]:
    placed = Q(entries__number__isnull=False)
    own = Entry.objects.filter(tournament=OuterRef("pk"), user_id=user.pk)
    rows = (
        rows.defer("description", "announcement")
        .select_related("organiser", "occurrence__series")
        .annotate(
            entered=Count("entries", filter=placed),
            done=Count("entries", filter=placed & Q(entries__state=EntryState.FINISHED)),
            mine=Subquery(own.values("state")[:1]),
        )
        .order_by("-pk")[:limit]
    )
    return [
        TournamentRow(
            id=row.pk,
            title=row.title,
            rules=describe_source(row.system, row.options, row.boards),
            state=effective_state(row, now),
            opens_at=row.opens_at,
            closes_at=row.closes_at,
            closed_at=row.closed_at,
            capacity=row.capacity,
            entered=row.entered,
            done=row.done,
            organiser=row.organiser.display_name,
            is_demo=row.organiser.is_demo,
            organise=may_organise(user, row),
            mine=row.mine,
            series=None if row.occurrence is None else (row.occurrence.series_id, row.occurrence.series.name),
        )
        for row in rows
    ]


def _time_left(tournament: Tournament, state: State, now: datetime) -> timedelta | None:
    until = {State.ANNOUNCED: tournament.opens_at or tournament.closes_at, State.OPEN: tournament.closes_at}.get(state)
    return None if until is None else until - now


def _describe_entrant(entry: Entry, user: Any, access: Access) -> Entrant:
    known = access.totals or entry.user_id == user.pk
    boom = getattr(entry, "boom", None)
    return Entrant(
        entry_id=entry.pk,
        name=entry.user.display_name,
        is_demo=entry.user.is_demo,
        is_me=entry.user_id == user.pk,
        out_of_competition=entry.number is None,
        disqualified=entry.disqualified_at is not None,
        reason=entry.disqualification,
        state=entry.state if known else None,
        deals=(0 if boom is None else boom.deals) if known else None,
    )


def _describe_own(entry: Entry) -> OwnEntry:
    boom = getattr(entry, "boom", None)
    state = None if boom is None else boom_state_of(boom)
    return OwnEntry(
        entry_id=entry.pk,
        state=entry.state,
        out_of_competition=entry.number is None,
        disqualified=entry.disqualified_at is not None,
        reason=entry.disqualification,
        deals=0 if state is None else state.deals,
        total=(0, 0) if state is None else state.total,
        score=state.score if state is not None and state.finished else None,
    )


def _find_place(tournament: Tournament, user: Any) -> SeriesPlace | None:
    if tournament.occurrence_id is None:
        return None
    day = Occurrence.objects.select_related("series").get(pk=tournament.occurrence_id)
    mine = None
    if user.is_authenticated:
        mine = Entry.objects.filter(occurrence=day, user_id=user.pk).values_list("tournament_id", flat=True).first()
    tables = Tournament.objects.filter(occurrence=day).order_by("table").values_list("pk", "table")
    return SeriesPlace(
        id=day.series_id,
        name=day.series.name,
        number=day.number,
        table=tournament.table or 1,
        tables=[(pk, table or 1) for pk, table in tables],
        mine=mine,
    )


def _what_may(access: Access, entry: Entry | None, series: SeriesPlace | None, awaits: bool, *, full: bool) -> May:
    running = access.state in RUNNING
    # In a series a full table sends on to the next; whoever has a table of that day has his.
    full, entered = (False, series.mine is not None) if series else (full, entry is not None)
    open_now = access.state == State.OPEN
    able = entry is not None and entry.disqualified_at is None
    organise = access.organise
    return May(
        enter=running and not entered and (not full or organise),
        withdraw=running and entry is not None and entry.state == EntryState.ENTERED,
        start=open_now and not awaits and able and entry is not None and entry.state == EntryState.ENTERED,
        play=open_now and able and entry is not None and entry.state == EntryState.PLAYING,
        change=organise and access.state not in (State.FINAL, State.CANCELLED),
        announce=organise and access.state == State.DRAFT,
        open=organise and access.state == State.ANNOUNCED,
        postpone=organise and running,
        close=organise and open_now,
        cancel=organise and access.state not in (State.FINAL, State.CANCELLED),
        correct=organise and (running or access.state == State.CLOSED),
        enter_ingredient=organise and running and awaits,
    )
