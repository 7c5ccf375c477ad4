"""A proof held against itself: commitment, cards, every act and every bot's reply, every score, the list.

Everything is done again by the engine that the tables are played with. The first thing that is wrong ends it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.boards import Board, bots_key, commit, parse_secret
from engine.boom import START, BoomState, add_result, state_figures
from engine.bots import decide, get_bot
from engine.cards import PLAYER
from engine.errors import EngineError, IllegalError, NotationError
from engine.play import Play
from engine.proof import (
    Announcement,
    PlayedBoard,
    Proof,
    ProvenEntry,
    parse_announcement,
    state_deal,
    state_list,
)
from engine.replay import DUTIES, FIGURE_RULES
from engine.result import score_play
from engine.view import SeatView, view_play


@dataclass(frozen=True)
class ProofFault:
    """The first thing that is wrong in a proof. `part` is the name in it under which it stands.

    Where it stands in an entry: its number, the board, the trick (from 1), the card or what was said, the rule it
    breaks; None for what does not apply.
    """

    part: str
    message: str
    entry: int | None = None
    board: int | None = None
    trick: int | None = None
    act: str | None = None
    rule: str | None = None

    def __str__(self) -> str:
        places = (("entry", self.entry), ("board", self.board), ("trick", self.trick), ("act", self.act))
        act = "card" if self.trick else "act"
        where = [f"{act if name == 'act' else name} {value}" for name, value in places if value is not None]
        rule = f" ({self.rule})" if self.rule else ""
        return f"{', '.join(where) or self.part}: {self.message}{rule}"


@dataclass
class Verification:
    """What was found. `acts` counts those replayed, `asked` the bots' acts among them; `fault` is None if all holds."""

    title: str = ""
    boards: int = 0
    entries: int = 0
    acts: int = 0
    asked: int = 0
    fault: ProofFault | None = None

    def as_dict(self) -> dict[str, object]:
        """As `python -m engine verify --json` prints it."""
        return {
            "holds": self.fault is None,
            "title": self.title,
            "boards": self.boards,
            "entries": self.entries,
            "acts": self.acts,
            "asked": self.asked,
            "fault": None if self.fault is None else {**vars(self.fault), "sentence": str(self.fault)},
        }


class _Wrong(Exception):
    def __init__(self, fault: ProofFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _fault(part: str, message: str, entry: int | None = None, board: int | None = None, rule: str = "") -> _Wrong:
    return _Wrong(ProofFault(part, message, entry, board, rule=rule or None))


def verify_proof(
    proof: Proof, commitment: str | None = None, show: Callable[[int, int], None] = lambda done, of: None
) -> Verification:
    """Do everything in a proof again, up to the first fault.

    `commitment` is the one that was seen when the tournament was announced: a proof of other cards made afterwards
    differs from it. `show` is told how many of how many played boards are done.
    """
    found = Verification()
    try:
        _Verifier(proof, found, show).run(commitment)
    except _Wrong as wrong:
        found.fault = wrong.fault
    return found


@dataclass
class _Verifier:
    proof: Proof
    found: Verification
    show: Callable[[int, int], None]
    replies: dict[SeatView, str] = field(default_factory=dict)

    def run(self, commitment: str | None) -> None:
        announced = self._read_announcement()
        self.found.title = announced.title
        secret = self._check_commitment(commitment)
        self._check_ingredient(announced)
        boards = self._deal(announced, secret)
        self.found.boards = len(boards)
        self._check_entries(announced, secret, boards)
        self._check_list()

    def _read_announcement(self) -> Announcement:
        try:
            announced = parse_announcement(self.proof["announcement"])
            get_bot(announced.bots)
        except EngineError as error:
            raise _fault("announcement", str(error)) from error
        return announced

    def _check_commitment(self, seen: str | None) -> bytes:
        try:
            secret = parse_secret(self.proof["secret"])
        except NotationError as error:
            raise _fault("secret", str(error)) from error
        if secret.hex() != self.proof["secret"]:
            raise _fault("secret", "not written in small letters, without spaces")
        committed = commit(self.proof["announcement"].encode(), secret)
        if committed != self.proof["commitment"]:
            raise _fault("commitment", "secret and announcement are not those that were committed to")
        if seen is not None and seen != committed:
            raise _fault("commitment", "the one that was seen before is another")
        return secret

    def _check_ingredient(self, announced: Announcement) -> None:
        value = self.proof["ingredient"]
        if value is not None and announced.ingredient is None:
            raise _fault("ingredient", "none was announced")
        if value == "":
            raise _fault("ingredient", "it has no value")
        if value is None and announced.ingredient is not None and any(one["plays"] for one in self.proof["entries"]):
            raise _fault("ingredient", "cards were dealt before its value was known")

    def _deal(self, announced: Announcement, secret: bytes) -> list[Board]:
        """All boards; none where the ingredient never came."""
        ingredient = self.proof["ingredient"]
        count = 0 if ingredient is None and announced.ingredient is not None else announced.boards
        if len(self.proof["deals"]) != count:
            raise _fault("deals", f"{len(self.proof['deals'])} boards are stated, and {count} were announced")
        boards = [announced.deal(secret, number, ingredient) for number in range(1, count + 1)]
        for stated, board in zip(self.proof["deals"], boards, strict=True):
            dealt = state_deal(board)
            for name in ("board", "dealer", "deal", "turned"):
                if stated[name] != dealt[name]:
                    message = f"{name} is stated as {stated[name]}, and the secret makes it {dealt[name]}"
                    raise _fault("deals", message, board=board.number)
        return boards

    def _check_entries(self, announced: Announcement, secret: bytes, boards: list[Board]) -> None:
        entries = self.proof["entries"]
        played = sum(len(entry["plays"]) for entry in entries)
        done = 0
        before = 0
        for entry in entries:
            number = entry["entry"]
            if number <= before:
                raise _fault("entries", "entries are numbered from 1 up, each once", entry=number)
            before = number
            state = START
            acts = 0
            for stated in entry["plays"]:
                board = self._find_board(entry, stated, boards, state)
                key = bots_key(secret, announced.text.encode(), board.number, self.proof["ingredient"])
                play = self._replay(announced, entry, stated, Play(board, announced.system, state.carry), key)
                state = self._check_figures(announced, entry, stated, play, state)
                acts += len(play.acts)
                done += 1
                self.show(done, played)
            self.found.entries += 1
            self._check_end(announced, entry, state, acts)

    def _find_board(self, entry: ProvenEntry, stated: PlayedBoard, boards: list[Board], state: BoomState) -> Board:
        number = state.deals + 1
        where = (entry["entry"], stated["board"])
        if state.finished:
            raise _fault(
                "entries", "a deal after the end of the boom", *where, "B17" if state.reason == "target" else "B18"
            )
        if stated["board"] != number:
            message = f"board {number} comes next, and each is played out before the one after it"
            raise _fault("entries", message, *where, "B1")
        if not stated["acts"]:
            raise _fault("entries", "nothing was done on it", *where)
        return boards[number - 1]

    def _replay(self, announced: Announcement, entry: ProvenEntry, stated: PlayedBoard, play: Play, key: bytes) -> Play:
        for text in stated["acts"].split(" "):
            trick = len(play.tricks) + 1 if play.phase == "card" else None
            here = ProofFault("entries", "", entry["entry"], stated["board"], trick, text)
            seat = play.to_act
            if seat is None:
                raise _Wrong(replace(here, message="an act after the end of the deal"))
            view = None if seat == PLAYER else view_play(play, seat)
            try:
                play.perform(text)
            except IllegalError as error:
                message = f"{seat.letter}: {DUTIES.get(error.rule, 'this may not be said here')}"
                raise _Wrong(replace(here, message=message, rule=error.rule)) from error
            except NotationError as error:
                raise _Wrong(replace(here, message=f"{seat.letter}: {error}")) from error
            self.found.acts += 1
            reply = text if view is None else self._ask(announced.bots, view, key)
            if reply != text:
                raise _Wrong(replace(here, message=f"{announced.bots} as {seat.letter} does {reply} here"))
        return play

    def _ask(self, bots: str, view: SeatView, key: bytes) -> str:
        """What a bot does: the same wherever the same was seen on this board, so it is asked once."""
        self.found.asked += 1
        reply = self.replies.get(view)
        if reply is None:
            reply = self.replies[view] = decide(bots, view, key)
        return reply

    def _check_figures(
        self, announced: Announcement, entry: ProvenEntry, stated: PlayedBoard, play: Play, state: BoomState
    ) -> BoomState:
        where = (entry["entry"], stated["board"])
        figures = stated["figures"]
        if play.phase != "over":
            if figures is not None:
                raise _fault("entries", "it states figures, and was not played out", *where)
            if stated is not entry["plays"][-1]:
                raise _fault("entries", "another board follows, and this one was not played out", *where)
            return state
        result = score_play(play)
        state = add_result(state, result, announced.system)
        if figures is None:
            raise _fault("entries", "it was played out, and states no figures", *where)
        stated_figures: Mapping[str, object] = figures
        for name, right in state_figures(result, state).items():
            if stated_figures[name] != right:
                message = f"{name} is stated as {stated_figures[name]} and should be {right}"
                raise _fault("entries", message, *where, FIGURE_RULES.get(name, ""))
        return state

    def _check_end(self, announced: Announcement, entry: ProvenEntry, state: BoomState, acts: int) -> None:
        out = entry["entry"] > announced.capacity
        usual = "out" if out else "ranked" if state.finished else "unfinished"
        score = state.score if state.finished else None
        status = entry["status"] if entry["status"] == "disqualified" else usual
        stated: Mapping[str, object] = entry
        right = {"acts": acts, "deals": state.deals, "total": list(state.total), "score": score, "status": status}
        for name, value in right.items():
            if stated[name] != value:
                message = f"{name} is stated as {stated[name]} and should be {value}"
                raise _fault("entries", message, entry["entry"], rule="B19" if name == "score" else "")

    def _check_list(self) -> None:
        stated = self.proof["list"]
        if stated is None:
            if self.proof["entries"]:
                raise _fault("list", "entries are stated, and no list: only a cancelled tournament has none")
            return
        right = state_list(self.proof["entries"])
        if len(stated) != len(right):
            raise _fault("list", f"{len(stated)} rows are stated, and {len(right)} entries")
        for place, (row, standing) in enumerate(zip(stated, right, strict=True), 1):
            if row != standing:
                raise _fault("list", f"row {place} is stated as {row} and should be {standing}")
