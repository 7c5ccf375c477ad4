"""Random whole deals, compiled: each seat plays any card it may. A measure of how fast the rules run.

The generator's state is an argument and a result, so that a run can be repeated and continued.
"""

import numpy as np

from engine.solver.compiling import allocating, compiled, lowest
from engine.solver.kernels import PIPS, Ints, beats, bind_hand, count_bits


@compiled
def draw(state: int) -> int:
    """The next state of a generator of 31 bits (Lehmer, modulus 2**31 - 1); never 0."""
    return state * 48271 % 0x7FFFFFFF


@compiled
def pick(cards: int, state: int) -> int:
    """A card of the set, as the state has it."""
    for _ in range((state >> 8) * count_bits(cards) >> 23):
        cards &= cards - 1
    return lowest(cards)


@compiled
def play_out(hands: Ints, leader: int, trump: int, duties: int, step: int, state: int) -> tuple[int, int]:
    """Play eight tricks from these hands, which are empty afterwards: the pips of wij, and the generator's state."""
    ours = 0
    for _ in range(8):
        seat, holder = leader, leader
        led, held, pile = 0, 0, 0
        for place in range(4):
            legal = hands[seat]
            if place:
                legal = bind_hand(legal, led, held, holder ^ seat == 2, trump, duties)[2]
            if legal & legal - 1:
                state = draw(state)
                card = pick(legal, state)
            else:
                card = lowest(legal)
            hands[seat] &= ~(1 << card)
            pile += PIPS[card]
            if place == 0:
                led, held = card >> 3, card
            elif beats(card, held, trump):
                held, holder = card, seat
            seat = seat + step & 3
        if holder & 1 == 0:
            ours += pile
        leader = holder
    return ours, state


@allocating
def play_many(hands: Ints, leader: int, trump: int, duties: int, step: int, state: int, deals: int) -> tuple[int, int]:
    """`deals` playouts of the same hands: the pips of wij in all of them together, and the generator's state."""
    pips = 0
    left = np.empty(4, dtype=np.int64)
    for _ in range(deals):
        for seat in range(4):
            left[seat] = hands[seat]
        ours, state = play_out(left, leader, trump, duties, step, state)
        pips += ours
    return pips, state
