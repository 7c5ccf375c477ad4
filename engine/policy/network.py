"""The network that values a card by its features.

A network is an array of whole numbers, multiples of 1/4096: a row for each feature, then for each block of features a
row of what its hidden units start from and one of what they count for. The last column is what a feature adds by
itself, and in the first of those rows whether there are hidden units at all.
"""

# mypy: disable-error-code="no-any-return"

from functools import cache
from pathlib import Path

import numpy as np

from engine.policy.features import (
    BLOCK,
    BLOCKS,
    ONE_BITS,
    list_features,
    look_ahead,
    partner_holds_trick,
    suit_led,
    take_stock,
    takes_trick,
)
from engine.policy.progress import HELD, LED
from engine.solver.compiling import allocating, compiled, inlined, lowest
from engine.solver.kernels import Ints

HIDDEN = 12
START, COUNTS_FOR = BLOCKS * BLOCK, BLOCKS * BLOCK + BLOCKS
ROWS = BLOCKS * BLOCK + 2 * BLOCKS
WEIGHTS = Path(__file__).with_name("weights.npz")
"""What `python -m engine train` wrote."""

MIND, FEATURES, AMOUNTS, UNITS, VALUES = range(5)
"""The rows of the working space: what the seat can tell, the features of a card, the hidden units, and values by card,
a row for each network."""
NETWORKS = 2


@allocating
def make_space() -> Ints:
    """Working space for `appraise`."""
    return np.zeros((VALUES + NETWORKS, 32), dtype=np.int64)


@cache
def load_network() -> Ints:
    """The trained network, read once."""
    with np.load(WEIGHTS) as stored:
        network: Ints = stored["network"].astype(np.int64)
    return network


@inlined
def judge(network: Ints, features: Ints, amounts: Ints, count: int, units: Ints) -> int:
    """What a card with these features is worth beside the others of its hand, in pips of its side."""
    block = features[0] // BLOCK
    value = 0
    if network[START + block, HIDDEN] == 0:
        for i in range(count):
            value += network[features[i], HIDDEN] * amounts[i]
        return value >> ONE_BITS
    for unit in range(HIDDEN):
        units[unit] = network[START + block, unit] << ONE_BITS
    units[HIDDEN] = 0
    for i in range(count):
        row, amount = features[i], amounts[i]
        for unit in range(HIDDEN + 1):
            units[unit] += network[row, unit] * amount
    value = units[HIDDEN]
    for unit in range(HIDDEN):
        active = units[unit] >> ONE_BITS
        if active > 0:
            value += active * network[COUNTS_FOR + block, unit]
    return value >> ONE_BITS


@compiled
def appraise(state: Ints, legal: int, networks: Ints, first: int, end: int, space: Ints) -> None:
    """Write what each legal card is worth to the networks from `first` up to `end`: into row VALUES + number."""
    mind, features, amounts = space[MIND], space[FEATURES], space[AMOUNTS]
    take_stock(state, mind)
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        count = look_at(state, mind, card, features, amounts)
        for number in range(first, end):
            space[VALUES + number, card] = judge(networks[number], features, amounts, count, space[UNITS])


@compiled
def look_at(state: Ints, mind: Ints, card: int, features: Ints, amounts: Ints) -> int:
    """Write the features of a card and their amounts, from a mind that has taken stock; returns how many."""
    takes = takes_trick(state, card)
    if takes:
        look_ahead(state, mind, suit_led(state, card), card, True)
    else:
        look_ahead(state, mind, state[LED], state[HELD], partner_holds_trick(state))
    return list_features(state, mind, card, takes, features, amounts)


@inlined
def find_best(legal: int, values: Ints) -> int:
    """The legal card of most worth, the lowest of equals."""
    best = lowest(legal)
    rest = legal & legal - 1
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if values[card] > values[best]:
            best = card
    return best


@compiled
def choose_card(state: Ints, legal: int, networks: Ints, number: int, space: Ints) -> int:
    """The legal card that a network finds best."""
    appraise(state, legal, networks, number, number + 1, space)
    return find_best(legal, space[VALUES + number])
