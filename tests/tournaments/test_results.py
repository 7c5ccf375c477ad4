"""The list, the deals compared, the records: what is there once it is over, against figures counted by hand."""

import json
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.notation import parse_record
from engine.replay import replay_record
from tests.tournaments.staging import (
    DAY,
    NOW,
    boom_of,
    deck_of,
    enter,
    first_choice,
    last_choice,
    make_announced,
    make_open,
    make_organiser,
    make_player,
    play_acts,
    play_boom,
    play_out,
    random_choice,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import Boom, Entry, EntryState, Play, State
from tournaments.selectors.travellers import compare_plays

pytestmark = pytest.mark.django_db

AFTER = NOW + DAY


def give_scores(tournament, scores):
    """Entries with these scores, in points (wij, zij), as if they had been played; None for one that has not ended."""
    for number, total in enumerate(scores, start=1):
        user = make_player(f"Naam {number:02}")
        entry = Entry.objects.create(tournament=tournament, user=user, number=number, entered_at=NOW)
        boom = Boom(entry=entry, started_at=NOW, deals=number)
        if total is not None:
            boom.total_we, boom.total_they = total
            boom.finished_at, boom.reason = NOW, "target"
            entry.state = EntryState.FINISHED
            entry.save()
        boom.save()


# The list


def test_equal_scores_share_a_rank_and_the_unfinished_stand_below_without_a_score():
    tournament = make_open()
    give_scores(tournament, [(101, 60), (104, 63), (50, 102), None, (120, 101), (101, 60)])
    user = make_player()
    enter(tournament, user)
    rows = selectors.standings(user, tournament.pk, AFTER)
    assert [(row.rank, row.name, row.score) for row in rows[:5]] == [
        (1, "Naam 01", 41),
        (1, "Naam 02", 41),
        (1, "Naam 06", 41),
        (4, "Naam 05", 19),
        (5, "Naam 03", -52),
    ]
    assert [(row.rank, row.score, row.total, row.deals, row.status) for row in rows[5:]] == [
        (None, None, None, 4, "unfinished"),
        (None, None, None, 0, "unfinished"),
    ]
    assert [row.name for row in rows if row.is_me] == [user.display_name]


def test_out_of_competition_and_disqualified_stand_last_and_take_no_rank():
    organiser = make_organiser()
    tournament = make_open(organiser, boards=1)
    give_scores(tournament, [(60, 101), (101, 60)])
    play_out(tournament, organiser)
    best = Entry.objects.get(number=2)
    services.disqualify_entry(organiser, tournament.pk, best.pk, "Twee accounts", NOW)
    rows = selectors.standings(organiser, tournament.pk, AFTER)
    assert [(row.rank, row.status) for row in rows] == [(1, "ranked"), (None, "out"), (None, "disqualified")]
    assert rows[2].reason == "Twee accounts"
    assert rows[2].score == 41


# Travellers


def traveller_rows(rows, deck):
    """Entries and plays from (pips of wij, trump, carry, kind): no database is needed to compare."""
    made = []
    for number, (pips, trump, carry, kind) in enumerate(rows, start=1):
        user = SimpleNamespace(display_name=f"Naam {number}", is_demo=False, hides_page=False, pk=number)
        entry = Entry(pk=number, user_id=number, number=None if kind == "out" else number)
        entry._state.fields_cache["user"] = user
        if kind == "disqualified":
            entry.disqualified_at = NOW
        if kind == "done":
            entry.state = EntryState.FINISHED
        if kind in ("before", "done"):
            made.append((entry, None))
            continue
        play = Play(board=1, trump=trump, carry=carry, tricks_we=4, tricks_they=4)
        if kind != "playing":
            multiplier = min(4, (2 if trump == "NT" else 1) * carry)
            play.finished_at, play.multiplier = NOW, multiplier
            play.pips_we, play.pips_they = pips, 60 - pips
            play.points_we, play.points_they = max(0, pips - 30) * multiplier, max(0, 30 - pips) * multiplier
        made.append((entry, play))
    return compare_plays(made, deck, SimpleNamespace(pk=2))


def test_travellers_are_ranked_by_points_without_the_carry():
    deck = deck_of(make_open())
    rows = traveller_rows(
        [
            (40, "H", 1, ""),  # +10
            (35, "NT", 1, ""),  # 5 × 2 = +10, equal
            (45, "S", 4, ""),  # 15, written 60
            (20, "C", 2, ""),  # -10, written for the others 20
            (44, "NT", 4, ""),  # 28, written 4 × 14 within the cap
            (60, "D", 1, "out"),  # +30, but out of competition
            (0, "D", 1, "disqualified"),
            (0, "", 1, "before"),
            (0, "", 1, "done"),
            (0, "H", 1, "playing"),
        ],
        deck,
    )
    assert [(row.entry_id, row.rank, row.difference) for row in rows[:5]] == [
        (5, 1, 28),
        (3, 2, 15),
        (1, 3, 10),
        (2, 3, 10),
        (4, 5, -10),
    ]
    # Two a lower, one an equal, of the 8 that five can make: 8, 6, 3, 3, 0.
    assert [row.matchpoints for row in rows[:5]] == [100, 75, 37.5, 37.5, 0]
    assert [row.delta for row in rows[:5]] == pytest.approx([17.4, 4.4, -0.6, -0.6, -20.6])
    assert {row.entry_id: row.points for row in rows[:5]} == {
        5: (56, 0),
        3: (60, 0),
        1: (10, 0),
        2: (10, 0),
        4: (0, 20),
    }
    by_id = {row.entry_id: row for row in rows}
    for number in (6, 7):
        row = by_id[number]
        assert (row.rank, row.matchpoints, row.delta, row.counts) == (None, None, None, False)
    assert by_id[6].difference == 30
    assert [by_id[number].status for number in (8, 9, 10)] == ["before", "done", "playing"]
    assert [by_id[number].difference for number in (8, 9, 10)] == [None, None, None]
    assert [row.is_me for row in rows[:4]] == [False, False, False, True]


def test_alone_at_a_deal_one_is_first_and_there_is_nothing_to_compare():
    (row,) = traveller_rows([(40, "H", 1, "")], deck_of(make_open()))
    assert (row.rank, row.matchpoints, row.delta) == (1, None, 0)


def test_a_deal_is_compared_for_all_who_reached_it():
    tournament = make_open(boards=3)
    users = [start(tournament) for _ in range(4)]
    for user, choose in zip(users[:3], (first_choice, last_choice, random_choice(4)), strict=True):
        play_boom(tournament, user, choose)
    play_acts(tournament, users[3], 12)
    deal = selectors.deal_comparison(users[0], tournament.pk, 2, AFTER)
    assert deal.boards == 3
    assert sorted(row.status for row in deal.travellers) == ["played", "played", "played", "playing"]
    played = [row for row in deal.travellers if row.status == "played"]
    assert deal.mean == pytest.approx(sum(row.difference for row in played) / 3)
    assert sum(row.matchpoints for row in played) == pytest.approx(150)
    assert {card for hand in deal.hands.values() for card in hand} == set().union(*deal.hands.values())
    assert sum(map(len, deal.hands.values())) == 32
    rows = selectors.list_deals(users[0], tournament.pk, AFTER)
    # With high cards in two deals running a boom is over before the third.
    third = Play.objects.filter(board=3).count()
    assert [(row.board, row.played) for row in rows[:2]] == [(1, 4), (2, 3)]
    assert [(row.board, row.played) for row in rows[2:]] == [(3, third)]
    assert rows[1].mean == deal.mean
    assert rows[1].mine == next(row.difference for row in played if row.is_me)


def test_before_the_closing_the_list_of_deals_holds_ones_own_alone():
    tournament = make_open(boards=3)
    user = start(tournament)
    play_acts(tournament, user, 12)
    play_out(tournament, make_player())
    rows = selectors.list_deals(user, tournament.pk, NOW)
    assert [(row.board, row.mean, row.played) for row in rows] == [(1, None, None), (2, None, None)]
    assert rows[0].mine is not None
    assert rows[1].mine is None


def test_a_deal_that_nobody_reached_is_none():
    tournament = make_open(boards=2)
    play_out(tournament, make_player())
    assert refusal(lambda: selectors.deal_comparison(make_player(), tournament.pk, 3, AFTER)).code == "no_board"
    assert refusal(lambda: selectors.replay(make_player(), tournament.pk, 99, 1, AFTER)).code == "no_board"


# Records


def test_a_record_of_a_boom_replays_to_its_very_figures():
    tournament = make_open(title='Een "titel" \\ met tekens', options={"target": 61})
    user = start(tournament)
    table = play_boom(tournament, user, random_choice(8))
    entry = Entry.objects.get()
    text = selectors.record_text(user, tournament.pk, entry.pk, NOW)
    record = parse_record(text)
    assert ("South", user.display_name) in record.boards[0].others
    assert ("Event", tournament.title) in record.boards[0].others
    replayed = replay_record(record)
    assert replayed.faults == []
    assert replayed.states[-1].finished
    assert replayed.states[-1].total == tuple(table["total"])


def test_a_record_in_the_middle_of_a_deal_holds_ones_own_cards_and_those_that_fell():
    tournament = make_open()
    user = start(tournament)
    table = play_acts(tournament, user, 14)
    entry = Entry.objects.get()
    board = parse_record(selectors.record_text(user, tournament.pk, entry.pk, NOW)).boards[-1]
    assert board.number == table["board"]
    assert [hand is None for hand in board.hands] == [True, True, False, True]
    assert board.pips is None


def test_there_is_no_record_of_a_boom_that_has_not_begun():
    tournament, user = make_open(), make_player()
    enter(tournament, user)
    entry = Entry.objects.get()
    assert refusal(lambda: selectors.record_text(user, tournament.pk, entry.pk, NOW)).code == "not_started"
    assert refusal(lambda: selectors.record_text(make_player(), tournament.pk, entry.pk, NOW)).code == "record_hidden"
    assert refusal(lambda: selectors.record_text(make_player(), tournament.pk, 999, AFTER)).code == "no_entry"


# Lists and queries


def test_lists_show_newest_first_by_state_and_go_on_from_an_id():
    organiser, user = make_organiser(), make_player()
    made = [make_announced(organiser) for _ in range(3)] + [make_open(organiser) for _ in range(2)]
    enter(made[4], user)
    ids = [one.pk for one in made]
    assert [row.id for row in selectors.list_tournaments(user, NOW)] == ids[::-1]
    assert [row.id for row in selectors.list_tournaments(user, NOW, State.ANNOUNCED)] == ids[2::-1]
    assert [row.id for row in selectors.list_tournaments(user, NOW, before=ids[3], limit=2)] == [ids[2], ids[1]]
    assert [(row.id, row.mine) for row in selectors.list_entered(user, NOW)] == [(ids[4], "entered")]
    assert [row.id for row in selectors.list_organised(organiser, NOW)] == ids[::-1]
    assert selectors.list_organised(user, NOW) == []
    assert {row.state for row in selectors.list_tournaments(user, AFTER)} == {State.CLOSED}


def count(run) -> int:
    with CaptureQueriesContext(connection) as captured:
        run()
    return len(captured)


def test_ten_rows_and_twenty_take_the_same_queries():
    organiser, user = make_organiser(), make_player()
    tournament = make_open(organiser, boards=2)
    calls = {
        "list": lambda: selectors.list_tournaments(user, NOW),
        "own": lambda: selectors.list_entered(user, NOW),
        "organised": lambda: selectors.list_organised(organiser, NOW),
        "page": lambda: selectors.get_tournament(user, tournament.pk, AFTER),
        "standings": lambda: selectors.standings(user, tournament.pk, AFTER),
        "deals": lambda: selectors.list_deals(user, tournament.pk, AFTER),
        "deal": lambda: selectors.deal_comparison(user, tournament.pk, 1, AFTER),
    }

    def add_five():
        for _ in range(5):
            enter(make_open(organiser), user)
            play_out(tournament, make_player())
        services.change_tournament(organiser, tournament.pk, {"review_hours": tournament.entries.count()}, NOW)

    play_out(tournament, user)
    add_five()
    few = {name: count(call) for name, call in calls.items()}
    # Four more fill the ten; the rows of a list double.
    for _ in range(3):
        play_out(tournament, make_player())
    for _ in range(6):
        enter(make_open(organiser), user)
    assert {name: count(call) for name, call in calls.items()} == few
    assert max(few.values()) <= 8


def test_what_the_selectors_of_the_table_answer_is_json():
    tournament = make_open(boards=1)
    user = start(tournament)
    assert json.loads(json.dumps(play_acts(tournament, user, 4))) == selectors.table_state(user, tournament.pk, NOW)
    play_boom(tournament, user)
    own = boom_of(tournament, user).entry_id
    answer = selectors.replay(user, tournament.pk, own, 1, NOW)
    assert json.loads(json.dumps(answer)) == answer
    assert len(answer["acts"]) == 33
    assert len(answer["tricks"]) == 8
