"""What a policy looks at: of each card that may be played, a list of features, each with an amount.

A feature is a row of the network. Rows come in blocks, one for each kind of decision: with trump or without, leading,
or playing second, third or last, following suit or not.
"""

# mypy: disable-error-code="no-any-return"

import numpy as np

from engine.policy.progress import COUNTS, DENIED, GONE, HANDS, HELD, HOLDER, LED, PILE, PLACE, SEAT, STEP, TRUMP
from engine.solver.compiling import compiled, inlined
from engine.solver.kernels import PIPS, Ints, beats, count_bits

ONE_BITS = 12
ONE = 1 << ONE_BITS
ALL_CARDS = (1 << 32) - 1
BLOCK, BLOCKS = 256, 14
MOST = 16
"""The most features a card has."""

MAY_HOLD, SURE, SCARCE = 0, 4, 8
"""By seat: the cards it can still hold, those that nobody else can, and its chance of not having one given other."""
UNSEEN, RUFFS_OUT, MASTERS, STANDS, WINS = range(12, 17)
"""The cards in the three other hands; whether an opponent may have a trump; how many cards of the hand are the highest
of their suit; of the card looked at: the chance that it goes on holding the trick, and that its side wins the trick."""

KINDS = np.array([0, 0, 0, 1, 2, 3, 4, 5], dtype=np.int64)
"""By rank: 7 8 9 are of one kind."""
TRICK, OWN_PIPS, TRICK_WON, LEAD_KEPT, PIPS_WON = range(5)
TRUMP_PLACE, TRUMP_KIND, PLAIN_KIND, PLAIN_LENGTH, PLAIN_UNSEEN, PLAIN_HOLDERS, STAGE = 8, 24, 36, 84, 108, 122, 138
TRUMPS_LEFT, BEST_LEFT, MASTERS_HELD, TRUMP_HOLDERS = 170, 202, 226, 242


@inlined
def count_masters(hand: int, unseen: int) -> int:
    """How many cards of the hand no unseen card of their suit beats."""
    masters = 0
    for suit in range(4):
        cards, others = hand >> 8 * suit & 255, unseen >> 8 * suit & 255
        above = 255
        while others:
            above &= ~(2 * (others & -others) - 1)
            others &= others - 1
        masters += count_bits(cards & above)
    return masters


@compiled
def take_stock(state: Ints, mind: Ints) -> None:
    """Write into `mind` what the seat to play can tell of the other hands (`engine.bots.knowledge.Knowledge`)."""
    me, trump = state[SEAT], state[TRUMP]
    hand = state[HANDS + me]
    unseen = ALL_CARDS & ~hand & ~state[GONE]
    for seat in range(4):
        mind[MAY_HOLD + seat] = 0 if seat == me else unseen & ~state[DENIED + seat]
    settled = 0
    for _ in range(3):
        for seat in range(4):
            cards = mind[MAY_HOLD + seat]
            if cards & ~settled and count_bits(cards) == state[COUNTS + seat]:
                settled |= cards
                for other in range(4):
                    if other != seat:
                        mind[MAY_HOLD + other] &= ~cards
    once = twice = 0
    for seat in range(4):
        twice |= once & mind[MAY_HOLD + seat]
        once |= mind[MAY_HOLD + seat]
    for seat in range(4):
        cards = mind[MAY_HOLD + seat]
        mind[SURE + seat] = cards & ~twice
        mind[SCARCE + seat] = ONE
        open_cards = count_bits(cards & twice)
        if open_cards:
            chance = (state[COUNTS + seat] - count_bits(cards & ~twice)) * ONE // open_cards
            mind[SCARCE + seat] -= min(ONE, max(0, chance))
    mind[UNSEEN] = unseen
    mind[RUFFS_OUT] = 0
    if trump < 4 and (mind[MAY_HOLD + (me + 1 & 3)] | mind[MAY_HOLD + (me + 3 & 3)]) >> 8 * trump & 255:
        mind[RUFFS_OUT] = 1
    mind[MASTERS] = count_masters(hand, unseen)


@inlined
def chance_of(mind: Ints, seat: int, cards: int) -> int:
    """The chance that the seat holds one of these cards at least."""
    none = ONE
    if cards & mind[SURE + seat]:
        none = 0
    else:
        for _ in range(count_bits(cards & mind[MAY_HOLD + seat])):
            none = none * mind[SCARCE + seat] >> ONE_BITS
    return ONE - none


@compiled
def chance_to_beat(mind: Ints, seat: int, led: int, held: int, trump: int) -> int:
    """The chance that the seat can take the trick from the card that holds it."""
    above = 255 << (held & 24) & -(2 << held)
    if held >> 3 == led:
        chance = chance_of(mind, seat, above)
        if trump in (4, led):
            return chance
        ruffs = 255 << 8 * trump
    else:
        chance = 0
        ruffs = above
    void = ONE - chance_of(mind, seat, 255 << 8 * led)
    return chance + (void * chance_of(mind, seat, ruffs) >> ONE_BITS)


@compiled
def look_ahead(state: Ints, mind: Ints, led: int, held: int, ours: bool) -> None:
    """Write STANDS and WINS for a trick that `held` holds for our side or theirs: a seat takes it from the other side
    where it can, as the duties have it, and from a card higher than `held` half as often."""
    stands, over_ours, over_theirs = ONE, 0, 0
    me, step = state[SEAT], state[STEP]
    for place in range(1, 4 - state[PLACE]):
        seat = me + step * place & 3
        friend = seat ^ me == 2
        chance = chance_to_beat(mind, seat, led, held, state[TRUMP])
        taken = stands * chance >> ONE_BITS if friend != ours else 0
        again = ((over_theirs if friend else over_ours) * chance >> ONE_BITS) >> 1
        stands -= taken
        if friend:
            over_theirs -= again
            over_ours += taken + again
        else:
            over_ours -= again
            over_theirs += taken + again
    mind[STANDS] = stands
    mind[WINS] = over_ours + (stands if ours else 0)


@inlined
def find_holders(state: Ints, mind: Ints, suit: int) -> int:
    """Who may still hold a card of the suit: 4 for partner, 2 for the next to play, 1 for the other opponent."""
    holders = 0
    for other in (2, 1, 3):
        holders *= 2
        if mind[MAY_HOLD + (state[SEAT] + other * state[STEP] & 3)] >> 8 * suit & 255:
            holders += 1
    return holders


@inlined
def list_features(state: Ints, mind: Ints, card: int, takes: bool, rows: Ints, amounts: Ints) -> int:
    """Write the rows of a card's features and their amounts; returns how many. `takes`: it would hold the trick."""
    me, place, trump = state[SEAT], state[PLACE], state[TRUMP]
    hand, unseen = state[HANDS + me], mind[UNSEEN]
    suit, rank = card >> 3, card & 7
    pips, kind = PIPS[card], KINDS[rank]
    situation = 7 if trump == 4 else 0
    if place:
        situation += 2 * place - 1 + (0 if suit == state[LED] else 1)
    block = situation * BLOCK
    wins = mind[WINS]
    pile = state[PILE] if place else 0
    rows[0], amounts[0] = block + TRICK, (wins - ONE // 2) * (pile + pips)
    rows[1], amounts[1] = block + OWN_PIPS, pips * ONE
    rows[2], amounts[2] = block + TRICK_WON, wins
    rows[3], amounts[3] = block + LEAD_KEPT, mind[STANDS] if takes else 0
    rows[4], amounts[4] = block + PIPS_WON, wins * pips
    own, others = hand >> 8 * suit & 255, unseen >> 8 * suit & 255
    higher = min(3, count_bits(others >> rank + 1))
    trumps = 0
    count = 5
    if trump < 4:
        trumps = count_bits(hand >> 8 * trump & 255)
        out = count_bits(unseen >> 8 * trump & 255)
        rows[count] = block + TRUMPS_LEFT + 4 * (out & 7) + min(3, trumps)
        rows[count + 1] = block + TRUMP_HOLDERS + find_holders(state, mind, trump)
        count += 2
    if suit == trump:
        rows[count] = block + TRUMP_PLACE + 4 * higher + min(4, count_bits(own)) - 1
        rows[count + 1] = block + TRUMP_KIND + 2 * kind + mind[RUFFS_OUT]
        count += 2
        stage = 0
    else:
        master = 1 if higher == 0 else 0
        length = 3 * (min(4, count_bits(own)) - 1) + min(2, trumps)
        rows[count] = block + PLAIN_KIND + 2 * (4 * kind + higher) + mind[RUFFS_OUT]
        rows[count + 1] = block + PLAIN_LENGTH + 2 * length + (1 if own > others else 0)
        rows[count + 2] = block + PLAIN_UNSEEN + 2 * min(6, count_bits(others)) + master
        rows[count + 3] = block + PLAIN_HOLDERS + 2 * find_holders(state, mind, suit) + master
        count += 4
        stage = 1 if master else 2 if pips else 3
    rows[count] = block + STAGE + 4 * (count_bits(hand) - 1) + stage
    rows[count + 1] = block + BEST_LEFT + 6 * (others >> 6) + kind
    rows[count + 2] = block + MASTERS_HELD + 4 * min(3, mind[MASTERS]) + stage
    for i in range(5, count + 3):
        amounts[i] = ONE
    return count + 3


@inlined
def takes_trick(state: Ints, card: int) -> bool:
    """Whether the card would hold the trick."""
    return state[PLACE] == 0 or beats(card, state[HELD], state[TRUMP])


@inlined
def partner_holds_trick(state: Ints) -> bool:
    """Whether partner's card holds the trick."""
    return state[PLACE] > 0 and state[HOLDER] ^ state[SEAT] == 2


@inlined
def suit_led(state: Ints, card: int) -> int:
    """The suit led, by this card where it leads."""
    return state[LED] if state[PLACE] else card >> 3
