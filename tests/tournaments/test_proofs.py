"""The proof of a tournament as it is published: it holds, it names nobody, and it comes when the secret may."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.proof import parse_proof, write_proof
from engine.verification import verify_proof
from tests.tournaments.staging import (
    DAY,
    NOW,
    enter,
    make_announced,
    make_draft,
    make_open,
    make_player,
    play_acts,
    play_out,
    random_choice,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import Entry, Play
from tournaments.selectors.proofs import list_numbers

pytestmark = pytest.mark.django_db


def prove(tournament, user=None, now=NOW):
    """The proof as a reader gets it, read again from its bytes."""
    return parse_proof(write_proof(selectors.read_proof(user or make_player(), tournament.pk, now)))


def close(tournament):
    services.close_tournament(tournament.organiser, tournament.pk, NOW)


def make_played(**fields):
    """A closed tournament in which every kind of entry stands: ranked, unfinished, not begun, out of competition."""
    tournament = make_open(boards=2, **fields)
    for seed in range(3):
        play_out(tournament, make_player(f"Naam van {seed}"), choose=random_choice(seed))
    play_out(tournament, tournament.organiser)
    late, never = make_player(), make_player()
    enter(tournament, never)
    start(tournament, late)
    play_acts(tournament, late, 5)
    close(tournament)
    return tournament


@pytest.mark.parametrize("bots", ["rulebook@1", "random@1"])
def test_the_proof_of_a_played_tournament_holds_and_has_its_list(bots):
    tournament = make_played(bots=bots)
    proof = prove(tournament)
    assert verify_proof(proof, tournament.commitment).fault is None
    assert [entry["entry"] for entry in proof["entries"]] == [1, 2, 3, 4, 5, 11]
    rows = selectors.standings(make_player(), tournament.pk, NOW)
    assert [(row["rank"], row["score"], row["status"]) for row in proof["list"]] == [
        (row.rank, row.score, row.status) for row in rows
    ]
    assert {row["status"] for row in proof["list"]} == {"ranked", "unfinished", "out"}


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("whisthub", {}),
        ("malilla", {}),
        ("manillen61", {"doubling": 1, "cap": 8}),
        ("manilj", {"pass_round": 1, "partner_blind": 0, "forced_no_trump": 1}),
        ("site", {"blind_no_trump": 1, "doubling": 1, "losers_lose": 1}),
        ("site", {"fixed_deals": 2}),
    ],
)
def test_the_proof_of_every_system_holds(system, options):
    tournament = make_played(system=system, options=options)
    assert verify_proof(prove(tournament), tournament.commitment).fault is None


def test_it_names_nobody_and_is_the_same_for_everyone():
    tournament = make_played()
    data = write_proof(selectors.read_proof(make_player(), tournament.pk, NOW))
    for name in Entry.objects.values_list("user__display_name", flat=True):
        assert name.encode() not in data
    assert write_proof(selectors.read_proof(tournament.organiser, tournament.pk, NOW)) == data
    assert dict(list_numbers(tournament.pk, tournament.capacity))[11] == tournament.organiser.display_name


def test_a_card_or_a_figure_that_was_changed_in_the_database_is_found():
    tournament = make_played()
    row = Play.objects.filter(boom__entry__number=2, board=1)
    row.update(points_we=29)
    fault = verify_proof(prove(tournament)).fault
    assert (fault.entry, fault.board, fault.rule) == (2, 1, "A7")
    play = row.get()
    acts = play.acts.split()
    acts[1], acts[5] = acts[5], acts[1]
    row.update(acts=" ".join(acts))
    assert (verify_proof(prove(tournament)).fault.entry, verify_proof(prove(tournament)).fault.board) == (2, 1)


def test_a_disqualification_stands_in_it():
    tournament = make_played()
    cheat = Entry.objects.get(tournament=tournament, number=1)
    services.disqualify_entry(tournament.organiser, tournament.pk, cheat.pk, "twee accounts", NOW)
    proof = prove(tournament)
    assert verify_proof(proof).fault is None
    assert proof["list"][-1] == {**proof["list"][-1], "entry": 1, "rank": None, "status": "disqualified"}
    assert "twee accounts" not in write_proof(proof).decode()


def test_it_is_hidden_until_the_tournament_closes_from_everyone():
    tournament, player = make_open(boards=1), make_player()
    play_out(tournament, player)
    for user in (player, tournament.organiser, make_player()):
        assert refusal(lambda user=user: selectors.read_proof(user, tournament.pk, NOW)).code == "proof_hidden"
    # A closing time that has passed closes it, whether or not the sweep has been by.
    assert verify_proof(prove(tournament, player, NOW + 2 * DAY)).fault is None


def test_a_draft_has_none_for_anybody_else_nor_for_its_organiser():
    draft = make_draft()
    assert refusal(lambda: selectors.read_proof(make_player(), draft.pk, NOW)).code == "no_tournament"
    assert refusal(lambda: selectors.read_proof(draft.organiser, draft.pk, NOW)).code == "proof_hidden"
    services.cancel_tournament(draft.organiser, draft.pk, "regen", NOW)
    assert refusal(lambda: selectors.read_proof(draft.organiser, draft.pk, NOW)).code == "proof_hidden"


def test_a_cancelled_tournament_publishes_its_cards_and_nobodys_play():
    tournament = make_open(boards=2)
    play_out(tournament, make_player())
    services.cancel_tournament(tournament.organiser, tournament.pk, "regen", NOW)
    proof = prove(tournament)
    assert (proof["entries"], proof["list"], len(proof["deals"])) == ([], None, 2)
    assert verify_proof(proof, tournament.commitment).fault is None


def test_an_ingredient_stands_in_it_and_in_every_deal():
    tournament = make_open(boards=1, ingredient="slotkoers Bel 20 van 2 maart")
    services.enter_ingredient(tournament.organiser, tournament.pk, "4123,5", NOW)
    play_out(tournament, make_player())
    close(tournament)
    proof = prove(tournament)
    assert proof["ingredient"] == "4123,5"
    assert verify_proof(proof).fault is None
    proof["ingredient"] = "4123,6"
    assert verify_proof(proof).fault.part == "deals"


@pytest.mark.parametrize("played", [True, False])
def test_without_its_ingredient_it_has_no_deals(played):
    tournament = make_announced(boards=1, ingredient="slotkoers")
    enter(tournament, make_player())
    if played:
        services.open_tournament(tournament.organiser, tournament.pk, NOW)
        close(tournament)
    else:
        services.cancel_tournament(tournament.organiser, tournament.pk, "regen", NOW + timedelta(hours=1))
    proof = prove(tournament)
    assert (proof["deals"], proof["ingredient"]) == ([], None)
    assert verify_proof(proof).fault is None


def test_ten_entries_ask_as_much_as_two():
    def count(players):
        tournament = make_open(boards=1)
        play_out(tournament, *(make_player() for _ in range(players)))
        if players < 10:
            close(tournament)
        reader = make_player()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            selectors.read_proof(reader, tournament.pk, NOW)
        return len(queries)

    assert count(10) == count(2) <= 6
