"""Comparing results on the same cards, against figures written out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.comparison import (
    Meeting,
    Notable,
    TrumpHabit,
    compare,
    count_trumps,
    find_parting,
    mean,
    meet,
    pick_notable,
    run_scores,
    share_of,
)

FIELD = [28, 15, 10, 10, -10]
"""Five results of one deal; their mean is 53 / 5 = 10.6."""


@pytest.mark.parametrize(
    ("difference", "rank", "matchpoints", "delta"),
    [
        (28, 1, 100, 17.4),  # four lower: 8 of 8
        (15, 2, 75, 4.4),  # three lower: 6 of 8
        (10, 3, 37.5, -0.6),  # one lower, one equal: 3 of 8
        (-10, 5, 0, -20.6),  # nobody: 0 of 8
    ],
)
def test_two_for_each_lower_and_one_for_each_equal_of_twice_the_others(
    difference: int, rank: int, matchpoints: float, delta: float
) -> None:
    compared = compare(difference, FIELD)
    assert (compared.rank, compared.matchpoints) == (rank, matchpoints)
    assert compared.delta == pytest.approx(delta)


def test_all_equal_is_half_for_everyone() -> None:
    compared = compare(4, [4, 4, 4])
    assert (compared.rank, compared.matchpoints, compared.delta) == (1, 50, 0)


def test_alone_there_is_no_percentage() -> None:
    compared = compare(7, [7])
    assert (compared.rank, compared.matchpoints, compared.delta) == (1, None, 0)


def test_a_result_without_a_field_is_a_fault() -> None:
    with pytest.raises(ValueError, match="field"):
        compare(7, [])
    assert mean([]) is None


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=10))
def test_percentages_of_a_field_are_half_on_average_and_deltas_cancel(field: list[int]) -> None:
    compared = [compare(difference, field) for difference in field]
    assert sum(one.matchpoints or 0 for one in compared) == pytest.approx(50 * len(field))
    assert sum(one.delta for one in compared) == pytest.approx(0, abs=1e-6)


def test_a_share_of_the_top_is_a_percentage_and_there_is_none_of_nothing() -> None:
    assert share_of(30, 40) == 75
    assert share_of(44, 40) == pytest.approx(110)
    assert share_of(0, 0) is None


def test_a_running_score_starts_at_nothing_and_adds_what_was_written() -> None:
    assert run_scores([(10, 0), (0, 0), (0, 24), (48, 0)]) == [0, 10, 10, -14, 34]
    assert run_scores([]) == [0]


def test_the_notable_deals_are_the_widest_the_one_all_lost_and_the_one_only_one_won() -> None:
    fields = {
        1: {"an": 4, "bert": 2, "carine": 1},
        2: {"an": -3, "bert": -20, "carine": -1},  # all lost, mean -8
        3: {"an": -9, "bert": -8, "carine": -10},  # all lost, mean -9
        4: {"an": -6, "bert": 14, "carine": 0},  # only bert wrote; 20 apart
        5: {"an": 30, "bert": -22, "carine": 2},  # 52 apart
    }
    assert pick_notable(fields) == [
        Notable("spread", 5, -22, 30),
        Notable("lost", 3, -10, -8),
        Notable("genius", 4, 0, 14, "bert"),
    ]


def test_a_deal_that_one_player_reached_is_not_notable() -> None:
    assert pick_notable({1: {"an": -30}, 2: {}}) == []


def test_of_two_players_one_who_wins_is_no_genius_and_equal_results_are_no_spread() -> None:
    assert pick_notable({1: {"an": 5, "bert": 5}}) == []
    assert pick_notable({1: {"an": 5, "bert": -5}}) == [Notable("spread", 1, -5, 5)]


def test_of_two_equally_wide_deals_the_earlier_is_shown() -> None:
    assert pick_notable({2: {"an": 0, "bert": 9}, 1: {"an": 3, "bert": 12}}) == [Notable("spread", 1, 3, 12)]


def test_lines_part_at_the_first_act_that_differs() -> None:
    assert find_parting(["H", "ST", "S7"], ["H", "ST", "S8"]) == 2
    assert find_parting(["H"], ["NT"]) == 0


def test_a_line_that_stops_early_has_not_parted() -> None:
    assert find_parting(["H", "ST"], ["H", "ST", "S8"]) is None
    assert find_parting([], ["H"]) is None
    assert find_parting(["H", "ST"], ["H", "ST"]) is None


def test_habits_count_how_often_a_trump_was_named_and_what_it_brought() -> None:
    habits = count_trumps([(4, 20, 6.0), (1, 10, 1.5), (1, -4, -3.5), (0, 2, None), (1, 3, None)])
    assert habits == [
        TrumpHabit(1, 3, 3.0, -1.0),
        TrumpHabit(0, 1, 2.0, None),
        TrumpHabit(4, 1, 20.0, 6.0),
    ]


def test_two_meet_in_booms_and_in_deals() -> None:
    meeting = meet([(43, -12), (5, 5), (-20, 8), (1, 0)], [(10, 4), (-2, 3), (7, 7)])
    assert meeting == Meeting(won=2, drawn=1, lost=1, deals=3, above=1, below=1, margin=pytest.approx(1 / 3))
    assert meet([], []) == Meeting(0, 0, 0, 0, 0, 0, None)
