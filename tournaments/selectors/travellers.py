"""Comparing what entries made of one deal: ranks, matchpoints, means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.calls import MOST_SAID
from engine.comparison import Compared, compare, share_of
from tournaments.models import Entry, EntryState, Play
from tournaments.records import DealFigures, Deck, figures_of
from tournaments.selectors.insights import Insight
from tournaments.selectors.table import describe_talk
from tournaments.selectors.visible import player_page


@dataclass(frozen=True)
class Traveller:
    """What one entry made of a deal.

    `status` is "played", "playing" (the deal had begun when the tournament closed), "before" (his boom had not come
    so far) or "done" (his boom was over already). Only "played" has figures: `pips`, `points` (as written) and
    `difference`, points WIJ minus ZIJ without the carry of earlier ties. `rank`, `matchpoints` (percent) and `delta`
    (difference minus the mean) are None also where `counts` is False: out of competition, or disqualified.
    `maker` is who named trump, `said` what was said before the first card, in order.
    `player_id` is None where he keeps his page to himself. `share` is his pips as a percentage of the most that was in
    it for him with all cards open, `given` the pips his cards gave away; None while that has not been analysed.
    """

    entry_id: int
    player_id: int | None
    name: str
    is_demo: bool
    is_me: bool
    counts: bool
    status: str
    rank: int | None
    trump: str | None
    maker: str | None
    said: Sequence[dict[str, str]]
    multiplier: int | None
    pips: tuple[int, int] | None
    points: tuple[int, int] | None
    difference: int | None
    matchpoints: float | None
    delta: float | None
    share: float | None
    given: int | None
    mistakes: int | None


def compare_plays(
    rows: Sequence[tuple[Entry, Play | None]], deck: Deck, user: Any, insights: Mapping[int, Insight] | None = None
) -> list[Traveller]:
    """The travellers of one deal, best first, from each entry (with its user) and its play, if it came so far.

    Ranks, means and matchpoints are among those who count and have played the deal. `insights` are what the analysis
    says of the plays, by their keys.
    """
    played = [(entry, play, None if play is None else figures_of(play, deck)) for entry, play in rows]
    field = [figures.difference for entry, _, figures in played if figures is not None and counts(entry)]
    known = insights or {}
    travellers = [
        _describe(entry, play, figures, field, deck, user, known.get(play.pk) if play and figures else None)
        for entry, play, figures in played
    ]
    return sorted(travellers, key=_place)


def counts(entry: Entry) -> bool:
    """Whether an entry counts for means and matchpoints: not out of competition, not disqualified."""
    return entry.number is not None and entry.disqualified_at is None


def find_status(entry: Entry, play: Play | None) -> str:
    """How far an entry came with a deal, in the words of `Traveller`."""
    if play is not None:
        return "playing" if play.finished_at is None else "played"
    return "done" if entry.state == EntryState.FINISHED else "before"


def _describe(
    entry: Entry,
    play: Play | None,
    figures: DealFigures | None,
    field: Sequence[int],
    deck: Deck,
    user: Any,
    insight: Insight | None,
) -> Traveller:
    compared: Compared | None = None
    if figures is not None and counts(entry):
        compared = compare(figures.difference, field)
    talk = describe_talk(deck.rebuild_start(play, MOST_SAID)) if play and figures else None
    return Traveller(
        entry_id=entry.pk,
        player_id=player_page(entry, user),
        name=entry.user.display_name,
        is_demo=entry.user.is_demo,
        is_me=entry.user_id == user.pk,
        counts=counts(entry),
        status=find_status(entry, play),
        rank=compared.rank if compared else None,
        trump=figures.trump if figures else None,
        maker=talk["maker"] if talk else None,
        said=talk["said"] if talk else (),
        multiplier=figures.multiplier if figures else None,
        pips=figures.pips if figures else None,
        points=figures.points if figures else None,
        difference=figures.difference if figures else None,
        matchpoints=compared.matchpoints if compared else None,
        delta=compared.delta if compared else None,
        share=share_of(figures.pips[0], insight.top or 0) if figures and insight else None,
        given=insight.given if insight else None,
        mistakes=insight.mistakes if insight else None,
    )


def _place(row: Traveller) -> tuple[bool, bool, int, str]:
    return row.rank is None, row.difference is None, -(row.difference or 0), row.name.casefold()
