"""The search: the value of each card with all cards open, in pips of wij. All of it compiled, in integers only.

The rules are those of `engine.rules`, compiled as they stand. A position is four hands as card sets, N E S W, with a
trick that may have begun. The search asks one question at a time: can wij reach `need` pips? Each answer is a bound on
the value. `docs/solver.md` tells how it works and what each part gave.

What a node knows stands in its row of `frames`, one row a card played; the columns are named below.
"""

# mypy: disable-error-code="no-any-return"

import numpy as np
import numpy.typing as npt

from engine import rules
from engine.cards import RANK_PIPS
from engine.solver.compiling import allocating, compiled, inlined, lowest

Ints = npt.NDArray[np.int64]

beats = compiled(rules.beats)
bind_hand = compiled(rules.bind_hand)

PIPS = np.array(RANK_PIPS * 4, dtype=np.int64)

SEAT, PLACE, LED, HELD, HOLDER, PILE, SHOWN = range(7)
"""Of a node: who plays, as which of the trick (0 leads), the suit led, the card that holds the trick and whose it is,
the pips on the table, the set of cards on the table."""
WON, LEFT, TODO, BEST, CARD, LOW, HIGH, LIVE, SLOT, TAG, SCORES = range(7, 18)
"""Pips wij has won and pips still to be won before this trick, cards not tried yet, the best value found, the card that
is tried, bounds on what wij wins from here, all cards in play, the node's place and mark in the table; then a score for
each card."""
FRAME = SCORES + 32

DISTINCT = np.array(
    [
        sum(
            1 << rank
            for rank in range(3)
            if cards >> rank & 1
            and not any(cards >> lower & 1 and not others & (1 << rank) - (2 << lower) for lower in range(rank))
        )
        for others in range(8)
        for cards in range(8)
    ],
    dtype=np.int64,
)
"""For cards without pips (7 8 9) of others and of a hand: those of the hand that have no equal below."""

WAYS = 4
"""How many places of the table a position may stand in."""
KILLER = 50_000
"""The score of the card that settled the last node at this depth: above any other."""
CODES = 1024


@compiled
def count_bits(cards: int) -> int:
    """How many cards a set has."""
    cards = cards - (cards >> 1 & 0x55555555)
    cards = (cards & 0x33333333) + (cards >> 2 & 0x33333333)
    cards = cards + (cards >> 4) & 0x0F0F0F0F
    return (cards * 0x01010101 & 0xFFFFFFFF) >> 24


@compiled
def pips_of_set(cards: int) -> int:
    """The pips of all cards of a set."""
    pips = 0
    while cards:
        pips += PIPS[lowest(cards)]
        cards &= cards - 1
    return pips


@compiled
def encode_suits(hands: Ints, codes: Ints) -> None:
    """Write down, for every set of cards of a suit that may be left, who holds them from low to high (2 bits each)."""
    live = hands[0] | hands[1] | hands[2] | hands[3]
    for suit in range(4):
        all_left = live >> 8 * suit & 255
        left = all_left
        while True:
            code = 1
            rest = left
            while rest:
                card = 8 * suit + lowest(rest)
                rest &= rest - 1
                owner = 0
                for seat in range(1, 4):
                    if hands[seat] >> card & 1:
                        owner = seat
                code = 4 * code + owner
            codes[256 * suit + left] = code
            if left == 0:
                break
            left = left - 1 & all_left


@inlined
def hash_position(live: int, leader: int, codes: Ints) -> int:
    """A number of 30 bits that hangs on who leads and on who holds which place in each suit."""
    key = leader
    for suit in range(4):
        key = (key ^ int(codes[256 * suit + (live >> 8 * suit & 255)])) * 0x2545F491
        key = (key ^ key >> 29) & 0x3FFFFFFF
    return key


@inlined
def look_up(frame: Ints, live: int, leader: int, table: Ints, codes: Ints) -> None:
    """Narrow LOW and HIGH by what the table knows of this position and of others like it.

    Two positions are alike where the same seats hold the same places in every suit, whatever has gone. They are played
    alike card for card, so that their values differ by no more than the pips of the cards in which they differ.
    """
    key = hash_position(live, leader, codes)
    slot, tag = key & len(table) - 1, key >> 16 << 2 | leader
    frame[SLOT], frame[TAG] = slot, tag
    low, high = frame[LOW], frame[HIGH]
    for way in range(WAYS):
        entry = int(table[slot ^ way])
        if entry >> 44 != tag:
            continue
        alike = True
        more = fewer = 0
        for suit in range(4):
            ours, theirs = live >> 8 * suit & 255, entry >> 8 * suit & 255
            if ours == theirs:
                continue
            if codes[256 * suit + ours] != codes[256 * suit + theirs]:
                alike = False
                break
            while ours:
                apart = PIPS[lowest(ours)] - PIPS[lowest(theirs)]
                ours &= ours - 1
                theirs &= theirs - 1
                if apart > 0:
                    more += apart
                else:
                    fewer -= apart
        if alike:
            low = max(low, (entry >> 32 & 63) - fewer)
            high = min(high, (entry >> 38 & 63) + more)
    frame[LOW], frame[HIGH] = low, high


@inlined
def keep(frame: Ints, table: Ints) -> None:
    """Write the bounds of a position into the table: over its own entry, an empty one, or that with fewest cards."""
    live, slot, tag = frame[LIVE], frame[SLOT], frame[TAG]
    worst, chosen = 99, slot
    for way in range(WAYS):
        entry = int(table[slot ^ way])
        if entry & 0xFFFFFFFF == live and entry >> 44 == tag:
            chosen = slot ^ way
            break
        cards = count_bits(entry & 0xFFFFFFFF)
        if cards < worst:
            worst, chosen = cards, slot ^ way
    table[chosen] = tag << 44 | frame[HIGH] << 38 | frame[LOW] << 32 | live


@inlined
def drop_equals(legal: int, others: int) -> int:
    """Of cards without pips that no card in play stands between, the lowest alone. `others` are all cards not held."""
    for suit in range(4):
        cards = legal >> 8 * suit & 7
        if cards & cards - 1:
            legal = legal & ~(7 << 8 * suit) | DISTINCT[8 * (others >> 8 * suit & 7) + cards] << 8 * suit
    return legal


@inlined
def sure_pips(hands: Ints, live: int, trump: int) -> tuple[int, int]:
    """Pips that wij and zij will win whatever is played: those of the highest trumps, up to the other side's first.

    A trick with such a card in it goes to the side that holds them all.
    """
    sure = (0, 0)
    if trump < 4:
        ours = (hands[0] | hands[2]) >> 8 * trump & 255
        theirs = (hands[1] | hands[3]) >> 8 * trump & 255
        high, low = max(ours, theirs), min(ours, theirs)
        pips = 0
        for rank in range(7, -1, -1):
            if low >= 1 << rank:
                break
            if high >> rank & 1:
                pips += PIPS[rank]
        sure = (pips, 0) if ours > theirs else (0, pips)
    return sure


@inlined
def score_cards(frame: Ints, legal: int, hands: Ints, trump: int, history: Ints, killer: int) -> None:
    """How promising each card is, so that the one which settles the node comes first. The weights were tuned."""
    seat, place, held = frame[SEAT], frame[PLACE], frame[HELD]
    partner_holds = place > 0 and frame[HOLDER] ^ seat == 2
    partner = hands[seat ^ 2]
    others = hands[seat + 1 & 3] | hands[seat + 3 & 3] | partner
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        pips = PIPS[card]
        score = history[32 * seat + card]
        if place == 0:
            suit_cards = 255 << (card & 24)
            unseen = others & suit_cards
            if unseen < 1 << card:
                score += 58 * pips
            elif partner & suit_cards > unseen & ~partner:
                score += 71 * pips - 35
            else:
                score -= 68 + 52 * pips
            if card >> 3 == trump:
                score -= 21
            if not partner & suit_cards:
                score -= 32
        else:
            wins = beats(card, held, trump)
            if place == 3:
                if wins:
                    score += 578 + 23 * pips
                elif partner_holds:
                    score += 986 + 307 * pips
                else:
                    score -= 33_844 * pips
            elif wins:
                score += 10 + 27 * pips
            elif partner_holds:
                score += 78 + 44 * pips
            else:
                score -= 2176 * pips
            if card >> 3 == trump and frame[LED] != trump:
                score -= 72
        if card == killer:
            score += KILLER
        frame[SCORES + card] = score


@inlined
def prune_neighbours(frame: Ints, others: int, value: int, need: int) -> None:
    """Drop the cards that cannot do better than the one just tried, since no card in play stands between them.

    With such a neighbour everything goes alike, but for which of the two cards is won now and which later: the values
    differ by no more than their pips do. `value` is a bound on what the card just tried brings.
    """
    card = frame[CARD]
    ours = frame[SEAT] & 1 == 0
    todo, best = frame[TODO], frame[BEST]
    suit_cards = 255 << (card & 24)
    blocks = others & suit_cards
    above = blocks & -(2 << card)
    below = blocks & (1 << card) - 1
    near = todo & suit_cards
    if above:
        near &= (above & -above) - 1
    while near:
        other = lowest(near)
        near &= near - 1
        if below >> other:
            continue
        apart = abs(PIPS[other] - PIPS[card])
        if ours and value + apart < need:
            todo &= ~(1 << other)
            best = max(best, value + apart)
        elif not ours and value - apart >= need:
            todo &= ~(1 << other)
            best = min(best, value - apart)
    frame[TODO], frame[BEST] = todo, best


@inlined
def play_on(frame: Ints, after: Ints, card: int, trump: int, step: int) -> None:
    """Fill the frame of the node that comes after `card`."""
    seat, place = frame[SEAT], frame[PLACE]
    after[WON], after[LEFT] = frame[WON], frame[LEFT]
    after[SEAT] = seat + step & 3
    after[PLACE] = place + 1
    if place == 0:
        after[LED], after[HELD], after[HOLDER] = card >> 3, card, seat
        after[PILE], after[SHOWN] = PIPS[card], 1 << card
        return
    held, holder = frame[HELD], frame[HOLDER]
    if beats(card, held, trump):
        held, holder = card, seat
    pile = frame[PILE] + PIPS[card]
    if place == 3:
        after[SEAT], after[PLACE], after[PILE], after[SHOWN] = holder, 0, 0, 0
        after[LEFT] -= pile
        if holder & 1 == 0:
            after[WON] += pile
    else:
        after[LED], after[HELD], after[HOLDER] = frame[LED], held, holder
        after[PILE], after[SHOWN] = pile, frame[SHOWN] | 1 << card


@inlined
def last_winner(hands: Ints, leader: int, trump: int, step: int) -> int:
    """Who wins the last trick, in which each seat plays its only card."""
    held, holder = lowest(hands[leader]), leader
    seat = leader
    for _ in range(3):
        seat = seat + step & 3
        card = lowest(hands[seat])
        if beats(card, held, trump):
            held, holder = card, seat
    return holder


@inlined
def enter_trick(frame: Ints, hands: Ints, need: int, trump: int, step: int, table: Ints, codes: Ints) -> int:
    """What can be said before a trick without playing it: a bound that settles the question, or -1."""
    won, left, leader = frame[WON], frame[LEFT], frame[SEAT]
    if won >= need:
        return won
    if won + left < need:
        return won + left
    live = hands[0] | hands[1] | hands[2] | hands[3]
    hand = hands[leader]
    if hand & hand - 1 == 0:
        winner = last_winner(hands, leader, trump, step) if hand else leader
        return won + (left if winner & 1 == 0 else 0)
    frame[LIVE] = live
    we, they = sure_pips(hands, live, trump)
    frame[LOW], frame[HIGH] = we, left - they
    if won + frame[LOW] < need <= won + frame[HIGH]:
        look_up(frame, live, leader, table, codes)
    if won + frame[LOW] >= need:
        return won + frame[LOW]
    if won + frame[HIGH] < need:
        return won + frame[HIGH]
    return -1


@inlined
def open_node(frame: Ints, hands: Ints, trump: int, duties: int, history: Ints, killer: int) -> None:
    """List the cards to try at a node, with their scores."""
    seat = frame[SEAT]
    legal = hands[seat]
    if frame[PLACE]:
        partner_holds = frame[HOLDER] ^ seat == 2
        legal = bind_hand(legal, frame[LED], frame[HELD], partner_holds, trump, duties)[2]
    if legal & legal - 1:
        others = hands[seat + 1 & 3] | hands[seat + 2 & 3] | hands[seat + 3 & 3] | frame[SHOWN]
        legal = drop_equals(legal, others)
        if legal & legal - 1:
            score_cards(frame, legal, hands, trump, history, killer)
    frame[TODO] = legal
    frame[BEST] = -1 if seat & 1 == 0 else 99


@inlined
def take_back(frame: Ints, hands: Ints, value: int, need: int, history: Ints) -> bool:
    """Take the card back whose node had `value`; whether it settles the question."""
    card, seat = frame[CARD], frame[SEAT]
    hands[seat] |= 1 << card
    if seat & 1 == 0:
        frame[BEST] = max(frame[BEST], value)
        settled = value >= need
    else:
        frame[BEST] = min(frame[BEST], value)
        settled = value < need
    if settled:
        frame[TODO] = 0
        depth = count_bits(hands[seat])
        history[32 * seat + card] += depth * depth
    elif frame[TODO]:
        others = hands[seat + 1 & 3] | hands[seat + 2 & 3] | hands[seat + 3 & 3] | frame[SHOWN]
        prune_neighbours(frame, others, value, need)
    return settled


@inlined
def pick_card(frame: Ints) -> int:
    """The most promising card not tried yet."""
    todo = frame[TODO]
    best = lowest(todo)
    todo &= todo - 1
    while todo:
        card = lowest(todo)
        todo &= todo - 1
        if frame[SCORES + card] > frame[SCORES + best]:
            best = card
    return best


@compiled
def search(
    frames: Ints,
    root: int,
    hands: Ints,
    need: int,
    trump: int,
    duties: int,
    step: int,
    table: Ints,
    codes: Ints,
    history: Ints,
    killers: Ints,
) -> tuple[int, int]:
    """Whether wij reaches `need` pips from the node in `frames[root]`: a bound on its value, and the nodes visited.

    A value of `need` or more is a lower bound, one below it an upper bound. The hands are as they were afterwards.
    """
    depth = root
    nodes = 0
    value = -1
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            nodes += 1
            value = enter_trick(frame, hands, need, trump, step, table, codes) if frame[PLACE] == 0 else -1
            if value < 0:
                open_node(frame, hands, trump, duties, history, killers[depth])
        elif take_back(frame, hands, value, need, history):
            killers[depth] = frame[CARD]
        if not entering or value < 0:
            if frame[TODO]:
                card = pick_card(frame)
                frame[TODO] &= ~(1 << card)
                frame[CARD] = card
                hands[frame[SEAT]] &= ~(1 << card)
                play_on(frame, frames[depth + 1], card, trump, step)
                depth += 1
                entering = True
                continue
            value = int(frame[BEST])
            if frame[PLACE] == 0:
                if value >= need:
                    frame[LOW] = value - frame[WON]
                else:
                    frame[HIGH] = value - frame[WON]
                keep(frame, table)
        if depth == root:
            return value, nodes
        depth -= 1
        entering = False


@compiled
def find_value(
    frames: Ints,
    root: int,
    hands: Ints,
    low: int,
    high: int,
    guess: int,
    trump: int,
    duties: int,
    step: int,
    table: Ints,
    codes: Ints,
    history: Ints,
    killers: Ints,
) -> tuple[int, int]:
    """The value of the node in `frames[root]`, known to lie from `low` to `high`, and the nodes visited.

    Questions far from the value are answered soon, those near it take long: from the guess outwards in growing strides
    until the value lies between two answers, then by halves.
    """
    need = guess
    stride = 2
    rose = fell = False
    nodes = 0
    while low < high:
        need = min(max(need, low + 1), high)
        value, visited = search(frames, root, hands, need, trump, duties, step, table, codes, history, killers)
        nodes += visited
        if value >= need:
            low, rose = value, True
            need = low + stride
        else:
            high, fell = value, True
            need = high - stride + 1
        stride = 3 * stride // 2
        if rose and fell:
            need = (low + high + 1) // 2
    return low, nodes


@compiled
def table_size(cards: int) -> int:
    """How many positions are kept for a search with this many cards in play: more gain nothing, and must be cleared."""
    if cards > 28:
        return 1 << 16
    if cards > 24:
        return 1 << 14
    if cards > 20:
        return 1 << 12
    return 1 << 10 if cards > 16 else 1 << 8


@allocating
def begin(hands: Ints, trick: Ints, leader: int, trump: int, step: int, bonus: int, frame: Ints) -> None:
    """Fill the frame of the node that a position stands for; `trick` are the cards on the table in order of play."""
    scratch = np.zeros((4, FRAME), dtype=np.int64)
    left = bonus
    for seat in range(4):
        left += pips_of_set(hands[seat])
    for place in range(len(trick)):
        left += PIPS[trick[place]]
    scratch[0, SEAT] = leader
    scratch[0, LEFT] = left
    for place in range(len(trick)):
        play_on(scratch[place], scratch[place + 1], trick[place], trump, step)
    frame[:] = scratch[len(trick)]


@allocating
def value_cards(
    hands: Ints, trick: Ints, leader: int, trump: int, duties: int, step: int, bonus: int, values: Ints
) -> int:
    """Write into `values`, by card, the pips wij wins from this trick on if that card is played now and all play best.

    `hands` are the four hands without the cards of `trick`, which `leader` led; `bonus` is what the last trick counts
    beyond its cards. Cards that may not be played get -1. Returns the nodes visited.
    """
    values[:] = -1
    frames = np.zeros((34, FRAME), dtype=np.int64)
    live = hands[0] | hands[1] | hands[2] | hands[3]
    cards = count_bits(live)
    if cards == 0:
        return 0
    table = np.zeros(table_size(cards), dtype=np.int64)
    codes = np.zeros(CODES, dtype=np.int64)
    history = np.zeros(128, dtype=np.int64)
    killers = np.full(34, -1, dtype=np.int64)
    encode_suits(hands, codes)
    begin(hands, trick, leader, trump, step, bonus, frames[0])
    root = frames[0]
    seat, left = root[SEAT], root[LEFT]
    hand = hands[seat]
    legal = hand
    if root[PLACE]:
        legal = bind_hand(hand, root[LED], root[HELD], root[HOLDER] ^ seat == 2, trump, duties)[2]
    others = live & ~hand | root[SHOWN]
    distinct = drop_equals(legal, others)
    guess = (left + 1) // 2
    nodes = 0
    for suit in range(4):
        known = -1
        for card in range(8 * suit, 8 * suit + 8):
            if others >> card & 1:
                known = -1  # a card of another hand stands between
            if not legal >> card & 1:
                continue
            if not distinct >> card & 1:
                values[card] = values[known]
                continue
            low, high = 0, left
            if known >= 0:  # neighbours: see `prune_neighbours`
                apart = PIPS[card] - PIPS[known]
                low, high = max(low, values[known] - apart), min(high, values[known] + apart)
            hands[seat] = hand & ~(1 << card)
            play_on(root, frames[1], card, trump, step)
            value, visited = find_value(
                frames, 1, hands, low, high, guess, trump, duties, step, table, codes, history, killers
            )
            hands[seat] = hand
            values[card] = guess = value
            known = card
            nodes += visited
    return nodes


@allocating
def value_position(
    hands: Ints, trick: Ints, leader: int, trump: int, duties: int, step: int, bonus: int, guess: int
) -> int:
    """The pips wij wins from this trick on if all play best; as `value_cards`, which values each card."""
    frames = np.zeros((34, FRAME), dtype=np.int64)
    table = np.zeros(table_size(count_bits(hands[0] | hands[1] | hands[2] | hands[3])), dtype=np.int64)
    codes = np.zeros(CODES, dtype=np.int64)
    history = np.zeros(128, dtype=np.int64)
    killers = np.full(34, -1, dtype=np.int64)
    encode_suits(hands, codes)
    begin(hands, trick, leader, trump, step, bonus, frames[0])
    value, _ = find_value(
        frames, 0, hands, 0, frames[0, LEFT], guess, trump, duties, step, table, codes, history, killers
    )
    return value
