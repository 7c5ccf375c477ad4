"""Deals played on by policies, and how well they explain what the other seats have played.

Who sits in another seat is not known. Three kinds are thought of: one who plays by the trained network, one who plays
by the rules of thumb of `rulebook@1`, and one who plays anything. A deal of the unseen cards is as likely as each kind
is to have played from it what was played; for each deal one kind is drawn for each seat, by that likelihood, and the
deal is played on so. Random numbers are those of `engine.solver.playouts`.
"""

# mypy: disable-error-code="no-any-return"

import math

import numpy as np

from engine.policy.features import ONE, ONE_BITS
from engine.policy.network import VALUES, appraise, choose_card, find_best, make_space
from engine.policy.progress import COUNTS, HANDS, SEAT, TRUMP, WON, find_legal, put_card
from engine.solver.compiling import allocating, compiled, inlined, lowest
from engine.solver.kernels import Ints
from engine.solver.playouts import draw, pick

PRACTISED, CLUB, ANYTHING = range(3)
"""The kinds of player; the first two are also the places of their networks."""

STEPS = 16
"""Differences in value are told apart in sixteenths of a pip."""
STEP_SHIFT = ONE_BITS - 4


def tabulate_odds(pips: float) -> Ints:
    """How likely a choice is beside the best, by how much less it promises: `pips` less is e times less likely."""
    return np.array([round(ONE * math.exp(-i / STEPS / pips)) for i in range(16 * STEPS)], dtype=np.int64)


MOST_LIKELY = 1 << 19


@inlined
def raise_odds(odds: int, values: Ints, legal: int, card: int, table: Ints) -> int:
    """The odds of a kind against anything, after one more card: 4096 where both explain it as well."""
    best = find_best(legal, values)
    total = ways = 0
    rest = legal
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        ways += 1
        gap = values[best] - values[other] >> STEP_SHIFT
        if gap < len(table):
            total += table[gap]
    gap = min(len(table) - 1, values[best] - values[card] >> STEP_SHIFT)
    return min(MOST_LIKELY, max(1, odds * ways * table[gap] // total))


@compiled
def explain(
    state: Ints, cards: Ints, me: int, networks: Ints, denials: Ints, tables: Ints, odds: Ints, space: Ints
) -> None:
    """Play `cards` from the start of a deal, and write by kind and seat how well it explains the others' among them.

    `odds` has a row for each network. Forced cards tell nothing.
    """
    odds[:] = ONE
    for card in cards:
        seat = state[SEAT]
        if seat != me:
            legal = find_legal(state)
            if legal & legal - 1:
                appraise(state, legal, networks, 0, len(networks), space)
                for kind in range(len(networks)):
                    odds[kind, seat] = raise_odds(odds[kind, seat], space[VALUES + kind], legal, card, tables[kind])
        put_card(state, card, denials)


@inlined
def promise(hand: int, trump: int, promises: Ints) -> int:
    """The pips above half that a hand promises with this trump (`engine.bots.estimate.expect_pips`)."""
    pips = 0
    for suit in range(4):
        pips += promises[2 if trump == 4 else 0 if suit == trump else 1, hand >> 8 * suit & 255]
    return pips


@compiled
def find_gap(hand: int, trump: int, promises: Ints, factors: Ints) -> int:
    """How many points less this trump promises than the best would; `factors` is what each trump multiplies by."""
    best = chosen = promise(hand, trump, promises) * factors[trump]
    for other in range(5):
        best = max(best, promise(hand, other, promises) * factors[other])
    return best - chosen


@compiled
def find_best_trump(hand: int, promises: Ints) -> int:
    """The trump that promises most points where none counts double."""
    best, most = 0, -(1 << 40)
    for trump in range(5):
        points = promise(hand, trump, promises) * (2 if trump == 4 else 1)
        if points > most:
            best, most = trump, points
    return best


@allocating
def weigh_deals(
    start: Ints,
    deals: Ints,
    played: Ints,
    cards: Ints,
    me: int,
    maker: int,
    networks: Ints,
    denials: Ints,
    tables: Ints,
    priors: Ints,
    promises: Ints,
    factors: Ints,
    trump_table: Ints,
    state: int,
    weights: Ints,
    kinds: Ints,
) -> int:
    """Write how likely each deal is (up to a factor) and, by seat, what kind of player was drawn for it.

    `start` is the deal before its first card, `deals` the hands left in each, `played` what each seat has played,
    `cards` the same in order; `maker` is who chose trump seeing his cards, or -1. `priors` has a row for partner and
    one for opponents: how likely each kind is beforehand. Returns the generator's state.
    """
    deal = np.empty(len(start), dtype=np.int64)
    odds = np.empty((len(networks), 4), dtype=np.int64)
    space = make_space()
    for number in range(len(deals)):
        deal[:] = start
        for seat in range(4):
            deal[HANDS + seat] = deals[number, seat] | played[seat]
        named = ONE
        if maker >= 0:
            gap = find_gap(deal[HANDS + maker], start[TRUMP], promises, factors) >> STEP_SHIFT
            named = max(1, 3 * trump_table[min(gap, len(trump_table) - 1)])
        explain(deal, cards, me, networks, denials, tables, odds, space)
        weight = 1
        for seat in range(4):
            kinds[number, seat] = PRACTISED
            if seat == me:
                continue
            prior = priors[(seat ^ me) & 1]
            factor = named if seat == maker else ONE
            practised = max(1, (prior[PRACTISED] * odds[PRACTISED, seat] >> ONE_BITS) * factor >> ONE_BITS)
            club = max(1, (prior[CLUB] * odds[CLUB, seat] >> ONE_BITS) * factor >> ONE_BITS)
            total = min(MOST_LIKELY, practised + club + prior[ANYTHING])
            weight *= total
            state = draw(state)
            mark = (state >> 4) * total >> 27
            if mark >= practised:
                kinds[number, seat] = CLUB if mark < practised + club else ANYTHING
        weights[number] = weight
    return state


@compiled
def play_out(deal: Ints, kinds: Ints, networks: Ints, denials: Ints, state: int, space: Ints) -> int:
    """Play a deal to its end, each seat as its kind of player does: the pips wij then has."""
    while deal[COUNTS + deal[SEAT]]:
        legal = find_legal(deal)
        if legal & legal - 1 == 0:
            card = lowest(legal)
        else:
            kind = kinds[deal[SEAT]]
            if kind == ANYTHING:
                state = draw(state)
                card = pick(legal, state)
            else:
                card = choose_card(deal, legal, networks, kind, space)
        put_card(deal, card, denials)
    return int(deal[WON])


@allocating
def value_by_play(
    now: Ints, cards: int, deals: Ints, kinds: Ints, networks: Ints, denials: Ints, state: int, sums: Ints
) -> int:
    """Add to `sums`, for each of these cards that may be played now, the pips wij ends with, over all deals.

    `now` is the deal as it stands, `deals` the hands left in each and `kinds` the players. Each card of a deal meets
    the same random numbers. Returns the generator's state.
    """
    deal = np.empty(len(now), dtype=np.int64)
    space = make_space()
    for number in range(len(deals)):
        state = draw(state)
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            deal[:] = now
            for seat in range(4):
                deal[HANDS + seat] = deals[number, seat]
            put_card(deal, card, denials)
            sums[card] += play_out(deal, kinds[number], networks, denials, state, space)
    return state
