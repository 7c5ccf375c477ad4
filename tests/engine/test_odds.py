"""The odds of a hand are exact: held against every hand there is, counted, and against deals of the engine."""

import random
from itertools import product
from math import comb, isclose

import pytest

from engine.boards import make_board
from engine.cards import Seat, list_cards, pips_in, rank_of, suit_of
from engine.odds import LENGTH_ODDS, MANILLE_ODDS, PIPS_MEAN, PIPS_VARIANCE, binomial_tail, length_variance
from engine.systems import get_system

HANDS = comb(32, 8)


def shapes():
    """Every division of eight cards over four suits, with how many hands have it."""
    for lengths in product(range(9), repeat=4):
        if sum(lengths) == 8:
            yield lengths, comb(8, lengths[0]) * comb(8, lengths[1]) * comb(8, lengths[2]) * comb(8, lengths[3])


def test_suit_lengths_are_those_of_all_hands():
    assert sum(ways for _, ways in shapes()) == HANDS
    for length in range(9):
        assert isclose(LENGTH_ODDS[length], sum(ways for lengths, ways in shapes() if lengths[0] == length) / HANDS)
        squares = sum(ways * lengths.count(length) ** 2 for lengths, ways in shapes()) / HANDS
        assert isclose(length_variance(length), squares - (4 * LENGTH_ODDS[length]) ** 2, abs_tol=1e-12)


def test_pips_and_manilles_are_those_of_all_hands():
    """Counted by a table: so many hands of so many cards with this many pips and manilles."""
    table = {(0, 0, 0): 1}
    for rank in [rank for _ in range(4) for rank in range(8)]:
        grown = dict(table)
        for (cards, pips, manilles), ways in table.items():
            if cards < 8:
                key = (cards + 1, pips + max(0, rank - 2), manilles + (rank == 7))
                grown[key] = grown.get(key, 0) + ways
        table = grown
    hands = {key: ways for key, ways in table.items() if key[0] == 8}
    assert sum(hands.values()) == HANDS
    mean = sum(ways * pips for (_, pips, _), ways in hands.items()) / HANDS
    spread = sum(ways * (pips - mean) ** 2 for (_, pips, _), ways in hands.items()) / HANDS
    assert isclose(PIPS_MEAN, mean)
    assert isclose(PIPS_VARIANCE, spread)
    for count, chance in enumerate(MANILLE_ODDS):
        assert isclose(chance, sum(ways for (_, _, manilles), ways in hands.items() if manilles == count) / HANDS)


def test_the_deals_of_the_engine_follow_the_odds():
    system = get_system("site")
    hands = [make_board(b"odds" * 8, b"{}", number, system).hands[Seat.S] for number in range(1, 4001)]
    for count, chance in enumerate(MANILLE_ODDS):
        found = sum(sum(rank_of(card) == 7 for card in list_cards(hand)) == count for hand in hands)
        assert abs(found - 4000 * chance) < 4 * (4000 * chance * (1 - chance)) ** 0.5 + 1
    for length in range(9):
        found = sum([suit_of(card) for card in list_cards(hand)].count(s) == length for hand in hands for s in range(4))
        assert abs(found - 16000 * LENGTH_ODDS[length]) < 4 * (4000 * length_variance(length)) ** 0.5 + 1
    assert abs(sum(map(pips_in, hands)) / 4000 - PIPS_MEAN) < 4 * (PIPS_VARIANCE / 4000) ** 0.5


@pytest.mark.parametrize(
    ("trials", "hits", "chance"), [(6, 6, 0.5), (10, 3, 0.25), (4, 0, 0.1), (3, 1, 0.0), (0, 0, 0.5)]
)
def test_the_binomial_tail_is_the_sum_over_all_outcomes(trials, hits, chance):
    every = product((True, False), repeat=trials)
    odds = (chance ** sum(one) * (1 - chance) ** (trials - sum(one)) for one in every if sum(one) >= hits)
    assert isclose(binomial_tail(trials, hits, chance), sum(odds))


def test_many_tosses_of_a_coin_come_out_above_as_often_as_the_tail_says():
    chance = random.Random(7)
    above = sum(sum(chance.random() < 0.5 for _ in range(20)) >= 13 for _ in range(4000))
    assert abs(above / 4000 - binomial_tail(20, 13, 0.5)) < 0.02
