"""The proof of a tournament: one file from which anyone can check cards, play, bots, scores and list.

Canonical JSON, so that equal proofs are equal bytes; `docs/fairness.md` specifies it. Entries go by number, nobody by
name. Whether a proof holds is the business of `engine.verification`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from types import UnionType
from typing import (
    Any,
    Literal,
    TypedDict,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from engine.boards import Board, canonical, make_board
from engine.boom import Figures
from engine.cards import Seat, card_name, parse_seat
from engine.errors import NotationError
from engine.ranking import Contender, Status, rank
from engine.systems import System, get_system
from engine.tags import hands_text

FORMAT = "manillen proof 1"


class Deal(TypedDict):
    """A board as it was dealt: its dealer's letter, the four hands as a `Deal` tag, the card turned up if one is."""

    board: int
    dealer: str
    deal: str
    turned: str | None


class PlayedBoard(TypedDict):
    """One board as one entry played it: all acts, the bots' too, and figures once it was over."""

    board: int
    acts: str
    figures: Figures | None


class ProvenEntry(TypedDict):
    """One entry: its boards, how many acts and finished deals they hold, and what it scored, None if unfinished."""

    entry: int
    status: Status
    plays: list[PlayedBoard]
    acts: int
    deals: int
    total: list[int]
    score: int | None


class Row(TypedDict):
    """A row of the list."""

    entry: int
    rank: int | None
    score: int | None
    deals: int
    status: Status


class Proof(TypedDict):
    """All of it. `announcement` is the text that was committed to; the list of a cancelled tournament is None."""

    format: str
    announcement: str
    commitment: str
    secret: str
    ingredient: str | None
    deals: list[Deal]
    entries: list[ProvenEntry]
    list: list[Row] | None


class AnnouncedFields(TypedDict):
    """All that was announced. `ingredient` describes a public value that was not known then."""

    boards: int
    bots: str
    capacity: int
    first_dealer: str
    id: str
    ingredient: str | None
    options: dict[str, int]
    rules: str
    title: str


_KINDS: dict[Any, str] = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


@dataclass(frozen=True)
class Announcement:
    """What was announced, to the letter and as the engine takes it; `ingredient` as in `AnnouncedFields`."""

    text: str
    title: str
    system: System
    boards: int
    bots: str
    capacity: int
    first_dealer: Seat
    ingredient: str | None

    def deal(self, secret: bytes, number: int, ingredient: str | None) -> Board:
        """Board `number` (from 1). `ingredient` is the value that was entered for the one described."""
        return make_board(secret, self.text.encode(), number, self.system, self.first_dealer, ingredient)


def parse_proof(data: bytes) -> Proof:
    """Read a proof. Raises `NotationError` for what is none of this version, to the byte."""
    proof = cast(Proof, _read(data, Proof, "a proof"))
    if proof["format"] != FORMAT:
        raise NotationError(f"a proof of another format, not {FORMAT!r}", proof["format"])
    return proof


def write_proof(proof: Proof) -> bytes:
    """What `parse_proof` reads."""
    return canonical(proof)


def parse_announcement(text: str) -> Announcement:
    """Read what was announced. Raises `EngineError` for what nothing could be played by."""
    fields = cast(AnnouncedFields, _read(text.encode(), AnnouncedFields, "an announcement"))
    for name in ("boards", "capacity"):
        if fields[name] < 1:
            raise NotationError(f"{name}: less than one", str(fields[name]))
    return Announcement(
        text,
        fields["title"],
        get_system(fields["rules"], {**fields["options"], "deal_limit": fields["boards"]}),
        fields["boards"],
        fields["bots"],
        fields["capacity"],
        parse_seat(fields["first_dealer"]),
        fields["ingredient"],
    )


def state_deal(board: Board) -> Deal:
    """A board as a proof states it."""
    turned = None if board.turned is None else card_name(board.turned)
    return Deal(board=board.number, dealer=board.dealer.letter, deal=hands_text(board.hands), turned=turned)


def state_list(entries: Iterable[ProvenEntry]) -> list[Row]:
    """The list of these entries; equal scores stand by entry number."""
    contenders = [Contender(one["entry"], one["score"], one["deals"], one["status"]) for one in entries]
    return [
        Row(entry=row.key, rank=row.rank, score=row.score, deals=row.deals, status=row.status)
        for row in rank(contenders)
    ]


def _read(data: bytes, hint: Any, what: str) -> object:
    """Canonical JSON of the type `hint`."""
    try:
        value = json.loads(data.decode())
    except UnicodeDecodeError as error:
        raise NotationError("not UTF-8 text", "", error.start) from error
    except ValueError as error:
        raise NotationError(f"not JSON: {error}", "") from error
    except RecursionError as error:
        raise NotationError(f"too deep for {what}", "") from error
    _check(value, hint, what)
    try:
        same = canonical(value) == data
    except UnicodeEncodeError:
        same = False
    if not same:
        raise NotationError(f"{what} is canonical JSON: sorted names, each once, no spaces, UTF-8", "")
    return value


def _check(value: Any, hint: Any, place: str) -> None:
    """See that a value of JSON is of a type: a number, a text, one of these texts, a list, an object, or null."""
    if get_origin(hint) in (Union, UnionType):
        if value is None:
            return
        hint = get_args(hint)[0]
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise NotationError(f"{place}: not one of {', '.join(get_args(hint))}", repr(value)[:80])
        return
    kind = dict if is_typeddict(hint) else get_origin(hint) or hint
    if type(value) is not kind:
        raise NotationError(f"{place}: not {_KINDS[kind]}", repr(value)[:80])
    if kind is list:
        for number, one in enumerate(value, 1):
            _check(one, get_args(hint)[0], f"{place} {number}")
    elif kind is dict:
        inner = get_type_hints(hint) if is_typeddict(hint) else dict.fromkeys(value, get_args(hint)[-1])
        for name in sorted(inner.keys() ^ value.keys()):
            raise NotationError(f"{place}: {'without' if name in inner else 'does not know'} {name!r}", name)
        for name, one in inner.items():
            _check(value[name], one, f"{place}, {name}")
