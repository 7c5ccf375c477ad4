"""What each system writes for a deal (C3, C4, C15-C17, C19, C23), on deals told by hand in `tests.engine.tables`."""

import random

import pytest

from engine.calls import MOST_SAID
from engine.cards import Seat
from engine.play import Play
from engine.result import Result, multiplier_of, multiply_said, score_play, write_points
from engine.systems import get_system
from tests.engine.tables import SYSTEMS, WHOLE_SUITS, play_halves, play_out, sit_down

WITH_61 = ("manillen61",)


def write(name: str, south: str, west: str, options: dict[str, int] | None = None, trump: str = "S") -> Result:
    return score_play(play_halves(name, south, west, options, trump))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a7_more_than_half_writes_what_stands_above_thirty(name: str) -> None:
    ours = write(name, "hearts", "clubs")
    assert (ours.pips, ours.tricks) == ((43, 18 if name in WITH_61 else 17), (4, 4))
    assert (ours.multiplier, ours.points) == (1, (13, 0))
    theirs = write(name, "clubs", "hearts")
    assert theirs.pips == (17, 44 if name in WITH_61 else 43)
    assert theirs.points == (0, 14 if name in WITH_61 else 13)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c15_last_trick(name: str) -> None:
    assert sum(write(name, "hearts", "hearts").pips) == (61 if name in WITH_61 else 60)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c15_last_trick_by_option(name: str) -> None:
    assert write(name, "hearts", "hearts", {"last_trick": 1}).pips == (30, 31)
    assert write(name, "hearts", "hearts", {"last_trick": 1}).points == (0, 1)
    assert write(name, "hearts", "hearts", {"last_trick": 0}).pips == (30, 30)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c18_a_tie_writes_nothing(name: str) -> None:
    result = write(name, "clubs", "clubs")
    assert (result.pips, result.points) == (((30, 31), (0, 1)) if name in WITH_61 else ((30, 30), (0, 0)))
    assert result.is_tie == (name not in WITH_61)


@pytest.mark.parametrize(
    ("pips", "points"), [((38, 23), (8, 0)), ((31, 30), (1, 0)), ((30, 31), (0, 1)), ((0, 61), (0, 31))]
)
def test_c3_more_than_half_of_61_is_31(pips: tuple[int, int], points: tuple[int, int]) -> None:
    assert write_points(pips, 1, get_system("manillen61")) == points


def test_c3_the_maker_who_takes_fewer_than_31_pays_nothing() -> None:
    play = play_halves("manillen61", "hearts", "hearts")
    assert play.calls.maker == Seat.N
    assert (score_play(play).pips, score_play(play).points) == ((30, 31), (0, 1))


def all_eight(name: str, trump: str, options: dict[str, int] | None = None, carry: int = 1) -> Result:
    """North holds all spades; South, who deals, all diamonds. Their side wins every trick with such a trump."""
    play = sit_down(get_system(name, options), Seat.S, carry=carry)
    if play.phase == "trump":
        play.say(trump)
    while play.phase == "double":
        play.say("pass")
    return score_play(play_out(play, WHOLE_SUITS))


EIGHT = {"site": (30, 1), "whisthub": (30, 1), "malilla": (30, 1), "manillen61": (31, 1), "manilj": (60, 2)}


@pytest.mark.parametrize("name", SYSTEMS)
def test_c16_all_eight_tricks(name: str) -> None:
    result = all_eight(name, "S")
    points, multiplier = EIGHT[name]
    assert (result.tricks, result.points, result.multiplier) == ((8, 0), (points, 0), multiplier)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c16_all_eight_tricks_by_option(name: str) -> None:
    last = 1 if name in WITH_61 else 0
    assert all_eight(name, "S", {"all_tricks_factor": 2}).points == (60 + 2 * last, 0)
    assert all_eight(name, "S", {"all_tricks_factor": 1}).points == (30 + last, 0)


def test_c16_seven_tricks_are_not_eight() -> None:
    assert write("manilj", "hearts", "clubs").multiplier == 1


def test_c16_c19_the_eight_trick_double_comes_after_the_cap() -> None:
    assert all_eight("manilj", "S", carry=4).points == (240, 0)
    without = score_play(leader_wins_all("manilj", "NT", carry=4))
    assert (without.tricks, without.multiplier, without.points) == ((0, 8), 8, (0, 240))


def leader_wins_all(name: str, trump: str, carry: int = 1) -> Play:
    """Without trump who leads wins every trick of whole suits: West or East, when South deals."""
    play = sit_down(get_system(name), Seat.S, carry=carry)
    play.say(trump)
    while play.phase == "double":
        play.say("pass")
    return play_out(play, WHOLE_SUITS)


@pytest.mark.parametrize("name", ["site", "whisthub", "manillen61", "manilj"])
def test_c17_without_trump_counts_double(name: str) -> None:
    result = write(name, "hearts", "clubs", trump="NT")
    assert (result.multiplier, result.points) == (2, (26, 0))


def test_c17_without_trump_is_not_offered_in_malilla() -> None:
    play = sit_down(get_system("malilla"), Seat.S)
    assert not play.can_choose_trump(4)
    assert play.trump != 4


HIGHEST = {"site": 4, "whisthub": 4, "manillen61": 2, "manilj": 4}


@pytest.mark.parametrize("name", HIGHEST)
def test_c19_highest_multiplier(name: str) -> None:
    result = score_play(leader_wins_all(name, "NT", carry=4))
    eight = 2 if name == "manilj" else 1
    assert result.multiplier == HIGHEST[name] * eight


def test_c19_malilla_has_nothing_that_multiplies() -> None:
    assert write("malilla", "hearts", "clubs").multiplier == 1
    assert all_eight("malilla", "").multiplier == 1


@pytest.mark.parametrize("cap", [1, 2, 4, 8])
def test_c19_highest_multiplier_by_option(cap: int) -> None:
    play = sit_down(get_system("site", {"cap": cap}), Seat.S, carry=4)
    play.say("NT")
    assert score_play(play_out(play, WHOLE_SUITS)).multiplier == cap


@pytest.mark.parametrize("name", SYSTEMS)
def test_c23_losers_write_nothing_below_nothing(name: str) -> None:
    assert write(name, "hearts", "clubs").points == (13, 0)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c23_losers_lose_what_winners_write(name: str) -> None:
    assert write(name, "hearts", "clubs", {"losers_lose": 1}).points == (13, -13)
    they = 14 if name in WITH_61 else 13
    assert write(name, "clubs", "hearts", {"losers_lose": 1}).points == (-they, they)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c4_where_pips_are_added_up_each_side_writes_its_own(name: str) -> None:
    options = {"pips_target": 1, "tie_carries": 0}
    last = 1 if name in WITH_61 else 0
    assert write(name, "hearts", "clubs", options).points == (43, 17 + last)
    assert write(name, "hearts", "hearts", options).points == (30, 30 + last)


def test_c4_pips_are_multiplied_as_points_are() -> None:
    assert write("manillen61", "hearts", "clubs", {"pips_target": 1}, "NT").points == (86, 36)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("options", [{}, {"doubling": 1, "cap": 4}, {"doubling": 1, "cap": 8, "all_tricks_factor": 2}])
def test_b14_what_was_said_multiplies_as_it_did_at_the_table_without_a_carry(
    name: str, options: dict[str, int]
) -> None:
    system = get_system(name, options)
    chance = random.Random(f"{name} {options}")
    for _ in range(20):
        play = sit_down(system, Seat(chance.randrange(4)))
        while play.phase not in ("card", "over"):
            play.say(chance.choice(play.calls.choices))
        play_out(play, WHOLE_SUITS)
        assert play.trump is not None
        words = play.text.split()[:MOST_SAID]
        assert multiply_said(system, play.trump, words, play.trick_counts) == multiplier_of(play)
