"""One playing of a board: trump, then eight tricks. The only value of the engine that changes; it keeps its history.

Every act is three methods: `verify_x` raises `IllegalError` with the number of the rule that forbids it, `can_x`
asks, `x` does it and returns a frozen `Act`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.boards import Board
from engine.cards import (
    Seat,
    Side,
    card_name,
    next_seat,
    parse_card,
    parse_trump,
    pips_of,
    trump_name,
)
from engine.errors import IllegalError
from engine.rules import FREE, forbidding_rule, legal_cards, rule_name, winning_place
from engine.systems import System

Phase = Literal["trump", "card", "over"]

WRONG_PHASE = "B3"
"""Trump is named once and before any card."""
NOT_HELD = "A4"
"""Who plays a card must hold it."""


@dataclass(frozen=True)
class Act:
    """What a seat did: `value` is a trump (0 to 4) or a card (0 to 31)."""

    seat: Seat
    kind: Literal["trump", "card"]
    value: int

    @property
    def text(self) -> str:
        """ "H" or "NT" for a trump, "CQ" for a card."""
        return trump_name(self.value) if self.kind == "trump" else card_name(self.value)


@dataclass(frozen=True)
class Trick:
    """A finished trick: its cards in the order played from `leader` on, and the seat that won it."""

    leader: Seat
    cards: tuple[int, ...]
    winner: Seat

    @property
    def pips(self) -> int:
        return sum(map(pips_of, self.cards))


class Play:
    """The playing of `board` by the rules of `system`; `carry` (1, 2 or 4) comes from the ties before it (B15)."""

    def __init__(self, board: Board, system: System, carry: int = 1) -> None:
        self.board = board
        self.system = system
        self.carry = carry
        self.acts: list[Act] = []
        self.trump: int | None = None
        self.hands = list(board.hands)
        self.leader = next_seat(board.dealer, system.clockwise)
        self.trick: tuple[int, ...] = ()
        self.tricks: list[Trick] = []
        self.pips = (0, 0)

    @property
    def phase(self) -> Phase:
        if self.trump is None:
            return "trump"
        return "card" if len(self.tricks) < 8 else "over"

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        if self.phase == "trump":
            return self.board.dealer
        if self.phase == "over":
            return None
        step = len(self.trick) if self.system.clockwise else -len(self.trick)
        return Seat((self.leader + step) % 4)

    @property
    def trick_counts(self) -> tuple[int, int]:
        """Tricks won so far by (wij, zij)."""
        ours = sum(trick.winner.side == Side.WE for trick in self.tricks)
        return ours, len(self.tricks) - ours

    def verify_trump(self, trump: int) -> None:
        if self.phase != "trump":
            raise IllegalError("trump has been named already", WRONG_PHASE)

    def can_choose_trump(self, trump: int) -> bool:
        return _is_allowed(self.verify_trump, trump)

    def choose_trump(self, trump: int) -> Act:
        """The dealer names a suit (0 to 3), held or not, or `NO_TRUMP` (B3)."""
        self.verify_trump(trump)
        act = Act(self.board.dealer, "trump", trump)
        self.trump = trump
        self.acts.append(act)
        return act

    def legal_cards(self) -> int:
        """The set of cards that the seat to act may play now; empty unless a card is to be played."""
        seat = self.to_act
        if self.trump is None or seat is None:
            return 0
        return legal_cards(self.hands[seat], self.trick, self.trump, self.system.duties)

    def forbidding_rule(self, card: int) -> str | None:
        """The rule that forbids the seat to act to play a card of its own hand now, such as "B10"; None if it may."""
        seat = self.to_act
        if self.trump is None or seat is None:
            return WRONG_PHASE
        if not self.hands[seat] >> card & 1:
            return NOT_HELD
        rule = forbidding_rule(card, self.hands[seat], self.trick, self.trump, self.system.duties)
        return None if rule == FREE else rule_name(rule)

    def verify_card(self, card: int) -> None:
        rule = self.forbidding_rule(card)
        if rule is not None:
            raise IllegalError(f"{card_name(card)} may not be played here ({rule})", rule)

    def can_play_card(self, card: int) -> bool:
        return _is_allowed(self.verify_card, card)

    def play_card(self, card: int) -> Act:
        """The seat to act plays a card; the fourth card ends the trick and its winner leads the next (A5)."""
        self.verify_card(card)
        seat = self.to_act
        assert seat is not None
        assert self.trump is not None
        act = Act(seat, "card", card)
        self.hands[seat] &= ~(1 << card)
        self.trick += (card,)
        self.acts.append(act)
        if len(self.trick) == 4:
            self._end_trick(self.trump)
        return act

    def _end_trick(self, trump: int) -> None:
        place = winning_place(self.trick, trump)
        winner = Seat((self.leader + (place if self.system.clockwise else -place)) % 4)
        trick = Trick(self.leader, self.trick, winner)
        self.tricks.append(trick)
        won = list(self.pips)
        won[winner.side] += trick.pips
        self.pips = (won[0], won[1])
        self.leader = winner
        self.trick = ()

    def perform(self, text: str) -> Act:
        """Do the act that `text` names, of the kind whose turn it is.

        Raises `NotationError` for a text of no such kind, `IllegalError` where a rule forbids it.
        """
        if self.phase == "trump":
            return self.choose_trump(parse_trump(text))
        return self.play_card(parse_card(text))

    @property
    def text(self) -> str:
        """All acts, separated by spaces; `rebuild` reads it."""
        return " ".join(act.text for act in self.acts)


def _is_allowed(verify: Callable[[int], None], value: int) -> bool:
    try:
        verify(value)
    except IllegalError:
        return False
    return True


def rebuild(board: Board, system: System, carry: int, acts: str) -> Play:
    """The play that these acts lead to. Raises what `Play.perform` raises."""
    play = Play(board, system, carry)
    for text in acts.split():
        play.perform(text)
    return play
