"""One playing of a board: what is said, then eight tricks. The only value of the engine that changes.

It keeps its history. Every act is three methods: `verify_x` raises `IllegalError` with the number of the rule that
forbids it, `can_x` asks, `x` does it and returns a frozen `Act`.
"""

from dataclasses import dataclass
from typing import Literal

from engine.boards import Board
from engine.calls import BLIND, CALL_FACTORS, LOOK, NAMED_ONCE, PASS, open_calls
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
from engine.errors import IllegalError, NotationError
from engine.rules import FREE, forbidding_rule, legal_cards, rule_name, winning_place
from engine.systems import System

Phase = Literal["blind", "trump", "double", "card", "over"]
Kind = Literal["blind", "trump", "pass", "call", "card"]

WRONG_PHASE = NAMED_ONCE
"""Trump is named once and before any card."""
NOT_HELD = "A4"
"""Who plays a card must hold it."""


@dataclass(frozen=True)
class Act:
    """What a seat did.

    `value` is a trump (0 to 4), a card (0 to 31), by how much a call makes the deal count (2 or 4), whether the dealer
    plays blind (1 or 0), or 0 for a pass.
    """

    seat: Seat
    kind: Kind
    value: int

    @property
    def text(self) -> str:
        """ "H" or "NT" for a trump, "CQ" for a card, otherwise the word that was said."""
        if self.kind == "card":
            return card_name(self.value)
        if self.kind == "trump":
            return trump_name(self.value)
        if self.kind == "call":
            return next(word for word, factor in CALL_FACTORS.items() if factor == self.value)
        if self.kind == "blind":
            return BLIND if self.value else LOOK
        return PASS


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
        self.calls = open_calls(system, board.dealer, board.turned, carry)
        self.acts: list[Act] = []
        self.hands = list(board.hands)
        self.leader = next_seat(board.dealer, system.clockwise)
        self.trick: tuple[int, ...] = ()
        self.tricks: list[Trick] = []
        self.pips = (0, 0)

    @property
    def trump(self) -> int | None:
        """0 to 4, None until it is known."""
        return self.calls.trump

    @property
    def phase(self) -> Phase:
        if len(self.tricks) == 8:
            return "over"
        return "card" if self.trick or self.tricks else self.calls.stage

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        phase = self.phase
        if phase == "over":
            return None
        if phase != "card":
            return self.calls.to_speak
        step = len(self.trick) if self.system.clockwise else -len(self.trick)
        return Seat((self.leader + step) % 4)

    @property
    def trick_counts(self) -> tuple[int, int]:
        """Tricks won so far by (wij, zij)."""
        ours = sum(trick.winner.side == Side.WE for trick in self.tricks)
        return ours, len(self.tricks) - ours

    def verify_say(self, text: str) -> None:
        """Raises `NotationError` for what is never said in this phase, `IllegalError` where a rule forbids it."""
        self.calls.after(text)

    def can_say(self, text: str) -> bool:
        try:
            self.calls.after(text)
        except (IllegalError, NotationError):
            return False
        return True

    def say(self, text: str) -> Act:
        """The seat to speak names a trump, passes, calls mee or tegen, or says whether it plays blind."""
        seat = self.calls.to_speak
        calls = self.calls.after(text)
        assert seat is not None
        kind: Kind = "pass"
        value = 0
        if text in CALL_FACTORS:
            kind, value = "call", CALL_FACTORS[text]
        elif text in (BLIND, LOOK):
            kind, value = "blind", int(text == BLIND)
        elif text != PASS:
            kind, value = "trump", parse_trump(text)
        act = Act(seat, kind, value)
        self.calls = calls
        self.acts.append(act)
        return act

    def verify_trump(self, trump: int) -> None:
        self.verify_say(trump_name(trump))

    def can_choose_trump(self, trump: int) -> bool:
        return self.can_say(trump_name(trump))

    def choose_trump(self, trump: int) -> Act:
        """Who may name trump names a suit (0 to 3), held or not, or `NO_TRUMP` (B3)."""
        return self.say(trump_name(trump))

    def legal_cards(self) -> int:
        """The set of cards that the seat to act may play now; empty unless a card is to be played."""
        seat = self.to_act
        if self.phase != "card" or seat is None or self.trump is None:
            return 0
        return legal_cards(self.hands[seat], self.trick, self.trump, self.system.duties)

    def forbidding_rule(self, card: int) -> str | None:
        """The rule that forbids the seat to act to play a card of its own hand now, such as "B10"; None if it may."""
        seat = self.to_act
        if self.phase != "card" or seat is None or self.trump is None:
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
        return self.forbidding_rule(card) is None

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
        if self.system.last_trick and len(self.tricks) == 8:
            won[winner.side] += 1
        self.pips = (won[0], won[1])
        self.leader = winner
        self.trick = ()

    def perform(self, text: str) -> Act:
        """Do the act that `text` names, of the kind whose turn it is.

        Raises `NotationError` for a text of no such kind, `IllegalError` where a rule forbids it.
        """
        if self.phase in ("card", "over"):
            return self.play_card(parse_card(text))
        return self.say(text)

    @property
    def text(self) -> str:
        """All acts, separated by spaces; `rebuild` reads it."""
        return " ".join(act.text for act in self.acts)


def rebuild(board: Board, system: System, carry: int, acts: str) -> Play:
    """The play that these acts lead to. Raises what `Play.perform` raises."""
    play = Play(board, system, carry)
    for text in acts.split():
        play.perform(text)
    return play
