"""Plots: every coordinate within the picture, names clear of each other, one's own in front."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tournaments.views.plots import (
    LABEL_GAP,
    SCORES_HEIGHT,
    TOP,
    WIDTH,
    plot_curve,
    plot_frequency,
    plot_scores,
    spread,
)


@given(st.lists(st.integers(0, 500), max_size=10))
def test_names_stand_apart_in_their_order_within_the_picture(places: list[int]) -> None:
    moved = spread(places, LABEL_GAP, 0, 500)
    in_order = [moved[number] for number in sorted(range(len(places)), key=lambda number: places[number])]
    assert all(later - earlier >= LABEL_GAP for earlier, later in itertools.pairwise(in_order))
    assert all(0 <= one <= 500 for one in moved)


def test_names_that_stand_apart_are_left_where_they_are() -> None:
    assert spread([300, 10, 100], 32, 0, 500) == [300, 10, 100]


@given(st.lists(st.lists(st.integers(-300, 300), min_size=1, max_size=41), min_size=1, max_size=10))
def test_lines_lie_within_the_picture(rows: list[list[int]]) -> None:
    plot = plot_scores([(f"Speler {number}", [0, *scores], False, True) for number, scores in enumerate(rows)])
    assert plot is not None
    points = [tuple(map(int, point.split(","))) for line in plot.lines for point in line.points.split()]
    assert all(plot.left <= x <= plot.right and TOP <= y <= plot.bottom for x, y in points)
    assert all(TOP <= line.label_y <= SCORES_HEIGHT for line in plot.lines)
    assert all(len(line.points.split()) == len(row) + 1 for line, row in zip(plot.lines, rows, strict=True))


def test_a_higher_score_stands_higher_and_ones_own_line_is_drawn_last() -> None:
    plot = plot_scores([("An", [0, 40], True, True), ("Bert", [0, -10], False, False), ("Jef", [0], False, True)])
    assert plot is not None
    assert [(line.name, line.mine, line.ended) for line in plot.lines] == [("Bert", False, False), ("An", True, True)]
    assert plot.lines[1].end_y < plot.lines[0].end_y


def test_without_a_deal_there_is_nothing_to_plot() -> None:
    assert plot_scores([("An", [0], True, True)]) is None
    assert plot_curve([1.5]) is None
    assert plot_frequency([4], None, 4.0) is None


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=10))
def test_there_is_a_dot_for_each_result_and_equal_ones_stand_on_each_other(differences: list[int]) -> None:
    plot = plot_frequency(differences, 0, sum(differences) / len(differences))
    assert plot is not None
    assert len(plot.dots) == len(differences)
    assert len({(dot.x, dot.y) for dot in plot.dots}) == len(differences)
    assert all(0 <= dot.x <= WIDTH and 0 <= dot.y <= plot.base for dot in plot.dots)
    (own,) = [dot for dot in plot.dots if dot.mine]
    # At the foot of its column, and left of all that is clearly higher.
    assert own.y == max(dot.y for dot in plot.dots)
    assert len({dot.x for dot in plot.dots}) <= len(set(differences))
    assert plot.mean_x is not None
    assert plot.left <= plot.mean_x <= plot.right


def test_a_curve_always_shows_nothing_as_a_line() -> None:
    plot = plot_curve([3.5, 4.5])
    assert plot is not None
    assert 0 in [tick.figure for tick in plot.y_ticks]
