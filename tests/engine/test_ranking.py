"""The ranked list: equal scores share a rank, nothing breaks ties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ranking import Contender, rank


def ranked(*scores: int) -> list[Contender]:
    return [Contender(key, score, 7, "ranked") for key, score in enumerate(scores)]


def test_equal_scores_share_the_rank_and_the_next_is_skipped() -> None:
    assert [(row.rank, row.score) for row in rank(ranked(5, 43, 5, -33))] == [
        (1, 43),
        (2, 5),
        (2, 5),
        (4, -33),
    ]


def test_deals_played_break_no_tie() -> None:
    rows = rank([Contender(1, 10, 12, "ranked"), Contender(2, 10, 5, "ranked")])
    assert [row.rank for row in rows] == [1, 1]


def test_unfinished_then_out_of_competition_then_disqualified_stand_last_without_rank() -> None:
    rows = rank(
        [
            Contender(1, 90, 9, "disqualified"),
            Contender(2, 99, 8, "out"),
            Contender(3, None, 3, "unfinished"),
            Contender(4, None, 6, "unfinished"),
            Contender(5, -50, 9, "ranked"),
        ]
    )
    assert [(row.key, row.rank, row.score) for row in rows] == [
        (5, 1, -50),
        (4, None, None),
        (3, None, None),
        (2, None, 99),
        (1, None, 90),
    ]


def test_an_unfinished_boom_is_never_listed_as_a_score() -> None:
    assert rank([Contender(1, 0, 3, "unfinished")])[0].score is None


def test_a_ranked_row_needs_a_score() -> None:
    with pytest.raises(ValueError, match="score"):
        rank([Contender(1, None, 3, "ranked")])


@given(st.lists(st.integers(-120, 120), max_size=12))
def test_a_rank_is_one_more_than_the_number_of_higher_scores(scores: list[int]) -> None:
    rows = rank(ranked(*scores))
    assert sorted(row.score or 0 for row in rows) == sorted(scores)
    assert all(row.rank == 1 + sum(score > (row.score or 0) for score in scores) for row in rows)
