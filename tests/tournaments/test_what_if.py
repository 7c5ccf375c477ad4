"""What-if: one deal of a closed tournament played on from a moment of somebody's playing, for oneself alone."""

import pytest

from tests.tournaments.practice_staging import entry_of, make_closed, play, shown
from tests.tournaments.staging import (
    NOW,
    acts_of,
    last_choice,
    make_player,
    refusal,
)
from tournaments import selectors
from tournaments.models import Boom, Play, Practice
from tournaments.selectors.practice import describe_what_if
from tournaments.selectors.results import get_result
from tournaments.services.practising import start_what_if

pytestmark = pytest.mark.django_db


def test_a_what_if_plays_one_deal_from_the_moment_on():
    player, other = make_player(), make_player()
    tournament = make_closed(other)
    entry = entry_of(tournament, other)
    acts = acts_of(tournament, other)[1].split()
    practice = start_what_if(player, tournament.pk, 2, entry, 9, NOW)
    # Bots are pure: up to South's next turn they play what they played.
    so_far = Play.objects.get(boom__practice=practice).acts.split()
    assert len(so_far) >= 9
    assert so_far == acts[: len(so_far)]
    assert describe_what_if(player, practice).gain is None
    table = play(player, tournament, practice, last_choice)
    assert table["finished"]
    (row,) = Play.objects.filter(boom__practice=practice)
    assert row.board == 2
    end = describe_what_if(player, practice)
    played = next(cell for cell in get_result(player, tournament.pk, NOW).matrix.rows[0].cells if cell.board == 2)
    assert (end.name, end.is_me, end.entry_id, end.moment) == (other.display_name, False, entry, 9)
    assert end.played == played.difference
    assert end.gain == end.difference - end.played
    assert end.pips == (row.pips_we, row.pips_they)


def test_a_what_if_that_changes_nothing_brings_exactly_as_much():
    player = make_player()
    tournament = make_closed(player)
    for board, text in enumerate(acts_of(tournament, player), start=1):
        acts = text.split()
        practice = start_what_if(player, tournament.pk, board, entry_of(tournament, player), 7, NOW)

        def as_played(table, acts=acts, practice=practice):
            return acts[len(Play.objects.get(boom__practice=practice).acts.split())]

        play(player, tournament, practice, as_played)
        assert describe_what_if(player, practice).gain == 0


def test_a_what_if_stands_nowhere_beside_the_field():
    player = make_player()
    tournament = make_closed(player)
    play(player, tournament, start_what_if(player, tournament.pk, 1, entry_of(tournament, player), 0, NOW))
    assert shown(player, tournament) == []
    assert selectors.deal_comparison(player, tournament.pk, 1, NOW).beside == []


def test_the_same_what_if_again_goes_on_and_another_takes_its_place():
    player = make_player()
    tournament = make_closed(player)
    entry = entry_of(tournament, player)
    first = start_what_if(player, tournament.pk, 1, entry, 5, NOW)
    play(player, tournament, first, acts=1)
    assert start_what_if(player, tournament.pk, 1, entry, 5, NOW) == first
    second = start_what_if(player, tournament.pk, 1, entry, 6, NOW)
    assert second != first
    play(player, tournament, second)
    assert start_what_if(player, tournament.pk, 1, entry, 6, NOW) != second
    assert Practice.objects.count() == Boom.objects.filter(practice__isnull=False).count() == 1


def test_there_is_no_what_if_of_what_is_over_or_was_never_played():
    player = make_player()
    tournament = make_closed(player)
    entry = entry_of(tournament, player)
    assert refusal(lambda: start_what_if(player, tournament.pk, 1, entry, 99, NOW)).code == "deal_over"
    assert refusal(lambda: start_what_if(player, tournament.pk, 9, entry, 1, NOW)).code == "no_board"
    other = make_closed()
    assert refusal(lambda: start_what_if(player, other.pk, 1, entry, 1, NOW)).code == "no_board"
