"""A deal as a row of integers goes as a play of the engine does, and tells as much of the hands."""

import random

import numpy as np
import pytest

from engine.boards import deal_board
from engine.bots.knowledge import Knowledge, denied_cards
from engine.bots.sampling import begin_deal, find_denials
from engine.cards import Seat, list_cards
from engine.play import Play
from engine.policy.features import MASTERS, MAY_HOLD, SURE, UNSEEN, take_stock
from engine.policy.progress import (
    COUNTS,
    HANDS,
    HELD,
    HOLDER,
    PLACE,
    SEAT,
    WON,
    find_legal,
    put_card,
    tabulate_denials,
)
from engine.systems import SYSTEMS, System, get_system
from engine.view import view_play


def begin_play(system: System, chance: random.Random) -> Play:
    """A random deal with everything said, each time what chance has it."""
    play = Play(deal_board(1, Seat(chance.randrange(4)), tuple(chance.sample(range(32), 32)), system), system)
    while play.phase != "card":
        play.say(chance.choice(play.calls.choices))
    return play


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_deal_in_integers_goes_as_the_play_does(name: str) -> None:
    system, chance = get_system(name), random.Random(name)
    for _ in range(6):
        play = begin_play(system, chance)
        deal = begin_deal(view_play(play, play.to_act))
        deal[HANDS : HANDS + 4] = play.hands
        denials = find_denials(play.trump, system.duties)
        mind = np.zeros(32, dtype=np.int64)
        while play.to_act is not None:
            view = view_play(play, play.to_act)
            assert deal[SEAT] == play.to_act
            assert deal[PLACE] == len(play.trick)
            assert find_legal(deal) == play.legal_cards()
            assert tuple(deal[COUNTS : COUNTS + 4]) == view.counts
            known = Knowledge(view)
            take_stock(deal, mind)
            assert mind[UNSEEN] == known.unseen
            assert list(mind[MAY_HOLD : MAY_HOLD + 4]) == known.may_hold
            assert list(mind[SURE : SURE + 4]) == known.sure
            assert mind[MASTERS] == count_masters(play, known)
            card = chance.choice(list_cards(play.legal_cards()))
            put_card(deal, card, denials)
            play.play_card(card)
            if play.trick:
                assert deal[HELD] in play.trick
                assert deal[HOLDER] != deal[SEAT]
        assert deal[WON] == play.pips[0]


def count_masters(play: Play, known: Knowledge) -> int:
    """Cards of the hand to play that no unseen card of their suit is above."""
    assert play.to_act is not None
    out = list_cards(known.unseen)
    return sum(
        all(other < card for other in out if other >> 3 == card >> 3) for card in list_cards(play.hands[play.to_act])
    )


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_a_card_denies_is_what_the_rules_say(name: str) -> None:
    duties, chance = get_system(name).duties, random.Random(name)
    for trump in range(5):
        denials = tabulate_denials(trump, duties)
        for _ in range(150):
            card, led, held = chance.randrange(32), chance.randrange(4), chance.randrange(32)
            for partner_holds in (False, True):
                found = denials[((card * 4 + led) * 32 + held) * 2 + partner_holds]
                assert found == denied_cards(card, led, held, partner_holds, trump, duties)
