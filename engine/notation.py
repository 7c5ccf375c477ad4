"""Records: one boom as text, after PBN 2.1, so that a reader of PBN finds the deal and the play.

`parse_record` and `write_record` are a pair. The first line is `% manillen 1`; a board is a run of tags and a play
section; boards are separated by an empty line. Other lines that begin with `%` or `;` are comments, and are not kept.
Whether a record keeps to the rules is the business of `engine.replay`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from engine.cards import Seat, card_name, parse_card, parse_seat
from engine.errors import EngineError, NotationError
from engine.systems import get_system
from engine.tags import (
    UNKNOWN,
    Calls,
    Hands,
    Options,
    Pair,
    doubling_text,
    hands_text,
    options_text,
    pair_text,
    parse_doubling,
    parse_hands,
    parse_number,
    parse_options,
    parse_pair,
    parse_trump_tag,
    trump_tag_text,
)

FIRST_LINE = "% manillen 1"
DEFAULT_SYSTEM = "site"
BREAK = "*"
"""Ends a play section that is not finished."""

Row = tuple[int | None, int | None, int | None, int | None]
Value = TypeVar("Value")

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\]\s*')


class RecordError(NotationError):
    """A record that cannot be read: `text` is the line, `line` its number from 1, `position` the place in it."""

    def __init__(self, message: str, text: str, line: int, position: int = 0) -> None:
        super().__init__(message, text, position)
        self.line = line
        self.details["line"] = line


@dataclass(frozen=True)
class BoardRecord:
    """One deal as a record states it; None for what it does not state.

    `hands` are the card sets of N E S W as dealt, None for a hand not known. Pairs are (wij, zij). `rows` are tricks;
    their columns are the seats in order of play from `leader`, the opening leader, None for a card not played yet.
    `leader` is None without a play section. `others` keeps tags of other meaning, in order.
    """

    number: int
    dealer: Seat
    hands: Hands
    system: str = DEFAULT_SYSTEM
    options: Options = ()
    turned: int | None = None
    maker: Seat | None = None
    trump: int | None = None
    blind: bool = False
    doubling: Calls | None = None
    multiplier: int | None = None
    pips: Pair | None = None
    points: Pair | None = None
    total: Pair | None = None
    leader: Seat | None = None
    rows: tuple[Row, ...] = ()
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Record:
    """A boom: its boards in order of play."""

    boards: tuple[BoardRecord, ...]


@dataclass
class _Block:
    """The lines of one board, not yet understood."""

    line: int
    tags: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    broken_off: bool = False
    last: int = 0


def parse_record(text: str) -> Record:
    """Read a record. Raises `RecordError` with the number of the line that cannot be read."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if lines[0].rstrip() != FIRST_LINE:
        raise RecordError(f"a record begins with the line {FIRST_LINE!r}", lines[0], 1)
    boards: list[BoardRecord] = []
    block: _Block | None = None
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(("%", ";")):
            continue
        if block is not None and (not line.strip() or (line.startswith("[") and "Play" in block.tags)):
            boards.append(_read_board(block, boards[-1] if boards else None))
            block = None
        if line.strip():
            block = block or _Block(number)
            block.last = number
            (_read_tag if line.startswith("[") else _read_row)(block, line, number)
    if block is not None:
        boards.append(_read_board(block, boards[-1] if boards else None))
    if not boards:
        raise RecordError("a record holds a board at least", lines[-1], len(lines))
    return Record(tuple(boards))


def _read_tag(block: _Block, line: str, number: int) -> None:
    match = _TAG.fullmatch(line)
    if match is None:
        raise RecordError(f"not a tag: {line!r}", line, number)
    name = match[1]
    if name in block.tags:
        raise RecordError(f"{name} is stated twice in one board", line, number)
    block.tags[name] = (re.sub(r"\\(.)", r"\1", match[2]), number, line)


def _read_row(block: _Block, line: str, number: int) -> None:
    if "Play" not in block.tags:
        raise RecordError(f"a row of cards before a Play tag: {line!r}", line, number)
    words = line.split()
    if block.broken_off:
        raise RecordError(f"a row after {BREAK!r}, which ends the play section", line, number)
    if words[-1] == BREAK:
        block.broken_off = True
        words.pop()
        if not words:
            return
    if len(words) != 4:
        raise RecordError(f"a row has four cards, this one {len(words)}: {line!r}", line, number)
    if len(block.rows) == 8:
        raise RecordError("a deal has eight tricks", line, number)
    try:
        cards = [None if word == UNKNOWN else parse_card(word) for word in words]
    except NotationError as error:
        raise RecordError(str(error), line, number, line.find(error.text) + error.position) from error
    block.rows.append((cards[0], cards[1], cards[2], cards[3]))


def _read_board(block: _Block, before: BoardRecord | None) -> BoardRecord:
    """The board these lines state; a `Rules` or `Options` tag left out is as in the board before it."""
    _check_play_is_whole(block)

    def read(name: str, parse: Callable[[str], Value]) -> Value | None:
        if name not in block.tags:
            return None
        value, number, line = block.tags[name]
        try:
            return parse(value)
        except EngineError as error:
            position = error.position if isinstance(error, NotationError) else 0
            raise RecordError(f"{name}: {error}", line, number, line.find('"') + 1 + position) from error

    def require(name: str, parse: Callable[[str], Value]) -> Value:
        value = read(name, parse)
        if value is None:
            raise RecordError(f"a board without a {name} tag", "", block.line)
        return value

    trump, blind = read("Trump", parse_trump_tag) or (None, False)
    system = read("Rules", _parse_system) or (before.system if before else DEFAULT_SYSTEM)
    options = read("Options", lambda text: _parse_options_of(system, text))
    return BoardRecord(
        number=require("Board", parse_number),
        dealer=require("Dealer", parse_seat),
        hands=require("Deal", parse_hands),
        system=system,
        options=options if options is not None else before.options if before else (),
        turned=read("Turned", parse_card),
        maker=read("Maker", parse_seat),
        trump=trump,
        blind=blind,
        doubling=read("Doubling", parse_doubling),
        multiplier=read("Multiplier", parse_number),
        pips=read("Pips", parse_pair),
        points=read("Points", parse_pair),
        total=read("Total", parse_pair),
        leader=read("Play", parse_seat),
        rows=tuple(block.rows),
        others=tuple((name, tag[0]) for name, tag in block.tags.items() if name not in _OWN_TAGS),
    )


def _check_play_is_whole(block: _Block) -> None:
    finished = len(block.rows) == 8 and all(None not in row for row in block.rows)
    if "Play" in block.tags and not finished and not block.broken_off:
        raise RecordError(f"the play section of a board breaks off without {BREAK!r}", "", block.last)
    if "Play" not in block.tags and not {"Pips", "Points", "Total"}.isdisjoint(block.tags):
        raise RecordError("a board states its result but not its play", "", block.last)


def _parse_system(text: str) -> str:
    return get_system(text).name


def _parse_options_of(system: str, text: str) -> Options:
    options = parse_options(text)
    get_system(system, dict(options))
    return options


def _write_unless_none(value: Value | None, write: Callable[[Value], str]) -> str | None:
    return None if value is None else write(value)


_OWN_TAGS: dict[str, Callable[[BoardRecord], str | None]] = {
    "Board": lambda board: str(board.number),
    "Dealer": lambda board: board.dealer.letter,
    "Rules": lambda board: board.system,
    "Options": lambda board: options_text(board.options) or None,
    "Deal": lambda board: hands_text(board.hands),
    "Turned": lambda board: _write_unless_none(board.turned, card_name),
    "Maker": lambda board: _write_unless_none(board.maker, lambda seat: seat.letter),
    "Trump": lambda board: _write_unless_none(board.trump, lambda trump: trump_tag_text(trump, board.blind)),
    "Doubling": lambda board: _write_unless_none(board.doubling, doubling_text),
    "Multiplier": lambda board: _write_unless_none(board.multiplier, str),
    "Pips": lambda board: _write_unless_none(board.pips, pair_text),
    "Points": lambda board: _write_unless_none(board.points, pair_text),
    "Total": lambda board: _write_unless_none(board.total, pair_text),
    "Play": lambda board: _write_unless_none(board.leader, lambda seat: seat.letter),
}
"""The tags of this notation in the order in which they are written, each with how its value is written."""


def write_record(record: Record) -> str:
    """The record as text, what `parse_record` reads. Raises `NotationError` for a tag that no line can hold."""
    return FIRST_LINE + "\n" + "\n".join(_board_text(board) for board in record.boards)


def _board_text(board: BoardRecord) -> str:
    tags = [(name, value) for name, write in _OWN_TAGS.items() if (value := write(board)) is not None]
    tags[1:1] = board.others
    lines = [_tag_text(name, value) for name, value in tags]
    lines += [" ".join(UNKNOWN if card is None else card_name(card) for card in row) for row in board.rows]
    finished = len(board.rows) == 8 and all(None not in row for row in board.rows)
    if board.leader is not None and not finished:
        lines.append(BREAK)
    return "\n".join(lines) + "\n"


def _tag_text(name: str, value: str) -> str:
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    line = f'[{name} "{escaped}"]'
    if "\n" in value or "\r" in value or not _TAG.fullmatch(line):
        raise NotationError(f"no tag can hold {name} {value!r}", value)
    return line
