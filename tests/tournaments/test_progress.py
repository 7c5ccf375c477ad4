"""How far everyone is, for the organiser: who is stuck, and nothing of what the cards brought."""

from dataclasses import fields

import pytest

from tests.tournaments import staging
from tests.tournaments.staging import HOUR, NOW, make_open, make_player, refusal
from tournaments import services
from tournaments.models import EntryState
from tournaments.selectors.progress import ProgressRow, list_progress

pytestmark = pytest.mark.django_db


def rows_at(tournament, now):
    return {row.name: row for row in list_progress(tournament.organiser, tournament.pk, now)}


def test_who_leads_sees_who_has_not_begun_who_is_idle_and_who_is_done():
    tournament = make_open(boards=2, closes_at=NOW + 100 * HOUR)
    idle, busy, done = (make_player(name) for name in ("Idel", "Bezig", "Klaar"))
    staging.enter(tournament, idle)
    staging.start(tournament, busy)
    staging.play_acts(tournament, busy, 9)
    staging.play_out(tournament, done)
    rows = rows_at(tournament, NOW + HOUR)
    assert {name: (row.state, row.deals) for name, row in rows.items()} == {
        "Bezig": (EntryState.PLAYING, 1),
        "Idel": (EntryState.ENTERED, 0),
        "Klaar": (EntryState.FINISHED, 2),
    }
    assert list(rows) == ["Bezig", "Idel", "Klaar"]
    assert not any(row.stuck for row in rows.values())
    assert [row.name for row in rows_at(tournament, NOW + 24 * HOUR).values() if row.stuck] == ["Bezig", "Idel"]
    over = rows_at(tournament, NOW + 101 * HOUR)
    assert not any(row.stuck for row in over.values())


def test_close_to_the_end_everyone_who_has_not_finished_counts_as_stuck_but_no_one_who_is_out():
    tournament = make_open()
    player, out = make_player("Laat"), make_player("Weg")
    staging.enter(tournament, player, out)
    entry = tournament.entries.get(user=out)
    services.disqualify_entry(tournament.organiser, tournament.pk, entry.pk, "Zomaar", NOW)
    rows = rows_at(tournament, NOW + 13 * HOUR)
    assert (rows["Laat"].stuck, rows["Weg"].stuck) == (True, False)


def test_it_is_for_who_leads_and_tells_nothing_of_cards_or_points():
    tournament = make_open()
    for user in (make_player(), staging.make_organiser()):
        assert refusal(lambda user=user: list_progress(user, tournament.pk, NOW)).code == "not_organiser"
    assert {field.name for field in fields(ProgressRow)}.isdisjoint({"total", "score", "pips", "acts", "hand", "carry"})


@pytest.mark.parametrize("players", [2, 8])
def test_its_queries_do_not_grow_with_the_players(players, django_assert_num_queries):
    tournament = make_open()
    for _ in range(players):
        staging.start(tournament)
    with django_assert_num_queries(4):
        list_progress(tournament.organiser, tournament.pk, NOW)
