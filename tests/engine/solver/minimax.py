"""Minimax as it stands in a textbook: every card, no table, no bounds, no order. It holds the solver to its values."""

import numba
import numpy as np
import numpy.typing as npt

from engine import rules

beats = numba.njit(rules.beats)
bind_hand = numba.njit(rules.bind_hand)


@numba.njit
def value(
    hands: npt.NDArray[np.int64],
    seat: int,
    place: int,
    led: int,
    held: int,
    holder: int,
    pile: int,
    trump: int,
    duties: int,
    step: int,
    bonus: int,
) -> int:
    """The pips of wij from here on, those on the table (`pile`) included."""
    if hands[0] | hands[1] | hands[2] | hands[3] == 0:
        return 0
    legal = hands[seat]
    if place > 0:
        legal = bind_hand(hands[seat], led, held, (holder - seat) % 4 == 2, trump, duties)[2]
    best = -1
    for card in range(32):
        if legal >> card & 1:
            rank = card % 8
            pips = pile + (rank - 2 if rank > 2 else 0)
            hands[seat] -= 1 << card
            first = place == 0
            takes = True if first else beats(card, held, trump)
            now_held = card if takes else held
            now_holder = seat if takes else holder
            if place == 3:
                if hands[0] | hands[1] | hands[2] | hands[3] == 0:
                    pips += bonus
                found = value(hands, now_holder, 0, 0, 0, 0, 0, trump, duties, step, bonus)
                if now_holder % 2 == 0:
                    found += pips
            else:
                suit = card // 8 if first else led
                after = (seat + step) % 4
                found = value(hands, after, place + 1, suit, now_held, now_holder, pips, trump, duties, step, bonus)
            hands[seat] += 1 << card
            if best < 0 or (found > best if seat % 2 == 0 else found < best):
                best = found
    return best
