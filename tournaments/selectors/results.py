"""The result of a tournament: the list, and once it has closed every deal of every entry side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.comparison import Compared, Notable, compare, mean, pick_notable, run_scores
from tournaments.access import Access, review_end
from tournaments.models import Entry, EntryState, Play, State, Tournament
from tournaments.records import DealFigures, Deck, entry_of, figures_of
from tournaments.selectors.insights import Insight, Progress, Summary, list_insights, read_progress, summarise
from tournaments.selectors.practice import BesideRow, list_beside
from tournaments.selectors.standings import StandingRow, rank_entries
from tournaments.selectors.travellers import counts, find_status
from tournaments.selectors.visible import find_with_access
from tournaments.sheets import describe_source


@dataclass(frozen=True)
class Cell:
    """What one entry made of one deal: `difference` in points WIJ minus ZIJ without the carry, `points` as written.

    `delta` is the difference minus the mean of the field, None for who does not count. Both None, with `trump`, for a
    deal that was being played at the closing.
    """

    board: int
    trump: str | None
    multiplier: int | None
    points: tuple[int, int] | None
    difference: int | None
    delta: float | None


@dataclass(frozen=True)
class Whole:
    """All deals of one entry together: the sum of its differences, of its Δ, and the mean of its matchpoints.

    The last two are None for who does not count, matchpoints also where nobody else does.
    """

    difference: int
    delta: float | None
    matchpoints: float | None


@dataclass(frozen=True)
class MatrixRow:
    """One entry, deal by deal, in the order of the list.

    `whole` is what all his deals came to, where everyone plays the same number and he has ended them all.
    `cells` are the deals he played; after them come `missing` more that others did, which is `rest`: "done" when his
    boom was over, "before" when he did not come so far. `scores` is his running score as written, from 0 on. `summary`
    is what the analysis says, None while it is not whole.
    """

    standing: StandingRow
    counts: bool
    cells: Sequence[Cell]
    missing: int
    rest: str
    scores: Sequence[int]
    summary: Summary | None
    whole: Whole | None


@dataclass(frozen=True)
class Column:
    """One deal: `mean` difference of the field, None where nobody of it ended the deal, and how many did."""

    board: int
    dealer: str
    mean: float | None
    played: int


@dataclass(frozen=True)
class Matrix:
    """All deals of all entries, and the deals worth a look; `who` of a notable deal is a name.

    `beside` are booms that are never ranked and in no mean. `fixed` is the number of deals that everyone plays, 0
    where a boom ends at a target.
    """

    fixed: int
    columns: Sequence[Column]
    rows: Sequence[MatrixRow]
    notable: Sequence[Notable[str]]
    beside: Sequence[BesideRow]

    @property
    def practising(self) -> bool:
        """Whether the viewer has a practice of this boom in progress."""
        return any(not row.finished for row in self.beside)


@dataclass(frozen=True)
class ResultPage:
    """The result of a tournament as its viewer may see it: `standings` and `matrix` are None before their time.

    `progress` is that of the analysis. `entered` and `done` count the places; `plays_on` says whether the viewer has a
    boom to go on with.
    """

    tournament_id: int
    title: str
    rules: str
    state: State
    review_end: datetime | None
    entered: int
    done: int
    plays_on: bool
    standings: Sequence[StandingRow] | None
    matrix: Matrix | None
    progress: Progress | None


def get_result(user: Any, tournament_id: int, now: datetime) -> ResultPage:
    """The result of a tournament. Raises `ServiceError` "no_tournament" if it does not exist for `user`."""
    tournament, entry, access = find_with_access(user, tournament_id, now)
    entries = list(
        Entry.objects.filter(tournament=tournament).select_related("user", "boom").order_by("user__name_key")
    )
    placed = [one for one in entries if one.number is not None]
    standings = rank_entries(entries, user) if access.totals else None
    progress = read_progress(tournament) if access.others_deals else None
    return ResultPage(
        tournament_id=tournament.pk,
        title=tournament.title,
        rules=describe_source(tournament.system, tournament.options, tournament.boards),
        state=access.state,
        review_end=review_end(tournament),
        entered=len(placed),
        done=sum(one.state == EntryState.FINISHED for one in placed),
        plays_on=_plays_on(entry, access),
        standings=standings,
        matrix=_lay_matrix(user, tournament, entries, standings, progress) if standings and progress else None,
        progress=progress,
    )


def _plays_on(entry: Entry | None, access: Access) -> bool:
    playing = entry is not None and entry.state == EntryState.PLAYING and entry.disqualified_at is None
    return playing and access.state == State.OPEN


def _lay_matrix(
    user: Any,
    tournament: Tournament,
    entries: Iterable[Entry],
    standings: Sequence[StandingRow],
    progress: Progress,
) -> Matrix:
    deck = Deck(tournament)
    by_id = {entry.pk: entry for entry in entries}
    plays: dict[int, list[Play]] = {pk: [] for pk in by_id}
    rows = Play.objects.filter(boom__entry__tournament=tournament).select_related("boom__entry")
    for play in rows.order_by("board"):
        plays[entry_of(play.boom).pk].append(play)
    insights = list_insights(play.pk for own in plays.values() for play in own) if progress.whole else {}
    figures = {(pk, play.board): figures_of(play, deck) for pk, own in plays.items() for play in own}
    fields: dict[int, dict[int, int]] = {play.board: {} for own in plays.values() for play in own}
    for (pk, board), one in figures.items():
        if one is not None and counts(by_id[pk]):
            fields[board][pk] = one.difference
    boards = sorted(fields)
    means = {board: mean(list(field.values())) for board, field in fields.items()}
    columns = [Column(board, deck.dealer(board).letter, means[board], len(fields[board])) for board in boards]
    names = {pk: entry.user.display_name for pk, entry in by_id.items()}
    fixed = deck.system.fixed_deals
    return Matrix(
        fixed=fixed,
        columns=columns,
        rows=[
            _lay_row(row, by_id[row.entry_id], plays[row.entry_id], figures, fields, len(boards), fixed, insights)
            for row in standings
        ],
        notable=pick_notable(
            {board: {names[pk]: value for pk, value in field.items()} for board, field in fields.items()}
        ),
        beside=list_beside(user, tournament, deck, {board: list(field.values()) for board, field in fields.items()}),
    )


def _lay_row(
    standing: StandingRow,
    entry: Entry,
    plays: Sequence[Play],
    figures: Mapping[tuple[int, int], DealFigures | None],
    fields: Mapping[int, Mapping[int, int]],
    boards: int,
    fixed: int,
    insights: Mapping[int, Insight],
) -> MatrixRow:
    cells = []
    written = []
    compared = []
    for play in plays:
        one = figures[entry.pk, play.board]
        field = list(fields[play.board].values())
        beside = compare(one.difference, field) if one and counts(entry) else None
        if beside:
            compared.append(beside)
        cells.append(
            Cell(
                board=play.board,
                trump=one.trump if one else None,
                multiplier=one.multiplier if one else None,
                points=one.points if one else None,
                difference=one.difference if one else None,
                delta=beside.delta if beside else None,
            )
        )
        if one:
            written.append(one.points)
    return MatrixRow(
        standing=standing,
        counts=counts(entry),
        cells=cells,
        missing=boards - len(cells),
        rest=find_status(entry, None),
        scores=run_scores(written),
        whole=_add_up(cells, compared) if fixed and len(written) == fixed else None,
        summary=summarise(insights, {play.pk: one.pips[0] for play in plays if (one := figures[entry.pk, play.board])}),
    )


def _add_up(cells: Sequence[Cell], compared: Sequence[Compared]) -> Whole:
    shares = [one.matchpoints for one in compared if one.matchpoints is not None]
    return Whole(
        difference=sum(cell.difference or 0 for cell in cells),
        delta=sum(one.delta for one in compared) if compared else None,
        matchpoints=sum(shares) / len(shares) if shares else None,
    )
