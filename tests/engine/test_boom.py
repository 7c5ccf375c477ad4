"""The boom: carry of ties, its end, its score (B15, B17-B19)."""

import pytest

from engine.boom import START, BoomState, add_result, add_results
from engine.cards import Seat
from engine.result import Result, write_points
from engine.systems import get_system

SITE = get_system("site")


def deal(ours: int, multiplier: int = 1) -> Result:
    pips = (ours, 60 - ours)
    return Result(1, Seat.S, 0, multiplier, pips, (4, 4), write_points(pips, multiplier, get_system("site")))


def play_on(*results: Result) -> BoomState:
    return add_results(results, SITE)[-1]


def test_b15_ties_double_the_carry_up_to_four_and_any_other_deal_resets_it() -> None:
    tie = deal(30)
    assert [state.carry for state in add_results([tie, tie, tie, deal(31), tie], SITE)] == [2, 4, 4, 1, 2]


def test_b15_a_tied_deal_that_counted_double_carries_no_more() -> None:
    assert play_on(deal(30, multiplier=4)).carry == 2


def test_b17_ends_when_a_side_reaches_101_and_the_excess_counts() -> None:
    state = play_on(deal(55, 4), deal(30), deal(25, 2))
    assert (state.total, state.finished) == ((100, 10), False)
    state = add_result(state, deal(39, 1), SITE)
    assert (state.total, state.reason, state.score) == ((109, 10), "target", 99)


def test_b17_exactly_101_is_enough() -> None:
    state = BoomState(total=(100, 60), deals=9)
    assert add_result(state, deal(31), SITE).reason == "target"


def test_b18_ends_after_forty_deals() -> None:
    states = add_results([deal(31) if k % 2 else deal(29) for k in range(40)], SITE)
    assert not states[38].finished
    assert (states[39].reason, states[39].total, states[39].score) == ("limit", (20, 20), 0)


@pytest.mark.parametrize(("total", "score"), [((104, 61), 43), ((70, 103), -33)])
def test_b19_score_is_wij_minus_zij(total: tuple[int, int], score: int) -> None:
    assert BoomState(total=total).score == score


def test_a_finished_boom_takes_no_more_deals() -> None:
    with pytest.raises(ValueError, match="over"):
        add_result(BoomState(total=(101, 0), reason="target"), deal(31), SITE)


def test_a_boom_starts_at_nothing() -> None:
    assert (START.total, START.carry, START.deals, START.finished) == ((0, 0), 1, 0, False)
