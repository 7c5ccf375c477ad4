"""What is said before the first card: blind or not, trump or pass, mee and tegen (B3, C1, C8, C22, D1-D3).

Whose turn it is to speak and what he may say follow from the system, the dealer and what was said before.
"""

from dataclasses import dataclass, replace
from typing import Literal

from engine.cards import NO_TRUMP, TRUMPS, Seat, next_seat, parse_trump
from engine.errors import IllegalError, NotationError
from engine.systems import BLIND_FACTOR, System

Stage = Literal["blind", "trump", "double", "card"]

PASS, BLIND, LOOK, MEE, TEGEN = "pass", "blind", "look", "mee", "tegen"
CALL_FACTORS = {MEE: 2, TEGEN: 4}
MOST_SAID = 9
"""The most acts before the first card: looking or three passes, a trump, and two calls that each the second gives or
two refuse."""

NAMED_ONCE = "B3"
"""Trump is named once and before any card."""


@dataclass(frozen=True)
class Calls:
    """The talk of one deal up to now.

    `blind` is None until the dealer has said whether he looks at his cards, where that is asked. `maker` is who named
    trump, or the dealer where nobody does. `said` holds the calls mee and tegen. `passes` counts the passes in the
    present round, of trump or of one call.
    """

    system: System
    dealer: Seat
    carry: int = 1
    blind: bool | None = None
    trump: int | None = None
    maker: Seat | None = None
    said: tuple[tuple[Seat, str], ...] = ()
    passes: int = 0

    @property
    def stage(self) -> Stage:
        if self.trump is None:
            return "blind" if self.system.blind_no_trump and self.blind is None else "trump"
        return "double" if self._asked_to_double() else "card"

    @property
    def to_speak(self) -> Seat | None:
        """Whose turn it is to say something; None once a card is to be played."""
        stage = self.stage
        if stage == "card":
            return None
        if stage == "double":
            return self._asked_to_double()[self.passes]
        seat = self.dealer
        if stage == "trump" and self.system.pass_round:
            for _ in range(self.passes + 1):
                seat = next_seat(seat, self.system.clockwise)
        return seat

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be said now."""
        stage = self.stage
        if stage == "card":
            return ()
        if stage == "blind":
            return BLIND, LOOK
        if stage == "double":
            return MEE if not self.said else TEGEN, PASS
        if not self.system.pass_round:
            return TRUMPS
        if self.passes < 3:
            return (*TRUMPS, PASS)
        return TRUMPS[NO_TRUMP:] if self.system.forced_no_trump else TRUMPS

    @property
    def factor(self) -> int:
        """By how much the deal counts for what was called: 1, 2 after mee, 4 after tegen (C1)."""
        return CALL_FACTORS[self.said[-1][1]] if self.said else 1

    @property
    def trump_factor(self) -> int:
        """By how much the deal counts for its trump: 1, more without trump (B4) or blind without trump (C22)."""
        if self.trump != NO_TRUMP:
            return 1
        return BLIND_FACTOR if self.blind else self.system.no_trump_factor

    def _asked_to_double(self) -> tuple[Seat, ...]:
        """The seats that are asked in turn for the next call; none where no call is offered any more."""
        assert self.maker is not None
        if not self.system.doubling or self.blind or len(self.said) == 2 or self.passes == 2:
            return ()
        after = CALL_FACTORS[TEGEN if self.said else MEE]
        if self.trump_factor * self.carry * after > self.system.cap:
            return ()
        if self.said:
            return self.maker, self.maker.partner
        left = next_seat(self.maker, self.system.clockwise)
        return left, left.partner

    def refusal(self, text: str) -> str | None:
        """The rule that forbids to say `text` now; None where it may be said.

        Raises `NotationError` for what is never said at this stage.
        """
        stage = self.stage
        if stage == "card":
            return NAMED_ONCE
        if text in self.choices:
            return None
        if stage == "trump":
            if text == PASS:
                return "C8" if self.system.pass_round else NAMED_ONCE
            parse_trump(text)
            return "D3"
        if stage == "double" and text in CALL_FACTORS:
            return "C1"
        raise NotationError(f"not one of {', '.join(self.choices)}: {text!r}", text)

    def after(self, text: str) -> "Calls":
        """The talk after the seat to speak says `text`. Raises what `refusal` raises, and `IllegalError`."""
        rule = self.refusal(text)
        if rule is not None:
            raise IllegalError(f"{text} may not be said here ({rule})", rule)
        seat = self.to_speak
        assert seat is not None
        if text == PASS:
            return replace(self, passes=self.passes + 1)
        if text == LOOK:
            return replace(self, blind=False)
        if text == BLIND:
            return replace(self, blind=True, trump=NO_TRUMP, maker=seat)
        if text in CALL_FACTORS:
            return replace(self, said=(*self.said, (seat, text)), passes=0)
        return replace(self, trump=parse_trump(text), maker=seat, passes=0)


def open_calls(system: System, dealer: Seat, turned: int | None, carry: int = 1) -> Calls:
    """The talk before anything is said; trump is known already where it is turned up (D1) or never there (D2)."""
    calls = Calls(system, dealer, carry)
    if system.always_no_trump:
        return replace(calls, trump=NO_TRUMP, maker=dealer)
    if system.turned_trump:
        if turned is None:
            raise ValueError("a board of this system has its last card turned up")
        return replace(calls, trump=turned >> 3, maker=dealer)
    return calls
