"""What a club player says before the first card: trump or pass, mee and tegen.

All of it goes by one estimate, of the pips above half that eight cards promise with a trump. It knows nothing of who
named that trump, and who names has a reason: an opponent of the maker makes less than it promises, his partner more. So
the thresholds are not nought. They are those which in self-play lost least to the best answer.
"""

from engine.bots.estimate import choose_trump, expect_pips
from engine.calls import CALL_FACTORS, LOOK, MEE, PASS, TEGEN
from engine.cards import NO_TRUMP, TRUMPS
from engine.result import multiply
from engine.systems import System
from engine.view import SeatView

_MEE, _MEE_UNANSWERED = 6.0, 4.75
"""Where tegen may answer it, and where it cannot."""
_TEGEN = 7.0
_TEGEN_OF_PARTNER = 2.0
_TEGEN_OF_PARTNER_WITHOUT = -3.0
"""The maker's partner, with no trump named."""
_TEGEN_OF_PARTNER_UNNAMED = 6.0
"""The dealer's partner, where trump is turned up or there never is one: it tells nothing of the dealer's cards."""


def say(view: SeatView) -> str:
    """What the view's seat, whose turn it is to speak, says.

    Never blind: eight cards not seen promise half the pips, and who looks may name a suit (C22). Never pass in a round
    of trump (C8): that leaves the choice to an opponent, who makes more of it than the weakest hand loses by naming.
    """
    if view.phase == "blind":
        return LOOK
    assert view.hand is not None
    if view.phase == "trump":
        trump = TRUMPS[choose_trump(view.hand, view.system)]
        return trump if trump in view.choices else view.choices[0]
    assert view.trump is not None
    call = next(choice for choice in view.choices if choice != PASS)
    return call if expect_pips(view.hand, view.trump) > _threshold(view, view.trump, call) else PASS


def _threshold(view: SeatView, trump: int, call: str) -> float:
    if call == MEE:
        return _MEE if _may_be_answered(view.system, trump) else _MEE_UNANSWERED
    if view.seat == view.maker:
        return _TEGEN
    if not _is_named(view.system):
        return _TEGEN_OF_PARTNER_UNNAMED
    return _TEGEN_OF_PARTNER_WITHOUT if trump == NO_TRUMP else _TEGEN_OF_PARTNER


def _may_be_answered(system: System, trump: int) -> bool:
    """Whether tegen stays within the cap, as if there were no carry (C1)."""
    return multiply(system, trump) * CALL_FACTORS[TEGEN] <= system.cap


def _is_named(system: System) -> bool:
    return not (system.turned_trump or system.always_no_trump)
