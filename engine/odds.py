"""What chance alone gives: how a hand of eight is made up, and how often something happens so many times.

All exact: 8 cards are drawn from 32 without putting any back, four manilles and eight cards of each suit among them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from engine.cards import RANK_PIPS, pips_in, suit_set

CARDS, HAND, MANILLES, SUIT = 32, 8, 4, 8
ALL_MANILLES = 0x80808080
MANILLE_ODDS = tuple(comb(MANILLES, k) * comb(CARDS - MANILLES, HAND - k) / comb(CARDS, HAND) for k in range(5))
"""The chance that a hand holds 0, 1, 2, 3, 4 manilles."""
LENGTH_ODDS = tuple(comb(SUIT, k) * comb(CARDS - SUIT, HAND - k) / comb(CARDS, HAND) for k in range(9))
"""The chance that a hand holds 0 to 8 cards of a given suit."""
PIPS_MEAN = HAND * sum(RANK_PIPS) / SUIT
"""Pips in a hand, on average."""
_SPREAD = sum(pips * pips for pips in RANK_PIPS) / SUIT - (sum(RANK_PIPS) / SUIT) ** 2
PIPS_VARIANCE = HAND * _SPREAD * (CARDS - HAND) / (CARDS - 1)
"""The variance of the pips in a hand."""


def length_variance(length: int) -> float:
    """The variance of how many of a hand's four suits have this length: they hang together, as they make up eight."""
    one = LENGTH_ODDS[length]
    left = HAND - 2 * length
    both = comb(SUIT, length) ** 2 * comb(CARDS - 2 * SUIT, left) / comb(CARDS, HAND) if left >= 0 else 0.0
    return 4 * one * (1 - one) + 12 * (both - one * one)


def binomial_tail(trials: int, hits: int, chance: float) -> float:
    """The chance of at least `hits` in so many independent trials, each a hit by `chance` (0 to 1)."""
    return min(1.0, sum(comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(hits, trials + 1)))


@dataclass(frozen=True)
class HandCounts:
    """What hands were made of, counted. `manilles[k]` hands held k manilles; `lengths[k]` suits were k cards long,
    four suits a hand."""

    hands: int
    pips: int
    manilles: tuple[int, ...]
    lengths: tuple[int, ...]


def count_hands(hands: Iterable[int]) -> HandCounts:
    """Count these card sets of eight."""
    manilles, lengths = [0] * (MANILLES + 1), [0] * (SUIT + 1)
    number = pips = 0
    for hand in hands:
        number += 1
        pips += pips_in(hand)
        manilles[(hand & ALL_MANILLES).bit_count()] += 1
        for suit in range(4):
            lengths[(hand & suit_set(suit)).bit_count()] += 1
    return HandCounts(number, pips, tuple(manilles), tuple(lengths))
