"""How the network is made: by playing against itself and learning what each card turned out to bring.

Deals are played by the network as it is, against itself and against the rules of thumb. At some of the decisions each
card that may be played is tried, and the deal played on to its end, all hands as they lie. What a card brings beside
the mean of its rivals is what the network then learns to tell from the card's features, one deal after the other
(Adagrad). So each round plays better and is told more truly what its cards bring. Same rounds, same deals, same seed:
the same network, on one kind of processor.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from engine.bots.club import write_rulebook
from engine.bots.estimate import tabulate_promises
from engine.policy.features import (
    BLOCK,
    MOST,
    ONE,
    take_stock,
)
from engine.policy.network import (
    AMOUNTS,
    COUNTS_FOR,
    FEATURES,
    HIDDEN,
    MIND,
    ROWS,
    START,
    choose_card,
    look_at,
    make_space,
)
from engine.policy.progress import (
    COUNTS,
    DUTIES,
    HANDS,
    SEAT,
    SIZE,
    STEP,
    TRUMP,
    find_legal,
    put_card,
    tabulate_denials,
)
from engine.policy.rollouts import find_best_trump, play_out
from engine.solver.compiling import allocating, compiled, lowest
from engine.solver.kernels import Ints, count_bits
from engine.solver.playouts import draw, pick
from engine.systems import System

Floats = npt.NDArray[np.float64]

LEARNT_ONE_IN = 3
STRAYS_ONE_IN = 16
ANY_TRUMP_ONE_IN = 5
STEP_SIZE = 0.03
WORST = 15.0
"""No single deal teaches more than this many pips."""


def train_network(
    system: System, rounds: int, rows: int, seed: int, progress: Callable[[int, float, float], None]
) -> npt.NDArray[np.int16]:
    """A network trained for so many rounds, each from so many cards tried. Raises `OverflowError` if a weight is too
    large to be kept.

    `progress` is told after each round its number, and the pips a deal above half that the network then makes of the
    rules of thumb in 20,000 deals, with the standard error.
    """
    chance = np.random.default_rng(seed)
    club = write_rulebook()
    weights = chance.normal(0.0, 0.1, (ROWS, HIDDEN + 1))
    weights[:, HIDDEN] = club[:, HIDDEN] / ONE
    weights[START:COUNTS_FOR, :HIDDEN] = 0.1
    weights[START:, HIDDEN] = 0.0
    spread = np.ones_like(weights)
    network = club
    denials = np.stack([tabulate_denials(trump, system.duties) for trump in range(5)])
    promises = np.round(np.array(tabulate_promises()) * ONE).astype(np.int64)
    start = np.zeros(SIZE, dtype=np.int64)
    start[COUNTS : COUNTS + 4] = 8
    start[DUTIES], start[STEP] = system.duties, 1 if system.clockwise else 3
    for number in range(1, rounds + 1):
        features = np.zeros((rows, MOST), dtype=np.int32)
        amounts = np.zeros((rows, MOST), dtype=np.float32)
        counts, brought = np.zeros(rows, dtype=np.int64), np.zeros(rows)
        sizes = np.zeros(rows // 2, dtype=np.int64)
        networks = np.stack([network, club])
        found = gather_trials(
            start, networks, denials, promises, 1 + seed * 1000 + number, features, amounts, counts, brought, sizes
        )
        sizes = sizes[:found]
        starts = np.cumsum(sizes) - sizes
        for _ in range(2):
            order = chance.permutation(found)
            learn(features, amounts, counts, brought, sizes, starts, order, weights, spread)
        network = to_network(weights).astype(np.int64)
        results = np.zeros(20_000)
        compare(start, np.stack([network, club]), denials, promises, 1 + seed, results)
        progress(number, float(results.mean()), float(results.std() / len(results) ** 0.5))
    return to_network(weights)


def to_network(weights: Floats) -> npt.NDArray[np.int16]:
    """The weights in whole numbers. Raises `OverflowError` where one is too large to be kept."""
    whole = np.round(weights * ONE)
    whole[START:COUNTS_FOR, HIDDEN] = 1
    if np.abs(whole).max() > np.iinfo(np.int16).max:
        raise OverflowError("a weight of the network is 8 or more")
    return whole.astype(np.int16)


@compiled
def deal_hands(deal: Ints, state: int) -> int:
    """Fill the four hands of a deal at random; returns the generator's state."""
    rest = (1 << 32) - 1
    for seat in range(4):
        deal[HANDS + seat] = 0
        for _ in range(8):
            state = draw(state)
            card = pick(rest, state)
            rest &= ~(1 << card)
            deal[HANDS + seat] |= 1 << card
    return state


@allocating
def gather_trials(
    start: Ints,
    networks: Ints,
    denials: Ints,
    promises: Ints,
    state: int,
    features: npt.NDArray[np.int32],
    amounts: npt.NDArray[np.float32],
    counts: Ints,
    brought: Floats,
    sizes: Ints,
) -> int:
    """Fill the arrays by playing: a row a card tried, with its features and the pips it brought its side.

    `sizes` gets the number of cards of each decision, whose rows follow each other. Returns the number of decisions.
    """
    deal = np.empty(len(start), dtype=np.int64)
    trial = np.empty(len(start), dtype=np.int64)
    kinds = np.empty(4, dtype=np.int64)
    space = make_space()
    mind, listed, amount = space[MIND], space[FEATURES], space[AMOUNTS]
    rows = found = number = 0
    while True:
        deal[:] = start
        state = deal_hands(deal, state)
        number += 1
        dealer = number & 3
        state = draw(state)
        trump = find_best_trump(deal[HANDS + dealer], promises)
        if state % ANY_TRUMP_ONE_IN == 0:
            trump = (state >> 8) % 5
        deal[TRUMP] = trump
        deal[SEAT] = dealer + start[STEP] & 3
        state = draw(state)
        against = (state >> 8) % 3
        for seat in range(4):
            kinds[seat] = 1 if against == 1 + (seat & 1) else 0
        while deal[COUNTS + deal[SEAT]]:
            seat = deal[SEAT]
            legal = find_legal(deal)
            card = lowest(legal)
            if legal & legal - 1:
                card = choose_card(deal, legal, networks, kinds[seat], space)
                state = draw(state)
                if kinds[seat] == 0 and (state >> 8) % LEARNT_ONE_IN == 0:
                    if rows + 8 > len(brought) or found == len(sizes):
                        return found
                    take_stock(deal, mind)
                    tried = rows
                    rest = legal
                    while rest:
                        other = lowest(rest)
                        rest &= rest - 1
                        counts[rows] = look_at(deal, mind, other, listed, amount)
                        for i in range(counts[rows]):
                            features[rows, i], amounts[rows, i] = listed[i], amount[i] / ONE
                        rows += 1
                    rest = legal
                    while rest:
                        other = lowest(rest)
                        rest &= rest - 1
                        trial[:] = deal
                        put_card(trial, other, denials[trump])
                        won = play_out(trial, kinds, networks, denials[trump], state, space)
                        brought[tried] = won if seat & 1 == 0 else -won
                        tried += 1
                    sizes[found] = count_bits(legal)
                    found += 1
                state = draw(state)
                if (state >> 8) % STRAYS_ONE_IN == 0:
                    card = pick(legal, draw(state))
            put_card(deal, card, denials[trump])


@allocating
def learn(
    features: npt.NDArray[np.int32],
    amounts: npt.NDArray[np.float32],
    counts: Ints,
    brought: Floats,
    sizes: Ints,
    starts: Ints,
    order: Ints,
    weights: Floats,
    spread: Floats,
) -> None:
    """Bring `weights` nearer to what the cards brought, decision by decision in this order."""
    units = np.empty((8, HIDDEN))
    values = np.empty(8)
    for decision in order:
        first, size = starts[decision], sizes[decision]
        block = features[first, 0] // BLOCK
        begin, end = START + block, COUNTS_FOR + block
        mean_value = mean_brought = 0.0
        for i in range(size):
            row = first + i
            value = 0.0
            for unit in range(HIDDEN):
                units[i, unit] = weights[begin, unit]
            for j in range(counts[row]):
                feature, amount = features[row, j], amounts[row, j]
                value += weights[feature, HIDDEN] * amount
                for unit in range(HIDDEN):
                    units[i, unit] += weights[feature, unit] * amount
            for unit in range(HIDDEN):
                if units[i, unit] > 0:
                    value += units[i, unit] * weights[end, unit]
            values[i] = value
            mean_value += value / size
            mean_brought += brought[row] / size
        for i in range(size):
            row = first + i
            error = (values[i] - mean_value) - (brought[row] - mean_brought)
            error = min(WORST, max(-WORST, error))
            for unit in range(HIDDEN):
                if units[i, unit] > 0:
                    slope = error * weights[end, unit]
                    improve(weights, spread, end, unit, error * units[i, unit])
                    improve(weights, spread, begin, unit, slope)
                    for j in range(counts[row]):
                        improve(weights, spread, features[row, j], unit, slope * amounts[row, j])
            for j in range(counts[row]):
                improve(weights, spread, features[row, j], HIDDEN, error * amounts[row, j])


@compiled
def improve(weights: Floats, spread: Floats, row: int, column: int, slope: float) -> None:
    """One step down the slope, smaller the more the weight has been moved."""
    spread[row, column] += slope * slope
    weights[row, column] -= STEP_SIZE * slope / (spread[row, column] ** 0.5 + 1e-3)


@allocating
def compare(start: Ints, networks: Ints, denials: Ints, promises: Ints, state: int, results: Floats) -> None:
    """Write, for so many deals, the pips above half that the first network makes of the second, both ways round."""
    deal = np.empty(len(start), dtype=np.int64)
    dealt = np.empty(len(start), dtype=np.int64)
    kinds = np.empty(4, dtype=np.int64)
    space = make_space()
    for number in range(len(results)):
        dealt[:] = start
        state = deal_hands(dealt, state)
        dealer = number & 3
        trump = find_best_trump(dealt[HANDS + dealer], promises)
        dealt[TRUMP] = trump
        dealt[SEAT] = dealer + start[STEP] & 3
        won = 0
        for swapped in range(2):
            for seat in range(4):
                kinds[seat] = seat & 1 ^ swapped
            deal[:] = dealt
            pips = play_out(deal, kinds, networks, denials[trump], state, space)
            won += pips if swapped == 0 else -pips
        results[number] = won / 2
