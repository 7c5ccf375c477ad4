"""Deals are likelier the better they explain what was played, and are played on by the rules to the last card."""

import random

import numpy as np

from engine.bots.estimate import choose_trump, promise_points
from engine.bots.sampling import (
    begin_deal,
    find_denials,
    find_networks,
    find_odds,
    find_progress,
    find_promises,
    weigh,
)
from engine.bots.solver import OPINION
from engine.cards import SUIT_CARDS, TRUMPS, Seat, list_cards
from engine.play import Play
from engine.policy.features import ONE
from engine.policy.network import choose_card, make_space
from engine.policy.progress import BONUS, COUNTS, GONE, HANDS, TRUMP, WON, find_legal, put_card
from engine.policy.rollouts import (
    ANYTHING,
    CLUB,
    PRACTISED,
    explain,
    find_best_trump,
    find_gap,
    play_out,
    value_by_play,
)
from engine.systems import get_system
from engine.view import view_play
from tests.engine.test_bots import draw_board
from tests.engine.test_solver_bot import SITE, play_some


def test_a_deal_played_on_ends_with_all_cards_gone_and_their_pips_won() -> None:
    chance = random.Random(1)
    for kind in (PRACTISED, CLUB, ANYTHING):
        for number in range(20):
            play = play_some(chance, number)
            assert play.to_act is not None
            deal = find_progress(view_play(play, play.to_act))
            deal[HANDS : HANDS + 4] = play.hands
            kinds = np.full(4, kind)
            denials = find_denials(play.trump, SITE.duties)
            won = play_out(deal, kinds, find_networks(), denials, 1 + number, make_space())
            assert won == deal[WON]
            assert 0 <= won <= 60
            assert deal[GONE] == (1 << 32) - 1
            assert not deal[COUNTS : COUNTS + 4].any()


def test_the_last_trick_counts_its_pip_where_the_system_has_one() -> None:
    system, chance = get_system("malilla", {"last_trick": 1}), random.Random(2)
    play = Play(draw_board(chance), SITE)
    play.choose_trump(0)
    deal = begin_deal(view_play(play, Seat.N))
    deal[HANDS : HANDS + 4] = play.hands
    totals = []
    for bonus in (0, int(system.last_trick)):
        trial = deal.copy()
        trial[BONUS] = bonus
        denials = find_denials(0, SITE.duties)
        we = play_out(trial, np.zeros(4, dtype=np.int64), find_networks(), denials, 1, make_space())
        totals.append(we)
    assert totals[1] - totals[0] in (0, 1)


def test_forced_cards_tell_nothing_and_odds_are_those_of_each_kind() -> None:
    """Who plays as a kind of player would is that kind sooner; who plays what nobody would choose is neither."""
    play = play_some(random.Random(5), 0)
    networks, denials = find_networks(), find_denials(play.trump, SITE.duties)
    tables = np.stack([find_odds(0.5), find_odds(0.25)])
    odds = np.zeros((2, 4), dtype=np.int64)
    start = begin_deal(view_play(play, Seat.N))
    start[HANDS : HANDS + 4] = play.hands
    for kind in (PRACTISED, CLUB):
        deal, cards = start.copy(), []
        for _ in range(24):
            play_card_as(deal, kind, cards)
        explain(start.copy(), np.array(cards), -1, networks, denials, tables, odds, make_space())
        assert (odds[kind] > ONE).all(), "its own choices speak for it"
    random_cards: list[int] = []
    deal = start.copy()
    for _ in range(24):
        play_card_as(deal, ANYTHING, random_cards)
    explain(start.copy(), np.array(random_cards), -1, networks, denials, tables, odds, make_space())
    assert (odds < ONE).any(), "what nobody would choose speaks against both"


def play_card_as(deal: np.ndarray, kind: int, cards: list[int]) -> None:
    """One more card as that kind of player has it; anything is a wild choice of high cards."""
    legal = int(find_legal(deal))
    if kind == ANYTHING:
        card = max(list_cards(legal), key=lambda card: (card & 7) ** 2 * (7 + len(cards)) % 11)
    else:
        card = int(choose_card(deal, legal, find_networks(), kind, make_space()))
    put_card(deal, card, find_denials(int(deal[TRUMP]), SITE.duties))
    cards.append(card)


def test_trump_is_weighed_as_the_estimate_has_it() -> None:
    chance = random.Random(6)
    factors = np.array([1, 1, 1, 1, 2])
    for _ in range(200):
        hand = sum(1 << card for card in chance.sample(range(32), 8))
        best = choose_trump(hand, SITE)
        points = [promise_points(hand, trump, SITE) for trump in range(5)]
        found = int(find_best_trump(hand, find_promises()))
        assert points[found] > points[best] - 0.01
        for trump in range(5):
            gap = find_gap(hand, trump, find_promises(), factors) / ONE
            assert abs(gap - (max(points) - points[trump])) < 0.02


def test_who_named_hearts_is_thought_to_hold_hearts() -> None:
    """Two deals of the unseen cards, before any card: in one the maker holds the manille of trump and more of them."""
    play = Play(draw_board(random.Random(7)), SITE)
    dealer = play.board.dealer
    play.say(TRUMPS[1])
    seat = Seat((dealer + 1) % 4)
    view = view_play(play, seat)
    assert view.hand is not None
    unseen = list_cards(((1 << 32) - 1) & ~view.hand)
    hearts = [card for card in unseen if card >> 3 == 1]
    rest = [card for card in unseen if card >> 3 != 1]
    assert len(hearts) >= 4
    long, short = hearts[:8], rest[:8]
    for cards in (long, short):
        for card in [*rest, *hearts]:
            if len(cards) < 8 and card not in cards and card in rest:
                cards.append(card)
    deals = np.zeros((2, 4), dtype=np.int64)
    for number, cards in enumerate((long, short)):
        others = [card for card in unseen if card not in cards]
        deals[number, view.seat] = view.hand
        deals[number, dealer] = sum(1 << card for card in cards)
        deals[number, (dealer + 2) % 4] = sum(1 << card for card in others[:8])
        deals[number, (dealer + 3) % 4] = sum(1 << card for card in others[8:])
    weights, _ = weigh(view, OPINION, deals, np.zeros((2, 4), dtype=np.int64), 1)
    assert weights[0] > 3 * weights[1]
    assert (SUIT_CARDS << 8) & int(deals[0, dealer])


def test_every_card_is_tried_on_every_deal() -> None:
    play = play_some(random.Random(8), 17)
    assert play.to_act is not None
    view = view_play(play, play.to_act)
    sums = np.zeros(32, dtype=np.int64)
    deals = np.array([play.hands] * 5, dtype=np.int64)
    kinds = np.zeros((5, 4), dtype=np.int64)
    denials = find_denials(play.trump, SITE.duties)
    value_by_play(find_progress(view), view.legal, deals, kinds, find_networks(), denials, 1, sums)
    for card in range(32):
        assert sums[card] % 5 == 0, "five times the same deal ends five times alike"
        assert (sums[card] > 0) <= bool(view.legal >> card & 1)
