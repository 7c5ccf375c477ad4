"""Records held against the rules: every card, and every figure that a record states.

A figure that is not stated is not missed, and a record may stop in the middle of a deal. Where hands are not known, a
seat holds at least what it plays later on: a card is illegal where those cards alone make it so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.boards import Board
from engine.boom import START, BoomState, add_result, dealer_after, state_figures
from engine.calls import BLIND, LOOK, PASS
from engine.cards import ALL_CARDS, NO_TRUMP, Seat, card_name, next_seat, trump_name
from engine.errors import IllegalError, NotationError
from engine.notation import BoardRecord, Record
from engine.play import Play
from engine.result import Result, multiplier_of, score_play
from engine.systems import System, get_system
from engine.tags import pair_text

DUTIES = {
    "A4": "the seat to play does not hold it",
    "B6": "the suit led must be followed",
    "B7": "a higher card of the suit led must be played",
    "B8": "a trump must be played",
    "B9": "a higher trump must be played",
    "B10": "a trump lower than one in the trick may not be played",
    "C2": "a trump must be played, a lower one too",
    "C12": "a trump must be played",
    "C13": "a higher trump must be played",
}
"""What each rule asks of who plays a card."""
FIGURE_RULES = {"multiplier": "B14", "pips": "A6", "points": "A7", "total": "B17"}
"""The rule by which each figure of a deal is reckoned."""


@dataclass(frozen=True)
class Fault:
    """What is wrong in a record: on which board, at which trick (from 1) and card if it is one, by which rule."""

    board: int
    rule: str
    message: str
    trick: int | None = None
    card: int | None = None

    def __str__(self) -> str:
        where = [f"board {self.board}"]
        if self.trick is not None:
            where.append(f"trick {self.trick}")
        if self.card is not None:
            where.append(f"card {card_name(self.card)}")
        return f"{', '.join(where)}: {self.message} ({self.rule})"


@dataclass
class Replay:
    """What the engine makes of a record: finished deals, the boom after each of them, the faults found.

    `last` is the last deal of the record as far as it was played.
    """

    system: System
    results: list[Result] = field(default_factory=list)
    states: list[BoomState] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    last: Play | None = None

    @property
    def state(self) -> BoomState:
        return self.states[-1] if self.states else START

    def as_dict(self) -> dict[str, object]:
        """The finished deals and the score, as `python -m engine replay --json` prints them."""
        deals = [
            {"board": result.number, "dealer": result.dealer.letter, **state_figures(result, state)}
            for result, state in zip(self.results, self.states, strict=True)
        ]
        return {
            "system": self.system.name,
            "finished": self.state.finished,
            "deals": deals,
            "total": list(self.state.total),
            "score": self.state.score,
        }


class _Stop(Exception):
    """A fault after which the deals that follow cannot be judged."""


def replay_record(record: Record) -> Replay:
    """Play a record again and hold it against the rules."""
    first = record.boards[0]
    replay = Replay(get_system(first.system, dict(first.options)))
    before: BoardRecord | None = None
    unfinished: BoardRecord | None = None
    try:
        for board in record.boards:
            _check_place(replay, board, before, unfinished)
            play = replay.last = _replay_board(replay, board)
            if play.phase == "over":
                _check_figures(replay, board, play)
            else:
                unfinished = unfinished or board
                _check_unfinished(replay, board, play)
            before = board
    except _Stop:
        pass
    return replay


def _check_place(
    replay: Replay, board: BoardRecord, before: BoardRecord | None, unfinished: BoardRecord | None
) -> None:
    """The board's place in the boom: system, number and dealer (B1), and a boom that still goes on (B17, B18)."""
    if before is not None:
        if (board.system, board.options) != (before.system, before.options):
            _report(replay, board, "B14", "a boom keeps one system and its options", stop=True)
        if board.number != before.number + 1:
            _report(replay, board, "B1", f"board {before.number + 1} comes after board {before.number}")
        dealer = next_seat(before.dealer, replay.system.clockwise)
        if replay.results and replay.results[-1].number == before.number:
            dealer = dealer_after(replay.results[-1], replay.system)
        if board.dealer != dealer:
            _report(replay, board, "B1", f"{board.dealer.letter} deals where it is {dealer.letter}'s turn")
    if replay.state.finished:
        rule = "B17" if replay.state.reason == "target" else "B18"
        _report(replay, board, rule, "a deal after the end of the boom", stop=True)
    if unfinished is not None and board.trump is not None:
        _report(replay, board, "B1", f"a deal after board {unfinished.number}, which is not finished", stop=True)


def _report(
    replay: Replay,
    board: BoardRecord,
    rule: str,
    message: str,
    trick: int | None = None,
    card: int | None = None,
    stop: bool = False,
) -> None:
    replay.faults.append(Fault(board.number, rule, message, trick, card))
    if stop:
        raise _Stop


def _replay_board(replay: Replay, board: BoardRecord) -> Play:
    hands = _complete_hands(replay, board)
    play = Play(
        Board(board.number, board.dealer, hands, _find_turned(replay, board)), replay.system, replay.state.carry
    )
    played = any(card is not None for row in board.rows for card in row)
    _repeat_calls(replay, board, play, played)
    if play.trump is None and played:
        _report(replay, board, "B3", "cards are played before trump is named", stop=True)
    if board.leader is not None and board.leader != play.leader:
        message = f"{board.leader.letter} leads where it is {play.leader.letter}'s turn"
        _report(replay, board, "B5", message, stop=True)
    for number, row in enumerate(board.rows, 1):
        for card in _in_order_of_play(replay, board, play, number, row):
            try:
                play.play_card(card)
            except IllegalError as error:
                _report(replay, board, error.rule, DUTIES.get(error.rule, str(error)), number, card, stop=True)
    return play


def _find_turned(replay: Replay, board: BoardRecord) -> int | None:
    """The card turned up: stated, or else any of the trump suit; None where the system turns up none."""
    if not replay.system.turned_trump:
        if board.turned is not None:
            _report(replay, board, "C8", "no card is turned up in this system", card=board.turned, stop=True)
        return None
    if board.turned is None:
        if board.trump is None or board.trump == NO_TRUMP:
            _report(replay, board, "C8", "the card turned up is not stated", stop=True)
            return None
        return 8 * board.trump
    hand = board.hands[board.dealer]
    if hand is not None and not hand >> board.turned & 1:
        message = f"{board.dealer.letter} deals and does not hold the card turned up"
        _report(replay, board, "C8", message, card=board.turned, stop=True)
    return board.turned


def _repeat_calls(replay: Replay, board: BoardRecord, play: Play, played: bool) -> None:
    """Say again what the record states was said before the first card."""
    doubling = list(board.doubling or ())
    try:
        if board.blind or (play.phase == "blind" and board.trump is not None):
            play.say(BLIND if board.blind else LOOK)
        if board.trump is not None:
            if play.trump is None:
                _name_trump(replay, board, play, board.trump)
            elif play.trump != board.trump:
                message = f"trump is stated as {trump_name(board.trump)} and is {trump_name(play.trump)}"
                _report(replay, board, "C8", message, stop=True)
        while play.phase == "double" and (played or board.doubling is not None):
            seat, word = doubling[0] if doubling else (None, PASS)
            if seat == play.to_act:
                doubling.pop(0)
            play.say(word if seat == play.to_act else PASS)
    except (IllegalError, NotationError) as error:
        _report(replay, board, getattr(error, "rule", "C22"), str(error), stop=True)
    if doubling:
        seat, word = doubling[0]
        _report(replay, board, "C1", f"{seat.letter} cannot say {word} here", stop=True)


def _name_trump(replay: Replay, board: BoardRecord, play: Play, trump: int) -> None:
    """The maker names trump; in a round those before him pass. One not stated is the first who speaks."""
    maker = board.maker if board.maker is not None else play.to_act
    while replay.system.pass_round and play.to_act != maker:
        play.say(PASS)
    if play.to_act != maker:
        _report(replay, board, "B3", f"{maker.letter if maker else ''} names trump where the dealer does", stop=True)
    play.choose_trump(trump)


def _in_order_of_play(
    replay: Replay, board: BoardRecord, play: Play, number: int, row: tuple[int | None, ...]
) -> Iterator[int]:
    """The cards of a row from the leader of the trick on, up to the first not played yet."""
    first = _column(replay.system, board, play.leader)
    cards = [row[(first + place) % 4] for place in range(4)]
    if play.trick:
        _report(replay, board, "A5", "a trick begins before the one before it ends", number, stop=True)
    played = [card for card in cards if card is not None]
    if cards[: len(played)] != played:
        message = f"{play.leader.letter} leads to this trick, and a seat plays out of turn"
        _report(replay, board, "A5", message, number, played[0], stop=True)
    yield from played


def _column(system: System, board: BoardRecord, seat: Seat) -> int:
    opener = board.leader if board.leader is not None else seat
    return (seat - opener if system.clockwise else opener - seat) % 4


def _complete_hands(replay: Replay, board: BoardRecord) -> tuple[int, int, int, int]:
    """The four hands; one not known is the rest of the pack or, failing that, the cards it plays in the record."""
    taken = 0
    for seat, hand in zip(Seat, board.hands, strict=True):
        if hand is None:
            continue
        if hand.bit_count() != 8:
            _report(replay, board, "A4", f"{seat.letter} holds {hand.bit_count()} cards, not eight", stop=True)
        if hand & taken:
            _report(replay, board, "A1", f"{seat.letter} holds a card that is in another hand", stop=True)
        taken |= hand
    hands = []
    for seat, hand in zip(Seat, board.hands, strict=True):
        if hand is None:
            hand = ALL_CARDS & ~taken
            if board.hands.count(None) > 1:
                column = 0 if board.leader is None else _column(replay.system, board, seat)
                hand &= sum({1 << card for row in board.rows if (card := row[column]) is not None})
            taken |= hand
        hands.append(hand)
    return hands[0], hands[1], hands[2], hands[3]


def _check_figures(replay: Replay, board: BoardRecord, play: Play) -> None:
    result = score_play(play)
    state = add_result(replay.state, result, replay.system)
    replay.results.append(result)
    replay.states.append(state)
    _check_figure(replay, board, "Multiplier", board.multiplier, result.multiplier)
    _check_figure(replay, board, "Pips", board.pips, result.pips)
    _check_figure(replay, board, "Points", board.points, result.points)
    _check_figure(replay, board, "Total", board.total, state.total)


def _check_unfinished(replay: Replay, board: BoardRecord, play: Play) -> None:
    if play.trump is not None:
        _check_figure(replay, board, "Multiplier", board.multiplier, multiplier_of(play))
    _check_figure(replay, board, "Pips", board.pips, play.pips)
    _check_figure(replay, board, "Points", board.points, (0, 0))
    _check_figure(replay, board, "Total", board.total, replay.state.total)


def _check_figure(
    replay: Replay,
    board: BoardRecord,
    name: str,
    stated: int | tuple[int, int] | None,
    found: int | tuple[int, int],
) -> None:
    if stated is not None and stated != found:
        rule = FIGURE_RULES[name.lower()]
        _report(replay, board, rule, f"{name} is stated as {_figure(stated)} and should be {_figure(found)}")


def _figure(value: int | tuple[int, int]) -> str:
    return str(value) if isinstance(value, int) else pair_text(value)
