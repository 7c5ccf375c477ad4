"""When a boom of each system ends, and what a tie leaves behind (C4, C18, C20, C21)."""

import pytest

from engine.boom import START, BoomState, add_result, add_results, dealer_after
from engine.cards import Seat
from engine.result import Result, write_points
from engine.systems import System, get_system
from tests.engine.tables import SYSTEMS


def deal(system: System, ours: int, multiplier: int = 1) -> Result:
    pips = (ours, system.deal_pips - ours)
    return Result(1, Seat.S, 0, multiplier, pips, (4, 4), write_points(pips, multiplier, system))


def reach(system: System, ours: int, theirs: int) -> BoomState:
    """The state after deals that write so much for either side, at most thirty a deal."""
    state = START
    half = 30
    for wanted, sign in ((ours, 1), (theirs, -1)):
        while wanted > 0:
            state = add_result(state, deal(system, half + sign * min(wanted, 29)), system)
            wanted -= min(wanted, 29)
    return state


TARGETS = {"site": 101, "whisthub": 101, "malilla": 101, "manillen61": 21, "manilj": 101}


@pytest.mark.parametrize("name", SYSTEMS)
def test_c20_target(name: str) -> None:
    system, target = get_system(name), TARGETS[name]
    short = BoomState(total=(target - 1, 0), deals=9)
    assert add_result(short, deal(system, 30 if name != "manillen61" else 29), system).reason is None
    assert add_result(short, deal(system, 31), system).reason == "target"
    assert add_result(short, deal(system, 31), system).total == (target, 0)


@pytest.mark.parametrize("target", [21, 50, 61, 101, 121, 151, 201])
@pytest.mark.parametrize("name", SYSTEMS)
def test_c20_targets_of_the_sheets_by_option(name: str, target: int) -> None:
    system = get_system(name, {"target": target})
    short = BoomState(total=(0, target - 1), deals=9)
    assert not add_result(short, deal(system, 31), system).finished
    assert add_result(short, deal(system, 20), system).reason == "target"


@pytest.mark.parametrize("name", SYSTEMS)
def test_c4_a_target_ends_after_the_deal_that_reaches_it_and_the_excess_counts(name: str) -> None:
    system = get_system(name, {"target": 50})
    state = reach(system, 49, 0)
    assert (state.total, state.finished) == ((49, 0), False)
    state = add_result(state, deal(system, 55), system)
    assert (state.total, state.reason, state.score) == ((74, 0), "target", 74)


PIPS = {"pips_target": 1, "target": 101, "tie_carries": 0}


def test_c4_in_pips_both_may_cross_and_the_higher_total_wins() -> None:
    system = get_system("manillen61", PIPS)
    state = BoomState(total=(80, 90), deals=3)
    state = add_result(state, deal(system, 35), system)
    assert (state.total, state.reason, state.score) == ((115, 116), "target", -1)


def test_c4_in_pips_equal_totals_ask_for_one_more_deal() -> None:
    system = get_system("manillen61", PIPS)
    state = add_result(BoomState(total=(85, 94), deals=3), deal(system, 35), system)
    assert (state.total, state.finished) == ((120, 120), False)
    state = add_result(state, deal(system, 31), system)
    assert (state.total, state.reason) == ((151, 150), "target")


def test_c4_in_pips_one_side_alone_may_cross() -> None:
    system = get_system("manillen61", PIPS)
    state = add_result(BoomState(total=(60, 20), deals=2), deal(system, 41), system)
    assert (state.total, state.reason) == ((101, 40), "target")


@pytest.mark.parametrize("name", SYSTEMS)
def test_c21_deal_limit(name: str) -> None:
    system = get_system(name, {"target": 1000})
    state = add_result(BoomState(total=(5, 5), deals=39), deal(system, 31), system)
    assert (state.deals, state.reason) == (40, "limit" if name == "site" else None)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c21_deal_limit_by_option(name: str) -> None:
    system = get_system(name, {"deal_limit": 3})
    states = add_results([deal(system, 31), deal(system, 29), deal(system, 31)], system)
    assert [state.reason for state in states] == [None, None, "limit"]
    endless = get_system(name, {"deal_limit": 0, "target": 1000})
    assert not add_result(BoomState(deals=500), deal(endless, 31), endless).finished


@pytest.mark.parametrize("name", SYSTEMS)
def test_c21_a_fixed_number_of_deals_is_played_whatever_the_totals(name: str) -> None:
    system = get_system(name, {"fixed_deals": 12})
    states = add_results([deal(system, 60)] * 12, system)
    assert [state.finished for state in states] == [False] * 11 + [True]
    assert (states[-1].total, states[-1].reason) == ((360, 0), "limit")


@pytest.mark.parametrize("name", SYSTEMS)
def test_c18_tie(name: str) -> None:
    system = get_system(name)
    tie = deal(system, 30)
    carries = [state.carry for state in add_results([tie, tie, tie, deal(system, 40)], system)]
    assert carries == ([1, 1, 1, 1] if name in ("malilla", "manillen61") else [2, 4, 4, 1])
    assert tie.is_tie == (name != "manillen61"), "61 pips cannot be halved"


@pytest.mark.parametrize("name", SYSTEMS)
def test_c18_tie_by_option(name: str) -> None:
    system = get_system(name, {"tie_carries": 1, "last_trick": 0})
    assert [state.carry for state in add_results([deal(system, 30)] * 3, system)] == [2, 4, 4]
    plain = get_system(name, {"tie_carries": 0, "last_trick": 0})
    assert add_result(START, deal(plain, 30), plain).carry == 1


def test_c18_malilla_may_let_the_same_dealer_deal_the_next_board() -> None:
    plain, again = get_system("malilla"), get_system("malilla", {"tie_same_dealer": 1})
    tie = deal(plain, 30)
    assert dealer_after(tie, plain) == Seat.E
    assert dealer_after(tie, again) == Seat.S
    assert dealer_after(deal(again, 31), again) == Seat.E
    assert add_result(START, tie, again) == BoomState(deals=1)
