"""The network: values by features, the rules of thumb written as one, and no look at what a seat may not see."""

import random

import numpy as np

from engine.bots import decide
from engine.bots.club import write_rulebook
from engine.bots.sampling import find_networks, find_progress
from engine.cards import NO_TRUMP, parse_card
from engine.policy.features import BLOCK, BLOCKS, MOST, ONE
from engine.policy.network import (
    AMOUNTS,
    COUNTS_FOR,
    FEATURES,
    HIDDEN,
    ROWS,
    START,
    UNITS,
    VALUES,
    appraise,
    choose_card,
    judge,
    load_network,
    make_space,
)
from engine.policy.progress import HANDS
from engine.policy.rollouts import CLUB
from engine.view import view_play
from tests.engine.test_solver_bot import play_some


def judge_plainly(network: np.ndarray, features: list[int], amounts: list[int]) -> float:
    """What `judge` says, in fractions and without its shortcuts."""
    block = features[0] // BLOCK
    whole = network / ONE
    value = sum(whole[row, HIDDEN] * amount / ONE for row, amount in zip(features, amounts, strict=True))
    if network[START + block, HIDDEN]:
        for unit in range(HIDDEN):
            inner = whole[START + block, unit]
            inner += sum(whole[row, unit] * amount / ONE for row, amount in zip(features, amounts, strict=True))
            value += max(0.0, inner) * whole[COUNTS_FOR + block, unit]
    return value


def test_a_card_is_worth_what_its_features_add_up_to() -> None:
    chance = random.Random(1)
    space = make_space()
    for network in (load_network(), write_rulebook()):
        for _ in range(50):
            count = chance.randrange(6, MOST + 1)
            block = chance.randrange(BLOCKS)
            features = [block * BLOCK + chance.randrange(BLOCK) for _ in range(count)]
            amounts = [chance.randrange(-2 * ONE, 4 * ONE) for _ in range(count)]
            space[FEATURES, :count], space[AMOUNTS, :count] = features, amounts
            found = judge(network, space[FEATURES], space[AMOUNTS], count, space[UNITS])
            assert abs(found / ONE - judge_plainly(network, features, amounts)) < 0.05


def test_every_decision_has_its_block_and_few_features() -> None:
    chance = random.Random(2)
    space = make_space()
    blocks = set()
    for number in range(300):
        play = play_some(chance, number % 31)
        assert play.to_act is not None
        view = view_play(play, play.to_act)
        appraise(find_progress(view), view.legal, find_networks(), 0, 2, space)
        rows = space[FEATURES]
        blocks.add(int(rows[0]) // BLOCK)
        assert 0 <= rows.min() <= rows.max() < BLOCKS * BLOCK
        assert (view.trump == NO_TRUMP) == (rows[0] // BLOCK >= BLOCKS // 2)
    assert len(blocks) == BLOCKS


def test_written_as_a_network_the_rules_of_thumb_choose_as_they_do() -> None:
    """Not always: features tell less finely which pips may still fall into a trick."""
    chance = random.Random(3)
    same = []
    for number in range(400):
        play = play_some(chance, number % 28)
        assert play.to_act is not None
        view = view_play(play, play.to_act)
        if view.legal.bit_count() > 1:
            chosen = choose_card(find_progress(view), view.legal, find_networks(), CLUB, make_space())
            same.append(chosen == parse_card(decide("rulebook@1", view, bytes(32))))
    assert sum(same) > 0.85 * len(same)


def test_what_others_hold_never_changes_a_value() -> None:
    chance = random.Random(4)
    for number in range(60):
        play = play_some(chance, number % 28)
        assert play.to_act is not None
        view = view_play(play, play.to_act)
        alone, told = make_space(), make_space()
        deal = find_progress(view)
        appraise(deal, view.legal, find_networks(), 0, 2, alone)
        deal[HANDS : HANDS + 4] = play.hands
        appraise(deal, view.legal, find_networks(), 0, 2, told)
        assert (alone[VALUES:] == told[VALUES:]).all()


def test_the_stored_network_has_the_shape_the_features_need() -> None:
    network = load_network()
    assert network.shape == (ROWS, HIDDEN + 1)
    assert (network[START:COUNTS_FOR, HIDDEN] == 1).all()
    assert np.abs(network).max() < 8 * ONE
