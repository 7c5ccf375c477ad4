"""A deal in progress as a row of integers, to be played on by the hundred thousand.

The columns are named below. What all have seen is in it (COUNTS, DENIED, GONE and the trick); the hands are in it too,
and only who follows the rules of `engine.view` may look at one: a policy reads its own seat's.
"""

# mypy: disable-error-code="no-any-return"

import numpy as np

from engine.solver.compiling import allocating, inlined
from engine.solver.kernels import PIPS, Ints, beats, bind_hand

HANDS, COUNTS, DENIED = 0, 4, 8
"""By seat: the cards held, how many, and the cards that the duties exclude from its hand."""
GONE, SEAT, PLACE, LED, HELD, HOLDER, PILE = range(12, 19)
"""The cards played so far; who is to play, as which of the trick; the suit led, the card that holds the trick and whose
it is, the pips on the table."""
WON, TRUMP, DUTIES, STEP, BONUS = range(19, 24)
"""The pips wij has won; then the deal's trump, the system's duties, 1 where play goes clockwise and otherwise 3, and
what the last trick counts beyond its cards."""
SIZE = 24


@allocating
def tabulate_denials(trump: int, duties: int) -> Ints:
    """For each card played, suit led, card that held the trick and whether it was partner's: the cards that the hand
    cannot hold, as any of them would have forbidden the one played (`engine.bots.knowledge.denied_cards`)."""
    denials = np.zeros(32 * 4 * 32 * 2, dtype=np.int64)
    for card in range(32):
        for led in range(4):
            for held in range(32):
                for partner_holds in range(2):
                    denied = 0
                    for other in range(32):
                        if other != card:
                            hand = 1 << card | 1 << other
                            if not bind_hand(hand, led, held, partner_holds == 1, trump, duties)[2] >> card & 1:
                                denied |= 1 << other
                    denials[((card * 4 + led) * 32 + held) * 2 + partner_holds] = denied
    return denials


@inlined
def find_legal(state: Ints) -> int:
    """The cards that the seat to play may play."""
    seat = state[SEAT]
    legal = state[HANDS + seat]
    if state[PLACE]:
        partner_holds = state[HOLDER] ^ seat == 2
        legal = bind_hand(legal, state[LED], state[HELD], partner_holds, state[TRUMP], state[DUTIES])[2]
    return legal


@inlined
def put_card(state: Ints, card: int, denials: Ints) -> None:
    """Play a card for the seat whose turn it is."""
    seat, place = state[SEAT], state[PLACE]
    if place == 0:
        state[LED], state[HELD], state[HOLDER], state[PILE] = card >> 3, card, seat, 0
    else:
        partner_holds = 1 if state[HOLDER] ^ seat == 2 else 0
        state[DENIED + seat] |= denials[((card * 4 + state[LED]) * 32 + state[HELD]) * 2 + partner_holds]
        if beats(card, state[HELD], state[TRUMP]):
            state[HELD], state[HOLDER] = card, seat
    state[HANDS + seat] &= ~(1 << card)
    state[COUNTS + seat] -= 1
    state[GONE] |= 1 << card
    state[PILE] += PIPS[card]
    if place < 3:
        state[SEAT], state[PLACE] = seat + state[STEP] & 3, place + 1
        return
    if state[COUNTS + seat] == 0:
        state[PILE] += state[BONUS]
    if state[HOLDER] & 1 == 0:
        state[WON] += state[PILE]
    state[SEAT], state[PLACE] = state[HOLDER], 0
