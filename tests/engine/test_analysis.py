"""What was in a deal: figures against the solver asked by itself, and the second opinion that makes a mistake one."""

import hashlib
import json

import pytest

from engine.analysis import VERSION, BoardAnalyst, Decision
from engine.boards import Board, bots_key, make_board
from engine.bots import decide
from engine.cards import Seat, card_name, trump_name
from engine.play import Play, rebuild
from engine.solver.solve import solve_board, solve_play
from engine.systems import get_system
from engine.view import view_play

SITE = get_system("site")
SECRET = bytes(range(32))
ANNOUNCEMENT = b'{"title":"analysis"}'


def make(number: int) -> tuple[Board, bytes]:
    return make_board(SECRET, ANNOUNCEMENT, number, SITE), bots_key(SECRET, ANNOUNCEMENT, number)


def play_out(board: Board, key: bytes, south: str = "random@1") -> list[str]:
    """The acts of a whole deal: South by one bot, the others by the default."""
    play = Play(board, SITE)
    while (seat := play.to_act) is not None:
        play.perform(decide(south if seat == Seat.S else "rulebook@1", view_play(play, seat), key))
    return play.text.split()


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_what_a_card_gives_away_is_what_the_solver_says_of_that_position(number: int) -> None:
    board, key = make(number)
    acts = play_out(board, key)
    analysis = BoardAnalyst(board, SITE, key).analyse(acts)
    cards = [one for one in analysis.decisions if one.kind == "card"]
    assert cards
    for one in cards:
        play = rebuild(board, SITE, 1, " ".join(acts[: one.place]))
        solution = solve_play(play)
        assert play.to_act == Seat.S
        assert len(solution.values) > 1
        after = solution.values[next(card for card in solution.values if one.act == card_name(card))]
        assert (one.value, one.best) == (after, max(solution.values.values()))
    forced = sum(act_is_forced(board, acts, place) for place in range(len(acts)))
    assert len(cards) == 8 - forced


def act_is_forced(board: Board, acts: list[str], place: int) -> bool:
    play = rebuild(board, SITE, 1, " ".join(acts[:place]))
    legal = play.legal_cards()
    return play.phase == "card" and play.to_act == Seat.S and legal & legal - 1 == 0


def test_a_line_played_as_the_solver_says_gives_nothing_away() -> None:
    board, key = make(2)
    play = Play(board, SITE)
    while (seat := play.to_act) is not None:
        if seat == Seat.S:
            play.play_card(solve_play(play).best[0])
        else:
            play.perform(decide("rulebook@1", view_play(play, seat), key))
    analysis = BoardAnalyst(board, SITE, key).analyse(play.text.split())
    assert {one.given for one in analysis.decisions} == {0}
    assert {one.bot for one in analysis.decisions} == {None}


def test_a_trump_is_weighed_in_points_since_no_trump_counts_double() -> None:
    board, key = make(1)  # South deals
    values = solve_board(board, SITE)
    points = {trump_name(trump): (pips - 30) * (2 if trump == 4 else 1) for trump, pips in values.items()}
    for trump in points:
        analysis = BoardAnalyst(board, SITE, key).analyse([trump])
        (choice,) = analysis.decisions
        assert (choice.kind, choice.value, choice.best) == ("trump", points[trump], max(points.values()))
        # The most that was in it counts pips, whatever they are worth.
        assert analysis.top == max(values.values())


def test_where_another_names_trump_the_top_is_of_souths_first_card() -> None:
    board, key = make(2)
    acts = play_out(board, key)
    analysis = BoardAnalyst(board, SITE, key).analyse(acts)
    first = next(place for place in range(33) if rebuild(board, SITE, 1, " ".join(acts[:place])).to_act == Seat.S)
    assert first > 0
    values = solve_play(rebuild(board, SITE, 1, " ".join(acts[:first]))).values
    assert analysis.top == max(values.values())


def test_a_line_broken_off_before_souths_first_decision_has_no_top() -> None:
    board, key = make(2)
    acts = play_out(board, key)
    assert BoardAnalyst(board, SITE, key).analyse(acts[:1]).top is None
    assert BoardAnalyst(board, SITE, key).analyse([]).decisions == ()


def test_a_mistake_is_one_only_where_the_bot_would_have_done_better() -> None:
    assert Decision(3, "card", "H7", 20, 24, "HK", 24).mistake
    assert not Decision(3, "card", "H7", 20, 24, "H7", 20).mistake
    # Another card that is worth the same is no better.
    assert not Decision(3, "card", "H7", 20, 24, "H8", 20).mistake
    assert not Decision(3, "card", "H7", 24, 24).mistake


def test_the_second_opinion_is_what_the_bot_does_with_souths_knowledge() -> None:
    asked = 0
    for number in range(1, 5):
        board, key = make(number)
        acts = play_out(board, key)
        for one in BoardAnalyst(board, SITE, key).analyse(acts).decisions:
            if one.given:
                play = rebuild(board, SITE, 1, " ".join(acts[: one.place]))
                assert one.bot == decide("solver@1", view_play(play, Seat.S), key)
                asked += 1
    assert asked > 3


def test_lines_that_begin_alike_are_valued_once_and_alike() -> None:
    board, key = make(3)
    acts = play_out(board, key)
    analyst = BoardAnalyst(board, SITE, key)
    whole, part = analyst.analyse(acts), analyst.analyse(acts[:20])
    assert part.decisions == tuple(one for one in whole.decisions if one.place < 20)
    assert whole == BoardAnalyst(board, SITE, key).analyse(acts)


def test_the_figures_stored_under_this_version_are_these() -> None:
    """Where this fails, the figures have changed: give `VERSION` a new name, so that stored ones are made again."""
    found = []
    for number in range(1, 5):
        board, key = make(number)
        analyst = BoardAnalyst(board, SITE, key)
        analysis = analyst.analyse(play_out(board, key, "rulebook@1"))
        found.append([analyst.best_by_trump(), analysis.top, [[one.value, one.best] for one in analysis.decisions]])
    digest = hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]
    assert (VERSION, digest) == ("exact@1 solver@1", "726ba90c3c890bee")


def test_a_pass_is_no_decision_and_what_may_be_named_is_what_is_weighed() -> None:
    system = get_system("manillen61", {"forced_no_trump": 1})
    board, key = make_board(SECRET, ANNOUNCEMENT, 1, system, Seat.W), bots_key(SECRET, ANNOUNCEMENT, 1)
    assert Play(board, system).to_act == Seat.S
    analysis = BoardAnalyst(board, system, key).analyse(["pass", "pass", "pass", "NT"])
    assert analysis.decisions == ()
    dealt = make_board(SECRET, ANNOUNCEMENT, 1, system, Seat.S)
    assert BoardAnalyst(dealt, system, key).analyse(["pass", "pass", "pass", "NT"]).decisions == ()
    assert analysis.top == max(solve_board(board, system).values())
