"""Seeing a deal again: any moment of it, alone or beside another, and no more of it than one may know."""

import pytest
from django.contrib.auth.models import AnonymousUser

from engine.cards import Seat
from engine.play import Play as EnginePlay
from tests.tournaments.staging import (
    DAY,
    NOW,
    boom_of,
    deck_of,
    first_choice,
    last_choice,
    make_open,
    make_player,
    play_acts,
    play_boom,
    play_out,
    random_choice,
    refusal,
    start,
)
from tournaments import services
from tournaments.selectors.replays import show_replay

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()
AFTER = NOW + DAY


@pytest.fixture
def scene():
    """Two who have played three deals, each in his own way, and the tournament they played in."""
    tournament = make_open(boards=3)
    one, other = start(tournament), start(tournament)
    play_boom(tournament, one, first_choice)
    play_boom(tournament, other, last_choice)
    return tournament, one, other


def entry_of(tournament, user) -> int:
    return boom_of(tournament, user).entry_id


def test_every_moment_is_the_play_as_it_stood_after_so_many_acts(scene):
    tournament, one, _ = scene
    row = boom_of(tournament, one).plays.get(board=2)
    deck = deck_of(tournament)
    play = EnginePlay(deck.board(2), deck.system, row.carry)
    texts = row.acts.split()
    assert len(texts) == 33
    for moment in range(34):
        page = show_replay(NOBODY, tournament.pk, 2, row.boom.entry_id, AFTER, moment=moment)
        (line,) = page.lines
        assert (page.moment, page.last, len(line.acts)) == (moment, 33, 33)
        assert line.moment.pips == play.pips
        assert line.moment.counts == {seat.letter: play.hands[seat].bit_count() for seat in Seat}
        assert {seat: len(hand) for seat, hand in line.moment.hands.items()} == line.moment.counts
        assert line.moment.to_act == (None if play.to_act is None else play.to_act.letter)
        assert line.moment.tricks == len(play.tricks)
        lying = len(play.trick) or (4 if play.tricks else 0)
        assert len(line.moment.lying) == lying
        assert (line.moment.winner is not None) == (bool(play.tricks) and not play.trick)
        if moment:
            assert line.moment.act.text == texts[moment - 1]
        if moment < 33:
            play.perform(texts[moment])


def test_past_the_end_is_the_end_and_without_a_moment_one_begins_at_the_beginning(scene):
    tournament, one, _ = scene
    entry = entry_of(tournament, one)
    assert show_replay(NOBODY, tournament.pk, 1, entry, AFTER, moment=999).moment == 33
    assert show_replay(NOBODY, tournament.pk, 1, entry, AFTER).moment == 0


def test_two_lines_stand_at_the_first_act_that_differs(scene):
    tournament, one, other = scene
    mine, yours = entry_of(tournament, one), entry_of(tournament, other)
    for board in (1, 2, 3):
        page = show_replay(NOBODY, tournament.pk, board, mine, AFTER, beside=yours)
        acts = [[act.text for act in line.acts] for line in page.lines]
        assert [line.entry_id for line in page.lines] == [mine, yours]
        assert acts[0][: page.parting] == acts[1][: page.parting]
        assert acts[0][page.parting] != acts[1][page.parting]
        assert page.moment == page.parting + 1
        assert {line.acts[page.parting].seat for line in page.lines} == {"S"}
    # South deals the first: they part at the choice of trump.
    assert show_replay(NOBODY, tournament.pk, 1, mine, AFTER, beside=yours).parting == 0


def test_two_who_played_alike_do_not_part_and_stand_at_the_end(scene):
    tournament, one, _ = scene
    twin = start(tournament)
    play_boom(tournament, twin, first_choice)
    page = show_replay(NOBODY, tournament.pk, 2, entry_of(tournament, one), AFTER, beside=entry_of(tournament, twin))
    assert (page.parting, page.moment) == (None, 33)


def test_beside_oneself_there_is_one_line(scene):
    tournament, one, _ = scene
    entry = entry_of(tournament, one)
    assert len(show_replay(NOBODY, tournament.pk, 1, entry, AFTER, beside=entry).lines) == 1


def test_souths_sight_holds_south_alone(scene):
    tournament, one, _ = scene
    page = show_replay(NOBODY, tournament.pk, 2, entry_of(tournament, one), AFTER, moment=6, south_only=True)
    hands = page.lines[0].moment.hands
    assert {seat for seat, hand in hands.items() if hand is not None} == {"S"}
    assert (page.south_only, page.all_hands) == (True, True)


def test_while_north_is_to_choose_souths_own_cards_lie_face_down_in_his_sight():
    tournament = make_open(boards=1, first_dealer="N")
    user = start(tournament)
    play_boom(tournament, user)
    entry = entry_of(tournament, user)
    before = show_replay(NOBODY, tournament.pk, 1, entry, AFTER, moment=0, south_only=True)
    assert before.lines[0].moment.hands == dict.fromkeys("NESW")
    after = show_replay(NOBODY, tournament.pk, 1, entry, AFTER, moment=1, south_only=True)
    assert len(after.lines[0].moment.hands["S"]) == 8


def test_the_others_of_a_deal_are_those_who_came_to_it(scene):
    tournament, one, other = scene
    late = start(tournament)
    play_acts(tournament, late, 3)
    entry = entry_of(tournament, one)
    by_board = [show_replay(NOBODY, tournament.pk, board, entry, AFTER).others for board in (1, 2)]
    assert {pk for pk, _ in by_board[0]} == {entry_of(tournament, other), entry_of(tournament, late)}
    assert {pk for pk, _ in by_board[1]} == {entry_of(tournament, other)}


# Who may see what


def test_before_the_closing_one_sees_ones_own_and_of_a_running_deal_souths_cards_alone():
    tournament = make_open(boards=2)
    user = start(tournament)
    play_acts(tournament, user, 12)
    entry = entry_of(tournament, user)
    over = show_replay(user, tournament.pk, 1, entry, NOW, moment=0)
    assert [len(hand) for hand in over.lines[0].moment.hands.values()] == [8, 8, 8, 8]
    assert over.others == []
    running = show_replay(user, tournament.pk, 2, entry, NOW)
    assert (running.all_hands, running.south_only) == (False, True)
    for moment in range(running.last + 1):
        line = show_replay(user, tournament.pk, 2, entry, NOW, moment=moment).lines[0]
        assert {seat for seat, hand in line.moment.hands.items() if hand is not None} <= {"S"}
        assert line.deal["hands"] is None


def test_before_the_closing_nobody_sees_anothers_not_even_who_has_finished_or_leads(scene):
    tournament, one, other = scene
    mine, yours = entry_of(tournament, one), entry_of(tournament, other)
    for viewer in (NOBODY, make_player(), tournament.organiser, one):
        error = refusal(lambda: show_replay(viewer, tournament.pk, 1, yours, NOW))  # noqa: B023
        assert (error.code, error.status) == ("deal_hidden", 403)
    assert refusal(lambda: show_replay(one, tournament.pk, 1, mine, NOW, beside=yours)).code == "deal_hidden"
    # What does not exist is refused in the same words.
    assert refusal(lambda: show_replay(one, tournament.pk, 1, mine, NOW, beside=10**9)).code == "deal_hidden"


def test_after_the_closing_a_playing_that_is_none_is_not_found(scene):
    tournament, one, _ = scene
    entry = entry_of(tournament, one)
    assert refusal(lambda: show_replay(NOBODY, tournament.pk, 9, entry, AFTER)).code == "no_board"
    assert refusal(lambda: show_replay(NOBODY, tournament.pk, 1, 10**9, AFTER)).code == "no_board"
    assert refusal(lambda: show_replay(NOBODY, tournament.pk, 1, entry, AFTER, beside=10**9)).code == "no_board"
    assert refusal(lambda: show_replay(NOBODY, 10**9, 1, entry, AFTER)).code == "no_tournament"


def test_after_a_cancellation_one_still_sees_ones_own_and_no_other():
    tournament = make_open(boards=2)
    user, other = make_player(), make_player()
    play_out(tournament, user, other, choose=random_choice(3))
    services.cancel_tournament(tournament.organiser, tournament.pk, "x", NOW)
    assert show_replay(user, tournament.pk, 1, entry_of(tournament, user), NOW).all_hands
    assert refusal(lambda: show_replay(user, tournament.pk, 1, entry_of(tournament, other), NOW)).code == "deal_hidden"
