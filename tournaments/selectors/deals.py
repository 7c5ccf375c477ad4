"""The deals of a tournament: everyone's and compared once it has closed, only one's own before."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from engine.cards import parse_trump, trump_name
from engine.comparison import count_trumps, mean
from tournaments.access import Access
from tournaments.errors import ServiceError
from tournaments.models import Entry, Play, Tournament
from tournaments.records import Deck, entry_of, figures_of
from tournaments.selectors.insights import BestTrump, list_best, list_insights
from tournaments.selectors.practice import BesideRow, list_beside
from tournaments.selectors.table import describe_deal, describe_hands
from tournaments.selectors.travellers import Traveller, compare_plays, counts
from tournaments.selectors.visible import find_with_access


@dataclass(frozen=True)
class TrumpChoice:
    """A trump of a deal and everyone who played it, in the order of the travellers.

    `mean` is the mean difference, `delta` their mean Δ to the field, both of those who count; None where nobody does.
    """

    trump: str
    names: Sequence[str]
    mean: float | None
    delta: float | None


@dataclass(frozen=True)
class DealPage:
    """One deal as `user` may see it.

    `hands` maps N E S W to card names as dealt, None before their time. `own` is his own play of it as
    `describe_deal` gives it, `own_entry` his entry where he has begun it. `travellers` are best first, `trumps` by how
    many played them, both None before the closing. `mean` is the mean difference (points WIJ minus ZIJ without the
    carry) of those who count. `best` is what was in it for each trump, empty before the closing and its analysis.
    `boards` is the last board he may know of. `beside` are booms that are never ranked, with this deal alone.
    """

    tournament_id: int
    title: str
    board: int
    boards: int
    dealer: str
    hands: dict[str, list[str]] | None
    own: dict[str, Any] | None
    own_entry: int | None
    travellers: Sequence[Traveller] | None
    trumps: Sequence[TrumpChoice] | None
    best: Sequence[BestTrump]
    mean: float | None
    beside: Sequence[BesideRow]

    @property
    def practising(self) -> bool:
        """Whether the viewer has a practice of this boom in progress."""
        return any(not row.finished for row in self.beside)


@dataclass(frozen=True)
class DealRow:
    """One line of the list of deals; differences as in `DealPage`.

    `mine` is None where one has not finished it; `mean` and `played` (how many who count have) are None before the
    closing.
    """

    board: int
    dealer: str
    mine: int | None
    mean: float | None
    played: int | None


def deal_comparison(user: Any, tournament_id: int, board: int, now: datetime) -> DealPage:
    """One deal of a tournament. Raises `ServiceError` "no_tournament", "deal_hidden", "no_board"."""
    tournament, entry, access = find_with_access(user, tournament_id, now)
    plays = list(_list_plays(tournament, entry, access))
    here = {row.boom.entry_id: row for row in plays if row.board == board}
    if not here:
        raise ServiceError("no_board" if access.others_deals else "deal_hidden")
    deck = Deck(tournament)
    own = None if entry is None else here.get(entry.pk)
    travellers = None
    if access.others_deals:
        entries = Entry.objects.filter(tournament=tournament).select_related("user").order_by("pk")
        insights = list_insights(row.pk for row in here.values())
        travellers = compare_plays([(one, here.get(one.pk)) for one in entries], deck, user, insights)
    described = None if own is None else describe_deal(own, deck)
    hands = None if described is None else described["hands"]
    if access.hands == "all":
        hands = describe_hands(deck.board(board).hands, None)
    field = [row.difference for row in travellers or () if row.counts and row.difference is not None]
    return DealPage(
        tournament_id=tournament.pk,
        title=tournament.title,
        board=board,
        boards=max(row.board for row in plays),
        dealer=deck.dealer(board).letter,
        hands=hands,
        own=described,
        own_entry=None if own is None or entry is None else entry.pk,
        travellers=travellers,
        best=list_best(tournament, board, deck.system) if access.others_deals else [],
        trumps=None if travellers is None else _list_trumps(travellers),
        mean=mean(field),
        beside=list_beside(user, tournament, deck, {board: field}) if access.others_deals else [],
    )


def list_deals(user: Any, tournament_id: int, now: datetime) -> list[DealRow]:
    """The deals of a tournament that `user` may know of, in order.

    Raises `ServiceError` "no_tournament", "deal_hidden" for who has not entered it, before the closing.
    """
    tournament, entry, access = find_with_access(user, tournament_id, now)
    if not access.own_deals and not access.others_deals:
        raise ServiceError("deal_hidden")
    deck = Deck(tournament)
    by_board: dict[int, list[Play]] = {}
    for row in _list_plays(tournament, entry, access):
        by_board.setdefault(row.board, []).append(row)
    return [_describe_row(board, rows, deck, entry, access) for board, rows in sorted(by_board.items())]


def replay(user: Any, tournament_id: int, entry_id: int, board: int, now: datetime) -> dict[str, Any]:
    """One entry's playing of a deal as `describe_deal` gives it, with `entry_id`, `name`, and its `acts` in order.

    One's own any time, those of others once the tournament has closed. Raises `ServiceError` "no_tournament",
    "deal_hidden", "no_board".
    """
    tournament, entry, access = find_with_access(user, tournament_id, now)
    if not access.others_deals and (entry is None or entry.pk != entry_id):
        raise ServiceError("deal_hidden")
    rows = Play.objects.select_related("boom__entry__user").filter(boom__entry__tournament=tournament)
    row = rows.filter(boom__entry_id=entry_id, board=board).first()
    if row is None:
        raise ServiceError("no_board")
    deck = Deck(tournament)
    play = deck.rebuild(row)
    answer = {
        "entry_id": entry_id,
        "name": entry_of(row.boom).user.display_name,
        "acts": [{"seat": act.seat.letter, "act": act.text} for act in play.acts],
        **describe_deal(row, deck),
    }
    if access.hands == "all":
        answer["hands"] = describe_hands(play.board.hands, play.trump)
    return answer


def _list_trumps(travellers: Sequence[Traveller]) -> list[TrumpChoice]:
    played = [row for row in travellers if row.trump and row.difference is not None]
    habits = {
        trump_name(habit.trump): habit
        for habit in count_trumps(
            (parse_trump(row.trump), row.difference, row.delta)
            for row in played
            if row.counts and row.trump and row.difference is not None
        )
    }
    choices = []
    for trump in dict.fromkeys(row.trump for row in played if row.trump):
        habit = habits.get(trump)
        choices.append(
            TrumpChoice(
                trump=trump,
                names=[row.name for row in played if row.trump == trump],
                mean=habit.difference if habit else None,
                delta=habit.delta if habit else None,
            )
        )
    return sorted(choices, key=lambda choice: -len(choice.names))


def _list_plays(tournament: Tournament, entry: Entry | None, access: Access) -> QuerySet[Play]:
    """The plays that the viewer may see: his own, and from the closing on everyone's."""
    rows = Play.objects.filter(boom__entry__tournament=tournament).select_related("boom__entry")
    return rows if access.others_deals else rows.filter(boom__entry=entry)


def _describe_row(board: int, rows: Sequence[Play], deck: Deck, entry: Entry | None, access: Access) -> DealRow:
    mine = None
    field = []
    for row in rows:
        figures = figures_of(row, deck)
        if figures is None:
            continue
        if entry is not None and row.boom.entry_id == entry.pk:
            mine = figures.difference
        if counts(entry_of(row.boom)):
            field.append(figures.difference)
    known = access.others_deals
    return DealRow(
        board=board,
        dealer=deck.dealer(board).letter,
        mine=mine,
        mean=mean(field) if known else None,
        played=len(field) if known else None,
    )
