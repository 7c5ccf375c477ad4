"""A player's page: what he made of the tournaments that have closed, and head to head with another.

Nothing of a running tournament stands in it, nor is counted in it, for nobody.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Avg, Count, Max, Q
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.names import name_key
from engine.analysis import Decision
from engine.cards import parse_trump, trump_name
from engine.comparison import Meeting, compare, count_trumps, mean, meet
from engine.ranking import Standing, Status, rank
from tournaments.access import OVER, state_filter
from tournaments.errors import ServiceError
from tournaments.models import Entry, FreePlay, Play, Tournament
from tournaments.records import PLAYER, Deck, contender_of, entry_of, figures_of
from tournaments.selectors.insights import list_insights
from tournaments.selectors.travellers import counts

RECENT = 60
"""The deals of so many of his latest tournaments are looked into; scores and ranks of all."""


@dataclass(frozen=True)
class Outing:
    """One tournament of a player. `rank` among `ranked` players and `score` are None where he has none.

    `delta` is his mean Δ to the field in points a deal, None where he does not count or it lies too far back.
    """

    tournament_id: int
    title: str
    closed_at: datetime | None
    status: Status
    rank: int | None
    ranked: int
    score: int | None
    deals: int
    delta: float | None


@dataclass(frozen=True)
class Habit:
    """How often he named a trump when South dealt, what it brought on average, and that beside the field.

    `best` counts how often no other had more in it with all cards open, of the `analysed` among them.
    """

    trump: str
    count: int
    mean: float
    delta: float | None
    best: int
    analysed: int


@dataclass(frozen=True)
class FreeFigures:
    """A player's booms of free play that are over: how many, their mean score, the best one, and how many he won."""

    booms: int
    average: float
    best: int
    won: int


@dataclass(frozen=True)
class PlayerPage:
    """A player's page. Figures are of tournaments in which he counted: not out of competition, not disqualified.

    `outings` are all his closed tournaments, the latest first. `entered` counts those in which he counted, `finished`
    the booms of them he ended, `wins` the first ranks, shared ones too, among two ranked players or more; `average` is
    the mean score of the finished. `free` are his booms of free play, None without any. `meeting` is head to head with
    `against`; `unmet` says that nobody of that name can
    be compared with. `opponents` are names to choose from.
    """

    player_id: int
    name: str
    is_demo: bool
    is_me: bool
    hides_page: bool
    outings: Sequence[Outing]
    entered: int
    finished: int
    wins: int
    average: float | None
    delta: float | None
    recent: int | None
    habits: Sequence[Habit]
    free: FreeFigures | None
    against: str
    unmet: bool
    meeting: Meeting | None
    opponents: Sequence[str]


def get_player(user: Any, player_id: int, now: datetime, against: str = "") -> PlayerPage:
    """The page of a player, beside the one named `against`, if any.

    Raises `ServiceError` "no_player" for one who never played anything public, "page_hidden" where he keeps it to
    himself.
    """
    player = User.objects.filter(pk=player_id, deleted_at__isnull=True).first()
    is_me = player is not None and player.pk == user.pk
    entered = Entry.objects.filter(user_id=player_id, tournament__announced_at__isnull=False)
    played = FreePlay.objects.filter(user_id=player_id, day__isnull=False)
    if player is None or not (is_me or entered.exists() or played.exists()):
        raise ServiceError("no_player")
    if player.hides_page and not is_me:
        raise ServiceError("page_hidden")
    own, fields = _list_entries(player, now)
    standings = {pk: {row.key: row for row in rank(map(contender_of, entries))} for pk, entries in fields.items()}
    decks, differences = _list_differences(own[:RECENT])
    deltas = {entry.pk: _list_deltas(entry, fields[entry.tournament_id], differences) for entry in own[:RECENT]}
    outings = [_describe(entry, standings[entry.tournament_id], deltas.get(entry.pk, {})) for entry in own]
    counted = [outing for entry, outing in zip(own, outings, strict=True) if outing.status in ("ranked", "unfinished")]
    scores = [outing.score for outing in counted if outing.score is not None]
    met = _list_met(own, fields)
    opponent = next((other for other in met.values() if other.name_key == name_key(against)), None)
    every = [delta for entry in own[:RECENT] for delta in deltas[entry.pk].values()]
    return PlayerPage(
        player_id=player.pk,
        name=player.display_name,
        is_demo=player.is_demo,
        is_me=is_me,
        hides_page=player.hides_page,
        outings=outings,
        entered=len(counted),
        finished=len(scores),
        wins=sum(outing.rank == 1 and outing.ranked > 1 for outing in counted),
        average=mean(scores),
        delta=sum(every) / len(every) if every else None,
        recent=RECENT if len(own) > RECENT else None,
        habits=_list_habits(own[:RECENT], decks, differences, deltas, _list_choices(own[:RECENT])),
        free=_count_free(player),
        against=opponent.display_name if opponent else against,
        unmet=bool(against) and opponent is None,
        meeting=None if opponent is None else _meet(own, fields, standings, differences, opponent),
        opponents=sorted((other.display_name for other in met.values()), key=name_key),
    )


Fields = Mapping[int, Sequence[Entry]]
"""The entries of each tournament, by its id."""
Differences = Mapping[int, Mapping[int, tuple[str, int]]]
"""The trump and difference of each deal that an entry has ended, by entry and board."""


def _list_entries(player: User, now: datetime) -> tuple[list[Entry], Fields]:
    """His entries in tournaments that have closed, the latest first, and all entries of those."""
    over = Q()
    for state in OVER:
        over |= state_filter(state, now)
    own = list(
        Entry.objects.filter(user=player, tournament__in=Tournament.objects.filter(over))
        .select_related("tournament__secret", "boom")
        .order_by(Coalesce("tournament__closed_at", "tournament__closes_at").desc(), "-tournament_id")
    )
    fields: dict[int, list[Entry]] = defaultdict(list)
    ids = [entry.tournament_id for entry in own]
    for entry in Entry.objects.filter(tournament__in=ids).select_related("user", "boom"):
        fields[entry.tournament_id].append(entry)
    return own, fields


def _count_free(player: User) -> FreeFigures | None:
    found = FreePlay.objects.filter(user=player, day__isnull=False).aggregate(
        booms=Count("pk"), average=Avg("score"), best=Max("score"), won=Count("pk", filter=Q(score__gt=0))
    )
    return FreeFigures(**found) if found["booms"] else None


def _list_differences(own: Sequence[Entry]) -> tuple[Mapping[int, Deck], Differences]:
    decks = {entry.tournament_id: Deck(entry.tournament) for entry in own}
    found: dict[int, dict[int, tuple[str, int]]] = defaultdict(dict)
    rows = Play.objects.filter(boom__entry__tournament__in=decks, finished_at__isnull=False)
    for row in rows.select_related("boom__entry"):
        entry = entry_of(row.boom)
        figures = figures_of(row, decks[entry.tournament_id])
        if figures is not None:
            found[entry.pk][row.board] = figures.trump, figures.difference
    return decks, found


def _list_deltas(entry: Entry, entries: Iterable[Entry], differences: Differences) -> dict[int, float]:
    """By board, how far an entry lay above the mean of its field; empty for one that does not count."""
    if not counts(entry):
        return {}
    field = [differences.get(other.pk, {}) for other in entries if counts(other)]
    deltas = {}
    for board, (_, difference) in differences.get(entry.pk, {}).items():
        deltas[board] = compare(difference, [other[board][1] for other in field if board in other]).delta
    return deltas


def _describe(entry: Entry, standings: Mapping[int, Standing], deltas: Mapping[int, float]) -> Outing:
    row = standings[entry.pk]
    return Outing(
        tournament_id=entry.tournament_id,
        title=entry.tournament.title,
        closed_at=entry.tournament.closed_at or entry.tournament.closes_at,
        status=row.status,
        rank=row.rank,
        ranked=sum(other.status == "ranked" for other in standings.values()),
        score=row.score,
        deals=row.deals,
        delta=sum(deltas.values()) / len(deltas) if deltas else None,
    )


def _list_habits(
    own: Sequence[Entry],
    decks: Mapping[int, Deck],
    differences: Differences,
    deltas: Mapping[int, Mapping[int, float]],
    analysed: Mapping[tuple[int, int], Decision],
) -> list[Habit]:
    """What he named where he counted and the choice was his: South dealt, and the dealer names trump."""
    choices = []
    given: dict[str, list[int]] = defaultdict(list)
    for entry in own:
        deck = decks[entry.tournament_id]
        if not counts(entry) or not deck.system.dealer_names:
            continue
        for board, (trump, difference) in differences.get(entry.pk, {}).items():
            if deck.dealer(board) == PLAYER:
                choices.append((parse_trump(trump), difference, deltas[entry.pk].get(board)))
                if (entry.pk, board) in analysed:
                    given[trump].append(analysed[entry.pk, board].given)
    habits = []
    for one in count_trumps(choices):
        name = trump_name(one.trump)
        habits.append(Habit(name, one.count, one.difference, one.delta, given[name].count(0), len(given[name])))
    return habits


def _list_choices(own: Sequence[Entry]) -> dict[tuple[int, int], Decision]:
    """What the analysis says of the trumps that he named, by entry and board."""
    plays = Play.objects.filter(boom__entry__in=own, analysis__decisions__0__kind="trump").select_related("boom__entry")
    keys = {play.pk: (entry_of(play.boom).pk, play.board) for play in plays.defer("acts")}
    return {keys[pk]: insight.decisions[0] for pk, insight in list_insights(keys).items()}


def _list_met(own: Sequence[Entry], fields: Fields) -> dict[int, User]:
    """Who counted in a tournament in which he counted, and lets his page be seen."""
    met = {}
    for entry in own:
        if counts(entry):
            for other in fields[entry.tournament_id]:
                if other.pk != entry.pk and counts(other) and not other.user.hides_page:
                    met[other.user_id] = other.user
    return met


def _meet(
    own: Sequence[Entry],
    fields: Fields,
    standings: Mapping[int, Mapping[int, Standing]],
    differences: Differences,
    opponent: User,
) -> Meeting:
    scores = []
    deals = []
    for entry in own:
        other = next((one for one in fields[entry.tournament_id] if one.user_id == opponent.pk), None)
        if other is None or not (counts(entry) and counts(other)):
            continue
        mine, theirs = (standings[entry.tournament_id][one.pk].score for one in (entry, other))
        if mine is not None and theirs is not None:
            scores.append((mine, theirs))
        played = differences.get(other.pk, {})
        deals += [
            (difference, played[board][1])
            for board, (_, difference) in differences.get(entry.pk, {}).items()
            if board in played
        ]
    return meet(scores, deals)
