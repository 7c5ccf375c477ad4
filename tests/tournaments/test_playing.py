"""Playing: one act, one answer, whatever is sent twice, late or wrong."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.cards import RANKS, SUITS, TRUMPS
from tests.tournaments.staging import (
    DAY,
    HOUR,
    NOW,
    acts_of,
    boom_of,
    choices,
    enter,
    first_choice,
    make_announced,
    make_open,
    make_player,
    play_acts,
    play_boom,
    random_choice,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import Entry, EntryState, Play

pytestmark = pytest.mark.django_db

ALL_CARDS = [suit + rank for suit in SUITS for rank in RANKS]


def see(tournament, user):
    return selectors.table_state(user, tournament.pk, NOW)


def act(tournament, user, ply, text, now=NOW):
    return services.perform_act(user, tournament.pk, ply, text, now)


def table_with_duty(tournament, user):
    """A table of this player at which some of his cards may not be played."""
    table = see(tournament, user)
    while not table["forbidden"]:
        table = play_acts(tournament, user, 1)
    return table


def test_a_boom_is_played_to_its_end():
    tournament = make_open()
    user = start(tournament)
    table = play_boom(tournament, user)
    boom = boom_of(tournament, user)
    assert (table["state"], table["reason"], table["to_act"]) == ("finished", "target", None)
    assert max(table["total"]) >= 101
    assert table["score"] == table["total"][0] - table["total"][1] == boom.total_we - boom.total_they
    assert (boom.entry.state, boom.finished_at) == (EntryState.FINISHED, NOW)
    assert table["sheet"][-1]["total"] == table["total"]
    assert [row["board"] for row in table["sheet"]] == list(range(1, boom.deals + 1))


def test_a_boom_ends_after_the_last_board_whatever_the_totals():
    tournament = make_open(boards=2)
    user = start(tournament)
    table = play_boom(tournament, user)
    assert (table["reason"], len(table["sheet"])) == ("limit", 2)


def test_the_answer_tells_every_act_up_to_the_players_next_turn():
    tournament = make_open()
    user = start(tournament)
    told = []
    table = see(tournament, user)
    choose = random_choice(1)
    while not table["finished"]:
        ply = table["ply"]
        answer = act(tournament, user, ply, choose(table))
        assert answer["events"][0]["ply"] == ply
        assert all(event["seat"] != "S" for event in answer["events"][1:])
        told += answer["events"]
        table = answer["table"]
    assert [event["ply"] for event in told] == list(range(len(told)))
    boards = sorted({event["board"] for event in told})
    assert acts_of(tournament, user) == [
        " ".join(event["act"] for event in told if event["board"] == board) for board in boards
    ]


def test_the_table_is_the_same_on_another_device_as_it_was_left():
    tournament = make_open()
    user = start(tournament)
    left = play_acts(tournament, user, 13)
    assert see(tournament, user) == left
    assert see(tournament, user) == left


def test_the_same_act_again_gives_the_same_answer_also_much_later():
    tournament = make_open(boards=3)
    user = start(tournament)
    answers = []
    table = see(tournament, user)
    while not table["finished"]:
        ply, text = table["ply"], first_choice(table)
        answers.append((ply, text, act(tournament, user, ply, text)))
        assert act(tournament, user, ply, text) == answers[-1][2]
        table = answers[-1][2]["table"]
    stored = acts_of(tournament, user)
    for ply, text, answer in answers:
        assert act(tournament, user, ply, text) == answer
    assert acts_of(tournament, user) == stored


def test_an_act_accepted_before_the_closing_is_still_answered_after_it():
    tournament = make_open()
    user = start(tournament)
    table = see(tournament, user)
    answer = act(tournament, user, table["ply"], choices(table)[0])
    late = act(tournament, user, table["ply"], choices(table)[0], NOW + DAY)
    assert late["events"] == answer["events"]


def test_another_act_on_a_past_ply_is_stale_and_gives_the_present_table():
    tournament = make_open()
    user = start(tournament)
    table = see(tournament, user)
    first, other = choices(table)[:2]
    present = act(tournament, user, table["ply"], first)["table"]
    error = refusal(lambda: act(tournament, user, table["ply"], other))
    assert (error.code, error.status, error.table) == ("stale_ply", 409, present)
    assert acts_of(tournament, user)[0].split()[0] == first


def test_an_act_of_a_bot_cannot_be_sent_by_the_player():
    tournament = make_open(first_dealer="E")
    user = start(tournament)
    trump = acts_of(tournament, user)[0]
    assert refusal(lambda: act(tournament, user, 0, trump)).code == "stale_ply"


def test_a_ply_that_has_not_come_is_refused_with_the_present_table():
    tournament = make_open()
    user = start(tournament)
    table = see(tournament, user)
    error = refusal(lambda: act(tournament, user, table["ply"] + 1, choices(table)[0]))
    assert (error.code, error.status, error.table) == ("unknown_ply", 409, table)


def test_every_illegal_card_is_refused_by_the_duty_in_words_and_nothing_changes():
    tournament = make_open()
    user = start(tournament)
    table = table_with_duty(tournament, user)
    before = acts_of(tournament, user)
    for card, fault in table["forbidden"].items():
        error = refusal(lambda: act(tournament, user, table["ply"], card))  # noqa: B023
        assert (error.code, error.status, error.details["rule"]) == ("illegal_card", 409, fault["rule"])
        assert error.message == fault["message"]
    assert acts_of(tournament, user) == before
    assert see(tournament, user) == table


def test_a_card_that_is_not_held_is_refused_whoever_holds_it():
    tournament = make_open()
    user = start(tournament)
    table = table_with_duty(tournament, user)
    messages = set()
    for card in set(ALL_CARDS) - set(table["hand"]):
        error = refusal(lambda: act(tournament, user, table["ply"], card))  # noqa: B023
        assert error.code == "not_held"
        messages.add(error.message)
    assert len(messages) == 1


def test_trump_comes_first_and_once():
    tournament = make_open()
    user = start(tournament)
    table = see(tournament, user)
    assert table["choices"] == list(TRUMPS)
    assert refusal(lambda: act(tournament, user, 0, table["hand"][0])).code == "trump_first"
    table = act(tournament, user, 0, "NT")["table"]
    assert (table["trump"], table["multiplier"], table["choices"]) == ("NT", 2, [])
    assert refusal(lambda: act(tournament, user, table["ply"], "H")).code == "trump_named"


@pytest.mark.parametrize("text", ["", "x", "st", "S10", "1T", "SS", "♠A", "NTT", "S T", "\0"])
def test_an_act_that_cannot_be_read_is_refused_as_such(text):
    tournament = make_open()
    user = start(tournament)
    for _ in range(2):
        error = refusal(lambda: act(tournament, user, see(tournament, user)["ply"], text))
        assert (error.code, error.status) == ("unreadable_act", 400)
        play_acts(tournament, user, 1)


def test_who_may_not_play_reads_why():
    announced, tournament, user = make_announced(), make_open(), make_player()
    enter(announced, user)
    assert refusal(lambda: act(announced, user, 0, "H")).code == "not_open"
    assert refusal(lambda: act(tournament, user, 0, "H")).code == "not_entered"
    enter(tournament, user)
    assert refusal(lambda: act(tournament, user, 0, "H")).code == "not_started"
    assert refusal(lambda: act(tournament, user, 0, "H", NOW + DAY)).code == "tournament_closed"
    services.start_boom(user, tournament.pk, NOW)
    entry = Entry.objects.get(tournament=tournament)
    services.disqualify_entry(tournament.organiser, tournament.pk, entry.pk, "x", NOW)
    assert refusal(lambda: act(tournament, user, 0, "H")).code == "disqualified"
    services.cancel_tournament(tournament.organiser, tournament.pk, "x", NOW)
    assert refusal(lambda: act(tournament, user, 0, "H")).code == "tournament_cancelled"
    assert acts_of(tournament, user) == [""]


def test_a_finished_boom_takes_no_act_and_there_is_no_second_one():
    tournament = make_open(boards=1)
    user = start(tournament)
    table = play_boom(tournament, user)
    error = refusal(lambda: act(tournament, user, table["ply"], "H"))
    assert (error.code, error.table) == ("boom_finished", table)
    services.start_boom(user, tournament.pk, NOW + HOUR)
    assert see(tournament, user) == table
    assert Play.objects.count() == 1


# Queries


def count_queries(run) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        run()
    return sum(query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT", "DELETE") for query in captured)


def test_a_played_card_takes_the_same_few_queries_whatever_the_history():
    tournament = make_open(options={"target": 1000}, boards=12)
    user = start(tournament)
    counts: dict[int, set[int]] = {}
    table = see(tournament, user)
    while not table["finished"]:
        board = table["board"]
        with CaptureQueriesContext(connection) as captured:
            table = act(tournament, user, table["ply"], choices(table)[0])["table"]
        number = sum(query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT") for query in captured)
        counts.setdefault(board, set()).add(number)
    # Login by session adds two; the end of the boom, once, adds its own.
    del counts[12]
    assert len(counts) == 11
    assert max(map(max, counts.values())) == 6
    assert all(most <= {4, 6} for most in counts.values())


def test_looking_at_a_table_takes_the_same_queries_whatever_the_history():
    tournament = make_open()
    user = start(tournament)
    early = count_queries(lambda: see(tournament, user))
    play_acts(tournament, user, 60)
    assert count_queries(lambda: see(tournament, user)) == early == 2
