"""What is said before the first card, at tables of every system: who is asked what, what it counts, who sees what."""

import random
from itertools import pairwise

import pytest

from engine.calls import CALL_FACTORS
from engine.cards import Seat, parse_trump, trump_name
from engine.proof import parse_proof, write_proof
from engine.systems import SYSTEMS
from engine.verification import verify_proof
from tests.tournaments.staging import (
    NOW,
    choices,
    deck_of,
    make_open,
    make_player,
    play_acts,
    random_choice,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.selectors.places import PracticePlace
from tournaments.selectors.table import view_table
from tournaments.services.analysing import analyse_tournament
from tournaments.services.bot_lines import check_line, play_line
from tournaments.services.playing import play_act
from tournaments.services.practising import start_practice, start_what_if

pytestmark = pytest.mark.django_db

PLAYED = [
    ("site", {"blind_no_trump": 1, "doubling": 1, "losers_lose": 1}),
    ("whisthub", {}),
    ("malilla", {"doubling": 1, "partner_exempt": 1, "last_trick": 1}),
    ("manillen61", {"doubling": 1, "blind_no_trump": 1, "cap": 4}),
    ("manillen61", {"forced_no_trump": 1}),
    ("manilj", {"doubling": 1, "cap": 8, "tie_carries": 0, "pips_target": 1}),
    ("site", {"always_no_trump": 1, "doubling": 1}),
]
IDS = [f"{name} {' '.join(options)}" for name, options in PLAYED]


def play_watching(tournament, user, choose):
    """Play the boom to its end; every table that came by."""
    table = selectors.table_state(user, tournament.pk, NOW)
    tables = [table]
    while not table["finished"]:
        table = services.perform_act(user, tournament.pk, table["ply"], choose(table), NOW)["table"]
        tables.append(table)
    return tables


@pytest.mark.parametrize(("name", "options"), PLAYED, ids=IDS)
def test_a_tournament_of_every_system_is_played_closed_analysed_and_proven(name, options):
    tournament = make_open(system=name, options={**options, "fixed_deals": 4}, capacity=2)
    users = [make_player(), make_player()]
    deck = deck_of(tournament)
    for seed, user in enumerate(users):
        start(tournament, user)
        for table in play_watching(tournament, user, random_choice(seed)):
            if table["finished"]:
                continue
            calls = [one["act"] for one in table["said"] if one["act"] in CALL_FACTORS]
            assert calls in ([], ["mee"], ["mee", "tegen"])
            assert table["multiplier"] <= deck.system.cap * deck.system.all_tricks_factor
            hidden = table["phase"] == "blind" and table["dealer"] == "S"
            assert (table["hand"] is None) == hidden
            turned = deck.board(table["board"]).turned
            assert (table["turned"] is None) == (turned is None)
            if turned is not None:
                assert table["trump"] == trump_name(turned >> 3)
    tournament.refresh_from_db()
    assert tournament.state == "closed"
    rows = selectors.standings(users[0], tournament.pk, NOW)
    assert sorted(row.deals for row in rows) == [4, 4]
    proof = parse_proof(write_proof(selectors.read_proof(users[0], tournament.pk, NOW)))
    assert verify_proof(proof, tournament.commitment).fault is None
    assert analyse_tournament(tournament.pk, NOW, boards=1) == 1
    page = selectors.deal_comparison(users[0], tournament.pk, 1, NOW)
    assert all(row.maker is not None and row.status == "played" for row in page.travellers)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_record_of_every_system_is_read_back_without_a_fault(name):
    from engine.notation import parse_record
    from engine.replay import replay_record

    tournament = make_open(system=name, options={"fixed_deals": 4})
    user = start(tournament)
    play_watching(tournament, user, random_choice(3))
    entry = tournament.entries.get()
    replay = replay_record(parse_record(selectors.record_text(user, tournament.pk, entry.pk, NOW)))
    assert replay.faults == []
    assert replay.state.deals == 4


def find_talk(tournament, user, word):
    """Play on at random until `word` may be said."""
    chance = random.Random(1)
    table = selectors.table_state(user, tournament.pk, NOW)
    while not table["finished"]:
        if word in table["choices"]:
            return table
        table = play_acts(tournament, user, 1, lambda table: chance.choice(choices(table)))
    raise AssertionError(f"{word} was never offered")


def say(tournament, user, table, word):
    return services.perform_act(user, tournament.pk, table["ply"], word, NOW)["table"]


def test_mee_doubles_what_the_deal_counts_from_the_call_on_and_is_written():
    tournament = make_open(system="whisthub", first_dealer="E")
    user = start(tournament)
    table = find_talk(tournament, user, "mee")
    assert table["choices"] == ["mee", "pass"]
    before = table["multiplier"]
    after = say(tournament, user, table, "mee")
    assert after["multiplier"] in (2 * before, 4 * before)
    assert {"seat": "S", "act": "mee"} in after["said"]


def test_a_difference_counts_what_was_called_and_leaves_out_the_carry():
    tournament = make_open(system="whisthub", options={"fixed_deals": 2}, first_dealer="E")
    users = [make_player(), make_player()]
    for user, word in zip(users, ("mee", "pass"), strict=True):
        start(tournament, user)
        table = find_talk(tournament, user, word)
        say(tournament, user, table, word)
        play_acts(tournament, user, 1000, lambda table: choices(table)[-1])
    services.close_tournament(tournament.organiser, tournament.pk, NOW)
    page = selectors.deal_comparison(users[0], tournament.pk, 1, NOW)
    for row in page.travellers:
        ours, theirs = row.points
        # The first deal has no carry: what is compared is what was written.
        assert row.difference == ours - theirs
    called = next(row for row in page.travellers if row.is_me)
    assert {"seat": "S", "act": "mee"} in called.said


def test_blind_is_said_before_a_card_is_seen_and_nothing_follows_it():
    tournament = make_open(system="site", options={"blind_no_trump": 1, "doubling": 1})
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    assert (table["phase"], table["choices"], table["hand"]) == ("blind", ["blind", "look"], None)
    error = refusal(lambda: say(tournament, user, table, "H"))
    assert error.code == "look_first"
    after = say(tournament, user, table, "blind")
    assert (after["trump"], after["multiplier"]) == ("NT", 4)
    assert all(one["act"] == "blind" for one in after["said"])
    assert len(after["hand"]) in (7, 8)


def test_who_looks_sees_his_cards_and_names_trump():
    tournament = make_open(system="site", options={"blind_no_trump": 1})
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    after = say(tournament, user, table, "look")
    assert (after["phase"], len(after["hand"])) == ("trump", 8)


def test_a_round_goes_past_who_passes_and_the_maker_is_told():
    tournament = make_open(system="manillen61", first_dealer="W")
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    # Counter-clockwise, South speaks first after West.
    assert table["said"] == []
    assert table["choices"] == ["S", "H", "D", "C", "NT", "pass"]
    after = say(tournament, user, table, "pass")
    assert after["said"][0] == {"seat": "S", "act": "pass"}
    assert after["said"][1]["seat"] == after["maker"] == "E"
    assert parse_trump(after["trump"]) == parse_trump(after["said"][1]["act"])
    assert after["leader"] == "S"


@pytest.mark.parametrize(
    ("word", "code"),
    [("mee", "trump_first"), ("H7", "trump_first"), ("tegen", "trump_first"), ("nee", "unreadable_act")],
)
def test_what_is_not_asked_is_refused_in_words(word, code):
    tournament = make_open(system="site")
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    assert refusal(lambda: say(tournament, user, table, word)).code == code


def test_a_pass_where_the_dealer_names_and_a_word_after_the_last_are_refused():
    tournament = make_open(system="site")
    user = start(tournament)
    table = selectors.table_state(user, tournament.pk, NOW)
    error = refusal(lambda: say(tournament, user, table, "pass"))
    assert (error.code, error.details["rule"]) == ("illegal_call", "B3")
    table = say(tournament, user, table, "H")
    assert refusal(lambda: say(tournament, user, table, "mee")).code == "nothing_to_say"


def test_counter_clockwise_cards_fall_and_are_named_the_other_way_round():
    tournament = make_open(system="malilla", options={"fixed_deals": 1})
    user = start(tournament)
    play_watching(tournament, user, random_choice(0))
    entry = tournament.entries.get()
    deal = selectors.replay(user, tournament.pk, entry.pk, 1, NOW)
    assert deal["tricks"][0]["leader"] == "E"
    for trick in deal["tricks"]:
        seats = [Seat[card["seat"]] for card in trick["cards"]]
        assert [(one - other) % 4 for one, other in pairwise(seats)] == [1, 1, 1]


@pytest.mark.parametrize(("name", "options"), PLAYED[2:4], ids=IDS[2:4])
def test_practice_what_if_and_the_bot_line_play_every_system(name, options):
    tournament = make_open(system=name, options={**options, "fixed_deals": 2, "target": 0}, bots="random@1")
    user = start(tournament)
    play_watching(tournament, user, random_choice(4))
    services.close_tournament(tournament.organiser, tournament.pk, NOW)
    chance = random.Random(6)
    entry = tournament.entries.get()
    for begin, deals in (
        (lambda: start_practice(user, tournament.pk, NOW), 2),
        (lambda: start_what_if(user, tournament.pk, 2, entry.pk, 0, NOW), 1),
        (lambda: start_what_if(user, tournament.pk, 1, entry.pk, 2, NOW), 1),
    ):
        place = PracticePlace(user, tournament.pk, begin())
        table = view_table(place, NOW)
        while not table["finished"]:
            table = play_act(place, table["ply"], chance.choice(choices(table)), NOW)["table"]
        assert len(table["sheet"]) == deals
    assert play_line(tournament.pk, NOW)
    assert check_line(tournament.pk)
