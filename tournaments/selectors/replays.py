"""One entry's playing of a deal at any moment of it, by itself or beside another entry's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from engine.analysis import Decision
from engine.cards import Seat, card_name, trump_name
from engine.comparison import find_parting
from engine.play import Play as EnginePlay
from engine.result import multiplier_of
from engine.view import reveal_hands, view_play
from tournaments.access import Access
from tournaments.errors import ServiceError
from tournaments.models import Play
from tournaments.records import PLAYER, Deck, entry_of
from tournaments.selectors.insights import Insight, list_insights
from tournaments.selectors.table import describe_deal, describe_talk, describe_trick, sort_hand
from tournaments.selectors.visible import find_with_access, player_page


@dataclass(frozen=True)
class ReplayAct:
    """One act: `kind` as in `engine.play.Act`, `text` "H" for a trump or "CQ" for a card."""

    seat: str
    kind: str
    text: str


@dataclass(frozen=True)
class Moment:
    """A playing as it stood after some of its acts.

    `hands` are the cards still held by seat letter, None for a hand that stays face down, of which `counts` tells the
    cards. `lying` are the cards on the table in order, each `{"seat", "card"}`: of the running trick, or of the one
    just ended, whose `winner` is told. `said` is what has been said up to now, in order, `maker` who named trump.
    `pips` are won so far (wij, zij); `acts` have been done, `act` is the last, None at the start.
    """

    hands: dict[str, list[str] | None]
    counts: dict[str, int]
    lying: Sequence[dict[str, str]]
    winner: str | None
    pips: tuple[int, int]
    trump: str | None
    maker: str | None
    multiplier: int
    said: Sequence[dict[str, str]]
    to_act: str | None
    tricks: int
    acts: int
    act: ReplayAct | None


@dataclass(frozen=True)
class ReplayLine:
    """One entry's playing: all `acts`, the `moment` shown, and `deal` as `describe_deal` gives it.

    `decisions` are what the analysis says of South's acts, by their place; empty before the closing and its analysis.
    """

    entry_id: int
    player_id: int | None
    name: str
    is_me: bool
    acts: Sequence[ReplayAct]
    moment: Moment
    deal: dict[str, Any]
    decisions: Mapping[int, Decision]


@dataclass(frozen=True)
class ReplayPage:
    """One or two playings of a board after `moment` acts.

    `lines` begins with the entry asked for. `parting` is the place of the first act at which the two differ, None where
    they do not. `others` are entries (id, name) that may be put beside it. `all_hands` says whether the reader may see
    all four hands, `south_only` whether he sees South's alone now. `boards` is the last board of the entry.
    `plays_on` says whether the first line may be played on from here, as a what-if.
    """

    tournament_id: int
    title: str
    board: int
    boards: int
    dealer: str
    lines: Sequence[ReplayLine]
    moment: int
    last: int
    parting: int | None
    others: Sequence[tuple[int, str]]
    all_hands: bool
    south_only: bool
    plays_on: bool


def show_replay(
    user: Any,
    tournament_id: int,
    board: int,
    entry_id: int,
    now: datetime,
    *,
    moment: int | None = None,
    beside: int | None = None,
    south_only: bool = False,
) -> ReplayPage:
    """The playing of a board by an entry after `moment` acts, `beside` that of another entry.

    Without a moment two lines stand just after the act at which they part, one line at its start. One's own deals any
    time, those of others once the tournament has closed. Raises `ServiceError` "no_tournament", "deal_hidden",
    "no_board".
    """
    tournament, entry, access = find_with_access(user, tournament_id, now)
    own = None if entry is None else entry.pk
    if not access.others_deals and (own is None or {entry_id, beside} - {own, None}):
        raise ServiceError("deal_hidden")
    plays = Play.objects.filter(boom__entry__tournament=tournament, board=board).select_related("boom__entry__user")
    if not access.others_deals:
        plays = plays.filter(boom__entry=entry)
    rows = {entry_of(row.boom).pk: row for row in plays.order_by("boom__entry__user__name_key")}
    wanted = [entry_id] if beside in (None, entry_id) else [entry_id, beside]
    if not rows.keys() >= set(wanted):
        raise ServiceError("no_board")
    chosen = [rows[pk] for pk in wanted if pk is not None]
    texts = [row.acts.split() for row in chosen]
    parting = find_parting(*texts) if len(texts) == 2 else None
    last = max(map(len, texts))
    if moment is None:
        moment = 0 if len(texts) == 1 else last if parting is None else parting + 1
    moment = min(moment, last)
    deck = Deck(tournament)
    insights = list_insights(row.pk for row in chosen) if access.others_deals else {}
    open_hands = all(_may_see_all(access, row, deck) for row in chosen)
    return ReplayPage(
        tournament_id=tournament.pk,
        title=tournament.title,
        board=board,
        boards=Play.objects.filter(boom_id=chosen[0].boom_id).aggregate(last=Max("board"))["last"],
        dealer=deck.dealer(board).letter,
        lines=[
            _describe_line(row, deck, user, moment, open_hands and not south_only, insights.get(row.pk))
            for row in chosen
        ],
        moment=moment,
        last=last,
        parting=parting,
        others=[(pk, entry_of(row.boom).user.display_name) for pk, row in rows.items() if pk != entry_id],
        all_hands=open_hands,
        south_only=south_only or not open_hands,
        plays_on=access.others_deals and deck.rebuild_start(chosen[0], moment).to_act is not None,
    )


def _may_see_all(access: Access, row: Play, deck: Deck) -> bool:
    """After the closing every hand of every deal; before it, those of one's own deals that are over."""
    return access.hands == "all" or reveal_hands(deck.rebuild(row)) is not None


def _describe_line(
    row: Play, deck: Deck, user: Any, moment: int, all_hands: bool, insight: Insight | None
) -> ReplayLine:
    entry = entry_of(row.boom)
    acts = [ReplayAct(act.seat.letter, act.kind, act.text) for act in deck.rebuild(row).acts]
    count = min(moment, len(acts))
    play = deck.rebuild_start(row, count)
    return ReplayLine(
        entry_id=entry.pk,
        player_id=player_page(entry, user),
        name=entry.user.display_name,
        is_me=entry.user_id == user.pk,
        acts=acts,
        moment=_describe_moment(play, acts[count - 1] if count else None, all_hands),
        deal=describe_deal(row, deck),
        decisions={one.place: one for one in insight.decisions} if insight else {},
    )


def _describe_moment(play: EnginePlay, act: ReplayAct | None, all_hands: bool) -> Moment:
    view = view_play(play, PLAYER)
    trump = play.trump
    hands: dict[str, list[str] | None] = dict.fromkeys(Seat.__members__)
    if all_hands:
        hands = {seat.letter: sort_hand(play.hands[seat], trump) for seat in Seat}
    elif view.hand is not None:
        hands["S"] = sort_hand(view.hand, trump)
    ended = not view.trick and bool(view.tricks)
    step = 1 if play.system.clockwise else -1
    lying = [
        {"seat": Seat((view.leader + step * place) % 4).letter, "card": card_name(card)}
        for place, card in enumerate(view.trick)
    ]
    if ended:
        lying = describe_trick(view.tricks[-1], play.system.clockwise)["cards"]
    return Moment(
        hands=hands,
        counts={seat.letter: view.counts[seat] for seat in Seat},
        lying=lying,
        winner=view.tricks[-1].winner.letter if ended else None,
        pips=view.pips,
        trump=None if trump is None else trump_name(trump),
        maker=None if trump is None or view.maker is None else view.maker.letter,
        multiplier=multiplier_of(play),
        said=describe_talk(play)["said"],
        to_act=None if view.to_act is None else view.to_act.letter,
        tricks=len(view.tricks),
        acts=len(view.acts),
        act=act,
    )
