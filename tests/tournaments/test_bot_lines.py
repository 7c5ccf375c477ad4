"""The bot as South: played once a tournament has closed, from the cards alone, beside the list and never in it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command

from engine.bots import decide
from engine.view import view_play
from tests.concurrency import at_once
from tests.tournaments.staging import NOW, deck_of, make_open, make_player, play_out, random_choice
from tournaments import selectors, services, tasks
from tournaments.models import Boom, Play, Practice, Tournament
from tournaments.records import PLAYER
from tournaments.selectors.results import get_result
from tournaments.services import bot_lines
from tournaments.services.bot_lines import BOT, check_line, list_due_lines, play_line, play_lines_due

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def make_closed(boards: int = 2, players: int = 2) -> Tournament:
    tournament = make_open(boards=boards)
    for number in range(players):
        play_out(tournament, make_player(), choose=random_choice(number))
    services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")
    return Tournament.objects.get(pk=tournament.pk)


def stored(tournament: Tournament) -> list[tuple]:
    rows = Play.objects.filter(boom__practice__tournament=tournament).exclude(boom__practice__bot="")
    return list(rows.order_by("board").values_list("boom", "board", "acts", "points_we", "points_they"))


def test_only_what_has_closed_and_was_played_is_due():
    running, cancelled = make_open(boards=1), make_open(boards=1)
    for one in (running, cancelled):
        play_out(one, make_player())
    services.cancel_tournament(cancelled.organiser, cancelled.pk, "x", NOW)
    empty = make_open(boards=1)
    services.close_tournament(empty.organiser, empty.pk, NOW, "klaar")
    closed = make_closed(boards=1)
    assert list_due_lines() == [closed.pk]
    assert not any(play_line(one.pk, NOW) for one in (running, cancelled, empty))
    assert play_lines_due(NOW) == 1
    assert set(Practice.objects.values_list("tournament", flat=True)) == {closed.pk}


def test_every_card_is_the_strongest_bots_or_the_tournaments_own():
    closed = make_closed()
    assert play_line(closed.pk, NOW)
    deck = deck_of(closed)
    for row in Play.objects.filter(boom__practice__bot=BOT):
        play = deck.rebuild_start(row, 0)
        for act in row.acts.split():
            bot = BOT if play.to_act == PLAYER else closed.bots
            assert decide(bot, view_play(play, play.to_act), deck.bots_key(row.board)) == act
            play.perform(act)


def test_a_second_run_changes_nothing_and_the_same_is_made_anew():
    closed = make_closed()
    assert play_line(closed.pk, NOW)
    before = stored(closed)
    assert not play_line(closed.pk, NOW)
    assert play_lines_due(NOW) == 0
    assert stored(closed) == before
    Practice.objects.all().delete()
    assert play_lines_due(NOW) == 1
    assert [row[1:] for row in stored(closed)] == [row[1:] for row in before]


def test_killed_half_way_nothing_is_left_and_it_is_due_again(monkeypatch):
    closed = make_closed()
    decided = []

    def die(*args):
        decided.append(args)
        if len(decided) == 5:
            raise KeyboardInterrupt
        return decide(*args)

    with monkeypatch.context() as patch:
        patch.setattr(bot_lines, "decide", die)
        with pytest.raises(KeyboardInterrupt):
            play_line(closed.pk, NOW)
    assert not Practice.objects.exists()
    assert list_due_lines() == [closed.pk]
    assert play_line(closed.pk, NOW)


@pytest.mark.django_db(transaction=True)
def test_two_workers_write_one():
    closed = make_closed(boards=1)
    assert sorted(map(bool, at_once(*[lambda: play_line(closed.pk, NOW)] * 2))) == [False, True]
    assert Practice.objects.count() == Boom.objects.filter(practice__isnull=False).count() == 1


def test_another_version_of_the_bot_takes_the_place_of_the_old_line(monkeypatch):
    closed = make_closed(boards=1)
    assert play_line(closed.pk, NOW)
    old = Practice.objects.get()
    monkeypatch.setattr(bot_lines, "BOT", "rulebook@1")
    assert list_due_lines() == [closed.pk]
    assert play_line(closed.pk, NOW)
    new = Practice.objects.get()
    assert (old.bot, new.bot) == (BOT, "rulebook@1")
    assert new.pk != old.pk


def test_the_task_plays_what_is_due_and_the_sweep_starts_it(monkeypatch):
    closed = make_closed(boards=1)
    asked = []
    monkeypatch.setattr(tasks.play_bot_lines, "apply_async", lambda *args, **kwargs: asked.append(kwargs))
    monkeypatch.setattr(tasks.analyse, "apply_async", lambda *args, **kwargs: None)
    tasks.sweep()
    assert len(asked) == 1
    assert tasks.play_bot_lines() == 1
    assert len(stored(closed)) == 1
    tasks.sweep()
    assert len(asked) == 1


def test_the_command_makes_it_and_finds_a_line_that_is_not_the_bots(capsys):
    closed = make_closed(boards=1)
    call_command("analyse")
    before = stored(closed)
    assert before
    call_command("analyse", again=True)
    assert "0 differences" in capsys.readouterr().out
    row = Play.objects.get(boom__practice__bot=BOT)
    acts = row.acts.split()
    Play.objects.filter(pk=row.pk).update(acts=" ".join([*acts[:-4], acts[-1], *acts[-4:-1]]))
    with pytest.raises(CommandError, match="1 differences"):
        call_command("analyse", again=True)
    call_command("analyse", again=True, mend=True)
    assert check_line(closed.pk)
    assert [one[2] for one in stored(closed)] == [one[2] for one in before]


def test_everyone_sees_it_beside_the_list_and_it_counts_for_nothing():
    closed = make_closed()

    def look():
        page = get_result(NOBODY, closed.pk, NOW)
        deal = selectors.deal_comparison(NOBODY, closed.pk, 1, NOW)
        rows = [(row.standing, row.cells) for row in page.matrix.rows]
        return page.standings, rows, page.matrix.columns, page.matrix.notable, deal.travellers, deal.mean, deal.trumps

    before = look()
    play_line(closed.pk, NOW)
    assert look() == before
    (row,) = get_result(NOBODY, closed.pk, NOW).matrix.beside
    boom = Boom.objects.get(practice__bot=BOT)
    assert (row.bot, row.score, row.ended) == (BOT, boom.total_we - boom.total_they, boom.deals)
    (one,) = selectors.deal_comparison(NOBODY, closed.pk, 1, NOW).beside
    assert one.deals == [deal for deal in row.deals if deal.board == 1]


def test_its_figures_follow_from_the_acts(capsys):
    play_line(make_closed().pk, NOW)
    call_command("rebuild")
    assert "0 differences" in capsys.readouterr().out
