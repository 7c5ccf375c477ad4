"""What a deal writes (A7, B14-B16)."""

import pytest

from engine.cards import NO_TRUMP
from engine.play import Play
from engine.result import multiply, score_play, write_points
from engine.systems import get_system
from tests.engine.test_play import start

SITE = get_system("site")
HEARTS = 1


@pytest.mark.parametrize(
    ("pips", "multiplier", "points"),
    [
        ((41, 19), 1, (11, 0)),
        ((19, 41), 1, (0, 11)),
        ((31, 29), 4, (4, 0)),
        ((30, 30), 4, (0, 0)),
        ((60, 0), 2, (60, 0)),
    ],
)
def test_a7_winner_writes_pips_above_thirty_times_the_multiplier(
    pips: tuple[int, int], multiplier: int, points: tuple[int, int]
) -> None:
    assert write_points(pips, multiplier, get_system("site")) == points


@pytest.mark.parametrize(
    ("trump", "carry", "multiplier"),
    [(HEARTS, 1, 1), (HEARTS, 2, 2), (HEARTS, 4, 4), (NO_TRUMP, 1, 2), (NO_TRUMP, 2, 4), (NO_TRUMP, 4, 4)],
)
def test_b14_no_trump_doubles_within_the_cap(trump: int, carry: int, multiplier: int) -> None:
    assert multiply(SITE, trump, carry) == multiplier


def test_b16_all_eight_tricks_write_thirty_times_the_multiplier() -> None:
    play = start()
    play.choose_trump(HEARTS)
    while play.to_act is not None:
        legal = play.legal_cards()
        play.play_card(max(card for card in range(32) if legal >> card & 1))
    result = score_play(play)
    assert (result.tricks, result.pips, result.points) == ((0, 8), (0, 60), (0, 30))


def test_a_deal_is_not_scored_before_its_end() -> None:
    with pytest.raises(ValueError, match="eight tricks"):
        score_play(Play(start().board, SITE))
