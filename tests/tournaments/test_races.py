"""Many at once, on real connections: who is first is chance, what comes out is not."""

import pytest

from tests.concurrency import at_once
from tests.tournaments.staging import (
    DAY,
    NOW,
    acts_of,
    boom_of,
    choices,
    enter,
    make_open,
    make_player,
    play_acts,
    play_out,
    start,
)
from tournaments import selectors, services
from tournaments.models import Boom, Entry, EntryState, Play, State, Tournament
from tournaments.services import playing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("crowd", [11, 30])
def test_of_a_crowd_entering_in_the_same_instant_ten_are_in_and_the_rest_read_full(crowd):
    tournament = make_open()
    users = [make_player() for _ in range(crowd)]
    outcomes = at_once(
        *[lambda user=user: services.enter_tournament(user, tournament.pk, NOW).number for user in users]
    )
    assert sorted(one for one in outcomes if isinstance(one, int)) == list(range(1, 11))
    assert outcomes.count("full") == crowd - 10
    assert Entry.objects.count() == 10


def test_one_user_entering_from_many_tabs_is_in_once():
    tournament, user = make_open(), make_player()
    outcomes = at_once(*[lambda: services.enter_tournament(user, tournament.pk, NOW).pk] * 8)
    assert outcomes == [Entry.objects.get().pk] * 8


def test_the_same_card_from_many_tabs_is_played_once_and_answered_alike():
    tournament = make_open(boards=1)
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    while not table["finished"]:
        ply, text = table["ply"], choices(table)[0]
        answers = at_once(*[lambda ply=ply, text=text: services.perform_act(user, tournament.pk, ply, text, NOW)] * 4)
        assert answers == [answers[0]] * 4
        assert isinstance(answers[0], dict)
        table = answers[0]["table"]
    other = start(make_open(boards=1))
    assert Play.objects.filter(boom__entry__user=other).count() == 1
    assert len(acts_of(tournament, user)[0].split()) == 33


def test_of_different_cards_on_the_same_ply_one_is_played_and_the_others_are_stale():
    tournament = make_open()
    user = start(tournament)
    for _ in range(10):
        table = play_acts(tournament, user, 1)
        texts = choices(table)
        if len(texts) < 2:
            continue
        ply = table["ply"]
        outcomes = at_once(
            *[lambda text=text, ply=ply: services.perform_act(user, tournament.pk, ply, text, NOW) for text in texts]
        )
        accepted = [one for one in outcomes if isinstance(one, dict)]
        assert len(accepted) == 1
        assert outcomes.count("stale_ply") == len(texts) - 1


def test_beginning_from_many_tabs_is_one_boom():
    tournament, user = make_open(first_dealer="W"), make_player()
    enter(tournament, user)
    assert at_once(*[lambda: services.start_boom(user, tournament.pk, NOW)] * 6) == [None] * 6
    assert (Boom.objects.count(), Play.objects.count()) == (1, 1)
    assert boom_of(tournament, user).ply == 3


def test_withdrawing_against_beginning_ends_in_one_of_the_two_whole():
    seen = set()
    for _ in range(12):
        tournament, user = make_open(), make_player()
        enter(tournament, user)
        begin, leave = at_once(
            lambda tournament=tournament, user=user: services.start_boom(user, tournament.pk, NOW),
            lambda tournament=tournament, user=user: services.withdraw_entry(user, tournament.pk, NOW),
        )
        playing_on = Boom.objects.filter(entry__tournament=tournament).exists()
        assert (begin, leave) == ((None, "started") if playing_on else ("not_entered", None))
        assert Entry.objects.filter(tournament=tournament).exists() == playing_on
        seen.add(playing_on)
    assert seen


def test_closing_against_a_card_either_takes_it_in_or_leaves_the_table_as_it_was():
    seen = set()
    for _ in range(8):
        tournament = make_open()
        user = start(tournament)
        table = play_acts(tournament, user, 2)
        before = acts_of(tournament, user)[0].split()
        outcome, _ = at_once(
            lambda tournament=tournament, user=user, table=table: services.perform_act(
                user, tournament.pk, table["ply"], choices(table)[0], NOW
            ),
            lambda tournament=tournament: services.close_tournament(tournament.organiser, tournament.pk, NOW),
        )
        after = acts_of(tournament, user)[0].split()
        if outcome == "tournament_closed":
            assert after == before
        else:
            assert after[: len(before) + 1] == [*before, choices(table)[0]]
        assert not Boom.objects.filter(bots_due=True).exists()
        assert Entry.objects.get(tournament=tournament).state == EntryState.UNFINISHED
        assert set(services.run_due(NOW).values()) == {0}
        seen.add(outcome == "tournament_closed")
    assert seen


def test_ten_finishing_at_once_close_the_tournament_once():
    tournament = make_open(capacity=10, boards=1)
    users = [make_player() for _ in range(10)]
    last = []
    for user in users:
        start(tournament, user)
        last.append(play_acts(tournament, user, 8))
    outcomes = at_once(
        *[
            lambda user=user, table=table: services.perform_act(
                user, tournament.pk, table["ply"], choices(table)[0], NOW
            )["table"]["finished"]
            for user, table in zip(users, last, strict=True)
        ]
    )
    assert outcomes == [True] * 10
    row = Tournament.objects.get()
    assert (row.state, row.closed_at) == (State.CLOSED, NOW)
    assert Entry.objects.filter(state=EntryState.FINISHED).count() == 10


def test_two_sweeps_at_once_do_each_thing_once(monkeypatch):
    for _ in range(3):
        start(make_open(closes_at=NOW + DAY / 2))
    tournament = make_open()
    users = [start(tournament) for _ in range(3)]
    monkeypatch.setattr(playing, "answer", lambda *args: False)
    for user in users:
        play_acts(tournament, user, 1)
    monkeypatch.undo()
    assert Boom.objects.filter(bots_due=True).count() == 3
    now = NOW + DAY / 2
    sweeps = at_once(*[lambda: services.run_due(now)] * 3)
    total = {name: sum(sweep[name] for sweep in sweeps) for name in sweeps[0]}
    assert {name: count for name, count in total.items() if count} == {"advanced": 3, "closed": 3}
    assert len({tuple(acts_of(tournament, user)) for user in users}) == 1
    assert set(services.run_due(now).values()) == {0}


def test_a_sweep_during_a_card_changes_nothing_of_its_answer():
    tournament = make_open(boards=2)
    one, two = start(tournament), start(tournament)
    table = selectors.table_state(one, tournament.pk, NOW)
    while not table["finished"]:
        ply, text = table["ply"], choices(table)[0]
        answer, *_ = at_once(
            lambda ply=ply, text=text: services.perform_act(one, tournament.pk, ply, text, NOW),
            lambda: services.run_due(NOW),
            lambda: services.run_due(NOW),
        )
        assert answer == services.perform_act(two, tournament.pk, ply, text, NOW)
        table = answer["table"]
    assert acts_of(tournament, one) == acts_of(tournament, two)


def test_cancelling_against_entering_leaves_no_entry_after_it():
    tournament = make_open()
    users = [make_player() for _ in range(6)]
    outcomes = at_once(
        lambda: services.cancel_tournament(tournament.organiser, tournament.pk, "x", NOW).state,
        *[lambda user=user: services.enter_tournament(user, tournament.pk, NOW).number for user in users],
    )
    entered = [one for one in outcomes[1:] if isinstance(one, int)]
    assert len(entered) + outcomes.count("tournament_cancelled") == 6
    assert Entry.objects.count() == len(entered)


def test_a_full_tournament_played_at_once_by_all_ends_in_one_list():
    tournament = make_open(boards=1, capacity=4)
    users = [make_player() for _ in range(4)]
    at_once(*[lambda user=user: play_out(tournament, user) for user in users])
    rows = selectors.standings(users[0], tournament.pk, NOW)
    assert [row.rank for row in rows] == [1] * 4  # the same cards by all
