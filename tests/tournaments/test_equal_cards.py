"""The same cards for everyone: same acts by the player, same acts by the bots, whatever happens in between."""

import logging
from datetime import timedelta

import pytest

from engine.boards import make_board
from engine.boom import START, add_result
from engine.bots import decide
from engine.cards import Seat
from engine.play import Play as EnginePlay
from engine.result import score_play
from engine.systems import get_system
from engine.view import view_play
from tests.tournaments.staging import (
    DAY,
    NOW,
    SECRET,
    acts_of,
    boom_of,
    choices,
    deck_of,
    first_choice,
    last_choice,
    make_open,
    make_organiser,
    play_acts,
    play_boom,
    random_choice,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import Boom, State
from tournaments.services import playing, replying

pytestmark = pytest.mark.django_db


def see(tournament, user):
    return selectors.table_state(user, tournament.pk, NOW)


@pytest.mark.parametrize("bots", ["rulebook@1", "random@1"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_boom_played_at_random_is_what_the_engine_makes_of_the_same_acts(bots, seed):
    """Played again with the engine alone: the deals, each bot's act, the figures and the end."""
    tournament = make_open(bots=bots, first_dealer="NESW"[seed])
    user = start(tournament)
    table = play_boom(tournament, user, random_choice(seed))
    deck, system = deck_of(tournament), get_system("site")
    state = START
    for number, acts in enumerate(acts_of(tournament, user), start=1):
        board = make_board(SECRET, tournament.announcement.encode(), number, system, Seat["NESW"[seed]])
        play = EnginePlay(board, system, state.carry)
        for text in acts.split():
            if play.to_act != Seat.S:
                assert decide(bots, view_play(play, play.to_act), deck.bots_key(number)) == text
            play.perform(text)
        result = score_play(play)
        state = add_result(state, result, system)
        row = table["sheet"][number - 1]
        assert (row["pips"], row["points"]) == (list(result.pips), list(result.points))
        assert (row["multiplier"], row["total"]) == (result.multiplier, list(state.total))
    assert state.finished
    assert (table["score"], table["reason"]) == (state.score, state.reason)


@pytest.mark.parametrize("bots", ["rulebook@1", "random@1"])
def test_equal_acts_in_two_entries_get_equal_replies(bots):
    tournament = make_open(bots=bots, boards=4)
    one, two = start(tournament), start(tournament)
    play_boom(tournament, one, random_choice(5))
    play_boom(tournament, two, random_choice(5))
    assert acts_of(tournament, one) == acts_of(tournament, two)


def test_other_acts_before_it_do_not_change_a_deal():
    tournament = make_open(bots="random@1", boards=3, options={"target": 1000})
    one, two = start(tournament), start(tournament)
    for user, choose in ((one, first_choice), (two, last_choice)):
        while see(tournament, user)["board"] < 3:
            play_acts(tournament, user, 1, choose)
        play_boom(tournament, user, first_choice)
    first, second = acts_of(tournament, one), acts_of(tournament, two)
    assert first[0] != second[0]
    assert first[2] == second[2]


def test_the_cards_come_from_the_secret_and_the_announcement_alone():
    organiser = make_organiser()
    one, two = make_open(organiser), make_open(organiser)
    assert deck_of(one).board(1).hands != deck_of(two).board(1).hands
    assert deck_of(one).board(7) == deck_of(one).board(7)


# A crash between the card and the bots' answer


class Crash(Exception):
    pass


def make_pair():
    """Two entries of one tournament that have done the same acts, up to a card of South's that a bot answers.

    South's card that ends a trick he wins is answered by nobody, and the cards are new each time.
    """
    tournament = make_open(boards=2)
    one, two = start(tournament), start(tournament)
    for user in (one, two):
        table = play_acts(tournament, user, 3)
        while len(table["trick"]) == 3:
            table = play_acts(tournament, user, 1)
    return tournament, one, two, table


def play_and_crash(tournament, user, table, monkeypatch):
    """The process dies after the card was accepted, before the bots answer."""

    def die(*args):
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(playing, "answer", die)
        with pytest.raises(Crash):
            services.perform_act(user, tournament.pk, table["ply"], choices(table)[0], NOW)
    waiting = see(tournament, user)
    assert (waiting["state"], waiting["ply"]) == ("waiting", table["ply"] + 1)
    assert Boom.objects.get(bots_due=True) == boom_of(tournament, user)
    return waiting


def test_after_a_crash_the_sweep_gives_the_answer_that_would_have_been(monkeypatch):
    tournament, one, two, table = make_pair()
    waiting = play_and_crash(tournament, one, table, monkeypatch)
    assert see(tournament, one) == waiting  # looking changes nothing
    assert services.run_due(NOW)["advanced"] == 1
    assert services.run_due(NOW)["advanced"] == 0
    play_acts(tournament, two, 1)
    assert acts_of(tournament, one) == acts_of(tournament, two)
    assert see(tournament, one) == see(tournament, two)


def test_after_a_crash_the_same_card_again_brings_the_answer(monkeypatch):
    tournament, one, two, table = make_pair()
    play_and_crash(tournament, one, table, monkeypatch)
    answer = services.perform_act(one, tournament.pk, table["ply"], choices(table)[0], NOW)
    assert answer == services.perform_act(two, tournament.pk, table["ply"], choices(table)[0], NOW)
    assert acts_of(tournament, one) == acts_of(tournament, two)


def test_after_a_crash_asking_to_go_on_brings_the_answer(monkeypatch):
    tournament, one, two, table = make_pair()
    play_and_crash(tournament, one, table, monkeypatch)
    services.advance_table(one, tournament.pk, NOW)
    play_acts(tournament, two, 1)
    assert see(tournament, one) == see(tournament, two)


def test_after_a_crash_another_act_is_answered_with_the_table_as_it_goes_on(monkeypatch):
    tournament, one, two, table = make_pair()
    waiting = play_and_crash(tournament, one, table, monkeypatch)
    play_acts(tournament, two, 1)
    error = refusal(lambda: services.perform_act(one, tournament.pk, waiting["ply"], "ZZ", NOW))
    assert error.code in {"stale_ply", "unreadable_act"}
    assert acts_of(tournament, one) == acts_of(tournament, two)


def test_closing_answers_a_card_that_was_accepted_in_time(monkeypatch):
    tournament, one, _, _ = make_pair()
    while (table := see(tournament, one))["board"] == 1:  # up to the last card of the first deal
        if len(table["hand"] or []) == 1:
            break
        play_acts(tournament, one, 1)
    play_and_crash(tournament, one, table, monkeypatch)
    services.close_tournament(tournament.organiser, tournament.pk, NOW)
    assert boom_of(tournament, one).deals == 1
    assert not Boom.objects.filter(bots_due=True).exists()


# A bot that fails


def test_a_bot_that_fails_is_logged_and_tried_again_and_the_card_stays(monkeypatch, caplog):
    tournament, one, two, table = make_pair()
    hidden = set(" ".join(acts_of(tournament, two)).split())

    def fail(name, view, key):
        raise ValueError(f"I hold {view.hand} {sorted(hidden)}")

    monkeypatch.setattr(replying, "decide", fail)
    with caplog.at_level(logging.ERROR):
        answer = services.perform_act(one, tournament.pk, table["ply"], choices(table)[0], NOW)
    assert [event["seat"] for event in answer["events"]] == ["S"]
    assert answer["table"]["state"] == "waiting"
    assert boom_of(tournament, one).bots_due
    assert "rulebook@1 failed with ValueError" in caplog.text
    assert "I hold" not in caplog.text
    assert services.run_due(NOW)["advanced"] == 0
    error = refusal(lambda: services.perform_act(one, tournament.pk, table["ply"] + 1, "H", NOW))
    assert error.code == "not_your_turn"

    monkeypatch.undo()
    assert services.run_due(NOW + timedelta(seconds=30))["advanced"] == 1
    play_acts(tournament, two, 1)
    assert acts_of(tournament, one) == acts_of(tournament, two)


def test_a_bot_that_plays_what_it_may_not_is_a_bot_that_fails(monkeypatch, caplog):
    tournament, one, _, table = make_pair()
    monkeypatch.setattr(replying, "decide", lambda name, view, key: table["hand"][0])
    answer = services.perform_act(one, tournament.pk, table["ply"], choices(table)[0], NOW)
    assert answer["table"]["state"] == "waiting"
    assert "IllegalError" in caplog.text
    assert table["hand"][0] not in caplog.text


@pytest.mark.parametrize("settled", ["final", "cancelled"])
def test_what_bots_owe_when_nothing_changes_any_more_is_never_played(settled, monkeypatch):
    tournament, one, _, table = make_pair()
    act = choices(table)[0]
    monkeypatch.setattr(replying, "decide", lambda name, view, key: "?")
    answer = services.perform_act(one, tournament.pk, table["ply"], act, NOW)
    if settled == "cancelled":
        services.cancel_tournament(tournament.organiser, tournament.pk, "afgelast", NOW)
        later = NOW
    else:
        services.close_tournament(tournament.organiser, tournament.pk, NOW)
        later = NOW + 3 * DAY
        services.run_due(later)
    tournament.refresh_from_db()
    assert tournament.state == settled
    before = acts_of(tournament, one)
    monkeypatch.undo()
    services.run_due(later)
    services.advance_table(one, tournament.pk, later)
    services.start_boom(one, tournament.pk, later)
    again = services.perform_act(one, tournament.pk, table["ply"], act, later)
    assert again["events"] == answer["events"]
    assert acts_of(tournament, one) == before


def test_a_bot_that_fails_does_not_keep_a_tournament_from_closing(monkeypatch):
    tournament, one, _, table = make_pair()
    monkeypatch.setattr(replying, "decide", lambda name, view, key: "?")
    services.perform_act(one, tournament.pk, table["ply"], choices(table)[0], NOW)
    services.close_tournament(tournament.organiser, tournament.pk, NOW)
    tournament.refresh_from_db()
    assert tournament.state == State.CLOSED
    monkeypatch.undo()
    assert services.run_due(NOW)["advanced"] == 1
