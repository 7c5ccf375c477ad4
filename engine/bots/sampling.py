"""What each card brings on average, over deals of the unseen cards that fit what a seat has seen."""

import numpy as np
import numpy.typing as npt

from engine.boards import Chance
from engine.bots.estimate import choose_trump
from engine.bots.knowledge import Knowledge
from engine.bots.worlds import Worlds
from engine.cards import Seat
from engine.solver.kernels import value_cards
from engine.view import SeatView

TRIES = 4
"""How many deals are drawn at most for each that is kept."""
DOUBT = 4
"""One in so many deals is kept in which the maker's hand would have named another trump."""


def sum_values(view: SeatView, chance: Chance, deals: int) -> npt.NDArray[np.int64]:
    """By card: the pips of wij from this trick on, added up over so many deals with all cards open."""
    assert view.hand is not None
    assert view.trump is not None
    worlds = Worlds(Knowledge(view), view.seat)
    gone = [0, 0, 0, 0]
    for act in view.acts:
        if act.kind == "card":
            gone[act.seat] |= 1 << act.value
    maker = find_chooser(view)
    hands = np.zeros(4, dtype=np.int64)
    trick = np.array(view.trick, dtype=np.int64)
    values = np.zeros(32, dtype=np.int64)
    sums = np.zeros(32, dtype=np.int64)
    system = view.system
    step = 1 if system.clockwise else 3
    kept = 0
    for tried in range(TRIES * deals):
        if kept == deals:
            break
        hands[view.seat] = view.hand
        for seat, hand in worlds.draw(chance):
            hands[seat] = hand
        if maker is not None and TRIES * deals - tried > deals - kept:
            whole = int(hands[maker]) | gone[maker]
            if choose_trump(whole, system) != view.trump and chance.below(DOUBT):
                continue
        kept += 1
        value_cards(hands, trick, int(view.leader), view.trump, system.duties, step, int(system.last_trick), values)
        sums += values
    return sums


def find_chooser(view: SeatView) -> Seat | None:
    """The other seat that chose trump having seen its cards and free to choose; None where there is none."""
    if view.maker == view.seat or view.blind or not any(act.kind == "trump" for act in view.acts):
        return None
    return None if view.system.forced_no_trump and view.maker == view.dealer else view.maker
