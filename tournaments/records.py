"""The bridge between rows and values of the engine, the only one: rows in, engine values out, and back."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from engine.boards import Board, bots_key, dealer_of, make_board
from engine.boom import BoomState, Reason
from engine.calls import MOST_SAID
from engine.cards import PLAYER as PLAYER
from engine.cards import Seat, parse_seat, parse_trump, trump_name
from engine.play import Play as EnginePlay
from engine.ranking import Contender, Status
from engine.result import Result, multiply_said, write_points
from engine.systems import OPTIONS, System, get_system
from tournaments.models import Boom, CardSource, Entry, EntryState, FreePlay, Play, Tournament


def system_of(source: CardSource) -> System:
    """The rules of a tournament or of free play; its boards are the limit of the boom. Raises `UnknownError`."""
    return get_system(source.system, {**source.options, "deal_limit": source.boards})


def options_of(source: CardSource) -> tuple[tuple[str, int], ...]:
    """In what the rules that are played by differ from their system, as records state it, by name."""
    system, usual = system_of(source), get_system(source.system)
    return tuple(
        (name, getattr(system, name)) for name in sorted(OPTIONS) if getattr(system, name) != getattr(usual, name)
    )


def announcement_of(tournament: Tournament) -> dict[str, object]:
    """All that fixes play, as it is announced: integers and strings only."""
    return {
        "boards": tournament.boards,
        "bots": tournament.bots,
        "capacity": tournament.capacity,
        "first_dealer": tournament.first_dealer,
        "id": str(tournament.pk),
        "ingredient": tournament.ingredient or None,
        "options": tournament.options,
        "rules": tournament.system,
        "title": tournament.title,
    }


def announce_free_play(free_play: FreePlay) -> dict[str, object]:
    """All that fixes the play of one boom of free play, in the shape of a tournament's for one."""
    return {
        "boards": free_play.boards,
        "bots": free_play.bots,
        "capacity": 1,
        "first_dealer": free_play.first_dealer,
        "id": f"free-{free_play.pk}",
        "ingredient": None,
        "options": free_play.options,
        "rules": free_play.system,
        "title": "",
    }


class Deck:
    """Where the cards of a boom come from: rules, announcement and secret of its source, kept on the server.

    The source must be loaded with its secret (`select_related("secret")`; for a boom, `SOURCES`).
    """

    def __init__(self, source: CardSource) -> None:
        self.system = system_of(source)
        self.bots = source.bots
        self.options = options_of(source)
        self._secret = bytes(source.secret.secret)
        self._announcement = source.announcement.encode()
        self._first_dealer = parse_seat(source.first_dealer)
        self._ingredient = source.ingredient_value or None
        self._awaited = source.awaits_ingredient
        self._plays: dict[int, EnginePlay] = {}

    def __repr__(self) -> str:
        return "Deck(…)"

    def board(self, number: int) -> Board:
        """The cards and dealer of board `number` (from 1)."""
        if self._awaited:
            raise ValueError("there are no cards before the ingredient is known")
        return make_board(self._secret, self._announcement, number, self.system, self._first_dealer, self._ingredient)

    def dealer(self, number: int) -> Seat:
        """Who deals board `number` (from 1); public."""
        return dealer_of(number, self._first_dealer, self.system)

    def bots_key(self, number: int) -> bytes:
        """The 32 bytes from which the bots draw their chance on board `number`."""
        return bots_key(self._secret, self._announcement, number, self._ingredient)

    def rebuild(self, row: Play) -> EnginePlay:
        """The play that a row describes.

        The deck keeps it, to go on from when the row has grown: who does an act on it writes it on the row as well.
        """
        play = self._plays.get(row.board)
        if play is None or not _continues(row.acts, play.text):
            play = EnginePlay(self.board(row.board), self.system, row.carry)
        for text in row.acts.split()[len(play.acts) :]:
            play.perform(text)
        self._plays[row.board] = play
        return play

    def rebuild_start(self, row: Play, count: int) -> EnginePlay:
        """The play that a row describes, as it stood after its first `count` acts."""
        play = EnginePlay(self.board(row.board), self.system, row.carry)
        for text in row.acts.split()[:count]:
            play.perform(text)
        return play


def _continues(acts: str, text: str) -> bool:
    """Whether `acts` begin with all of `text`."""
    return text in ("", acts) or acts.startswith(f"{text} ")


def count_acts(row: Play) -> int:
    """How many acts a row holds, trump and cards together."""
    return len(row.acts.split())


@dataclass(frozen=True)
class DealFigures:
    """The figures of a finished deal, pairs (wij, zij). `points` are those written; `difference` is points WIJ minus
    ZIJ without the carry, so that an earlier tie does not count twice in a comparison."""

    trump: str
    multiplier: int
    pips: tuple[int, int]
    points: tuple[int, int]
    difference: int


def figures_of(row: Play, deck: Deck) -> DealFigures | None:
    """The figures of a deal as it was played; None while it is not over."""
    if row.finished_at is None:
        return None
    result = result_of(row, deck.dealer(row.board))
    uncarried = multiply_said(deck.system, result.trump, row.acts.split()[:MOST_SAID], result.tricks)
    we, they = write_points(result.pips, uncarried, deck.system)
    return DealFigures(row.trump, result.multiplier, result.pips, result.points, we - they)


def boom_state_of(boom: Boom) -> BoomState:
    """The boom after its finished deals, in points (wij, zij)."""
    reason = cast(Reason, boom.reason) if boom.reason else None
    return BoomState((boom.total_we, boom.total_they), boom.carry, boom.deals, reason)


def write_boom_state(boom: Boom, state: BoomState, now: datetime) -> None:
    """Put `state` on the row of a boom; nothing is saved."""
    boom.total_we, boom.total_they = state.total
    boom.behind = max(boom.behind, -state.score)
    boom.carry = state.carry
    boom.deals = state.deals
    boom.reason = state.reason or ""
    boom.finished_at = now if state.finished else None


def measure_comeback(score: int, behind: int) -> int:
    """The points that a boom came back from: how far behind it had been if it was won in the end, else 0."""
    return behind if score > 0 else 0


BOOM_FIELDS = ("ply", "bots_due", "total_we", "total_they", "behind", "carry", "deals", "reason", "finished_at")
"""The columns of a boom that change as it goes on."""

FIGURE_FIELDS = (
    "trump",
    "multiplier",
    "pips_we",
    "pips_they",
    "tricks_we",
    "tricks_they",
    "points_we",
    "points_they",
)
"""The figures of a play that is over; all follow from the deal and the acts."""

RESULT_FIELDS = (*FIGURE_FIELDS, "finished_at")
"""The columns of a play that its end fills in."""


def write_result(row: Play, result: Result, now: datetime) -> None:
    """Put the result of a finished deal on its row; nothing is saved."""
    row.trump = trump_name(result.trump)
    row.multiplier = result.multiplier
    row.pips_we, row.pips_they = result.pips
    row.tricks_we, row.tricks_they = result.tricks
    row.points_we, row.points_they = result.points
    row.finished_at = now


def result_of(row: Play, dealer: Seat) -> Result:
    """The result on the row of a finished deal. Raises `ValueError` for a deal that is not over."""
    figures = (row.pips_we, row.pips_they, row.tricks_we, row.tricks_they, row.points_we, row.points_they)
    if row.multiplier is None or None in figures:
        raise ValueError("this deal is not over")
    pips_we, pips_they, tricks_we, tricks_they, points_we, points_they = (figure or 0 for figure in figures)
    return Result(
        number=row.board,
        dealer=dealer,
        trump=parse_trump(row.trump),
        multiplier=row.multiplier,
        pips=(pips_we, pips_they),
        tricks=(tricks_we, tricks_they),
        points=(points_we, points_they),
    )


def entry_of(boom: Boom) -> Entry:
    """The entry of a boom that is played in a tournament."""
    assert boom.entry is not None
    return boom.entry


def contender_of(entry: Entry) -> Contender:
    """An entry as it competes. Load it with its boom; without one it has played nothing."""
    boom: Boom | None = getattr(entry, "boom", None)
    finished = entry.state == EntryState.FINISHED and boom is not None
    score = boom_state_of(boom).score if finished and boom is not None else None
    status: Status = "ranked" if finished else "unfinished"
    if entry.number is None:
        status = "out"
    if entry.disqualified_at is not None:
        status = "disqualified"
    return Contender(entry.pk, score, 0 if boom is None else boom.deals, status)
