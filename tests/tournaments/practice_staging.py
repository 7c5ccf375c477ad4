"""Booms that are practised, on the cards of a tournament that has closed."""

from tests.tournaments.staging import (
    NOW,
    Choose,
    first_choice,
    make_open,
    make_player,
    play_out,
    random_choice,
)
from tournaments import services
from tournaments.models import Tournament
from tournaments.selectors.places import PracticePlace
from tournaments.selectors.results import get_result
from tournaments.selectors.table import view_table
from tournaments.services.playing import play_act
from tournaments.services.practising import start_practice

BOARDS = 3


def make_closed(*players, boards: int = BOARDS) -> Tournament:
    tournament = make_open(boards=boards)
    for number, player in enumerate(players or (make_player(), make_player())):
        play_out(tournament, player, choose=random_choice(number))
    if Tournament.objects.get(pk=tournament.pk).state == "open":
        services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")
    return Tournament.objects.get(pk=tournament.pk)


def practise(user, tournament, choose: Choose = first_choice, acts: int = 10_000) -> int:
    """Begin to practise or go on, do so many acts, and give the practice."""
    practice = start_practice(user, tournament.pk, NOW)
    play(user, tournament, practice, choose, acts)
    return practice


def play(user, tournament, practice: int, choose: Choose = first_choice, acts: int = 10_000) -> dict:
    place = PracticePlace(user, tournament.pk, practice)
    table = view_table(place, NOW)
    for _ in range(acts):
        if table["finished"]:
            break
        table = play_act(place, table["ply"], choose(table), NOW)["table"]
    return table


def entry_of(tournament, user) -> int:
    return tournament.entries.get(user=user).pk


def shown(user, tournament):
    """His practices as they stand beside the field on the list."""
    return get_result(user, tournament.pk, NOW).matrix.beside
