"""The analysis of what has closed: found by query, a board at a time, the same whoever does it and how often."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.cards import trump_name
from engine.solver.solve import solve_board
from tests.concurrency import at_once
from tests.tournaments.staging import (
    DAY,
    NOW,
    boom_of,
    deck_of,
    make_open,
    make_player,
    play_acts,
    play_out,
    random_choice,
    start,
)
from tournaments import selectors, services, tasks
from tournaments.models import Analysis, Attempt, BoardAnalysis, Play, PlayAnalysis, Tournament
from tournaments.selectors.insights import read_progress
from tournaments.selectors.players import get_player
from tournaments.selectors.replays import show_replay
from tournaments.services import analysing
from tournaments.services.analysing import VERSION, analyse_due, analyse_tournament, check_analysis, list_due_analyses

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()
AFTER = NOW + DAY


def make_closed(players: int = 2, boards: int = 3) -> Tournament:
    tournament = make_open(boards=boards)
    for number in range(players):
        play_one(tournament, number)
    return services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")


def play_one(tournament: Tournament, seed: int) -> None:
    play_out(tournament, make_player(), choose=random_choice(seed))


def stored(tournament: Tournament) -> tuple[list, list]:
    """All figures of an analysis."""
    boards = BoardAnalysis.objects.filter(tournament=tournament).order_by("board")
    plays = PlayAnalysis.objects.filter(play__boom__entry__tournament=tournament).order_by("play")
    return list(boards.values_list("board", "version", "best")), list(plays.values_list("play", "top", "decisions"))


def test_only_what_has_closed_is_due():
    running, cancelled = make_open(boards=1), make_open(boards=1)
    for one in (running, cancelled):
        play_one(one, 1)
    services.cancel_tournament(cancelled.organiser, cancelled.pk, "x", NOW)
    closed = make_closed(boards=1)
    assert list_due_analyses() == [closed.pk]
    for one in (running, cancelled):
        assert analyse_tournament(one.pk, NOW) == 0
    assert analyse_due(NOW) == 1
    assert list_due_analyses() == []
    assert set(PlayAnalysis.objects.values_list("play__boom__entry__tournament", flat=True)) == {closed.pk}


def test_every_board_and_every_play_has_its_figures():
    closed = make_closed()
    assert analyse_tournament(closed.pk, NOW) == 3
    boards, plays = stored(closed)
    deck = deck_of(closed)
    for board, version, best in boards:
        values = solve_board(deck.board(board), deck.system)
        assert (version, best) == (VERSION, {trump_name(trump): pips for trump, pips in values.items()})
    assert [pk for pk, _, _ in plays] == sorted(Play.objects.values_list("pk", flat=True))
    for pk, top, decisions in plays:
        row = Play.objects.get(pk=pk)
        acts = row.acts.split()
        assert 0 <= top <= 60
        assert decisions
        assert all(acts[one["place"]] == one["act"] for one in decisions)
        # A decision that gave nothing away was not put to the bot.
        assert all((one["bot"] is None) == (one["best"] == one["value"]) for one in decisions)
        # South deals the first board, and names trump there.
        assert (decisions[0]["kind"] == "trump") == (row.board == 1)


def test_a_second_run_changes_nothing_and_neither_does_another_database_of_the_same_deals():
    closed = make_closed()
    analyse_tournament(closed.pk, NOW)
    before = stored(closed)
    assert analyse_tournament(closed.pk, AFTER) == 0
    assert list(check_analysis(closed.pk)) == []
    BoardAnalysis.objects.all().delete()
    PlayAnalysis.objects.all().delete()
    Analysis.objects.all().delete()
    assert analyse_tournament(closed.pk, AFTER) == 3
    assert stored(closed) == before


def test_killed_in_the_middle_it_goes_on_where_it_was(monkeypatch):
    closed = make_closed()
    write = analysing._write
    written = []

    def fail_on_the_third(row, best, analyses):
        write(row, best, analyses)
        written.append(row.board)
        if len(written) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(analysing, "_write", fail_on_the_third)
    with pytest.raises(KeyboardInterrupt):
        analyse_tournament(closed.pk, NOW)
    monkeypatch.undo()
    progress = read_progress(closed)
    assert (progress.done, progress.total, progress.whole) == (2, 3, False)
    assert list_due_analyses() == [closed.pk]
    assert analyse_tournament(closed.pk, NOW) == 1
    assert read_progress(closed).whole
    assert list(check_analysis(closed.pk)) == []


def test_so_many_boards_at_a_time():
    first, second = make_closed(boards=2), make_closed(boards=2)
    assert [analyse_due(NOW + DAY * day, boards=3) for day in range(3)] == [3, 1, 0]
    assert read_progress(first).whole
    assert read_progress(second).whole


def test_what_a_task_does_not_come_to_costs_it_nothing_and_is_not_counted_as_tried():
    def ask(waiting: int) -> int:
        first = make_closed(players=1, boards=2)
        rest = [make_closed(players=1, boards=1) for _ in range(waiting)]
        Attempt.objects.create(
            job=analysing.JOB, row=rest[-1].pk, attempts=7, first_at=NOW, tried_at=NOW, retry_at=NOW, error="ValueError"
        )
        with CaptureQueriesContext(connection) as queries:
            assert analyse_due(AFTER, boards=1) == 1
        assert Attempt.objects.get().attempts == 7
        for one in (first, *rest):
            analyse_tournament(one.pk, NOW)
        Attempt.objects.all().delete()
        return len(queries)

    assert ask(waiting=1) == ask(waiting=4)


def test_a_new_version_makes_all_figures_again(monkeypatch):
    closed = make_closed(boards=2)
    analyse_tournament(closed.pk, NOW)
    monkeypatch.setattr(analysing, "VERSION", "exact@2")
    assert list_due_analyses() == [closed.pk]
    assert analyse_due(NOW) == 2
    assert set(BoardAnalysis.objects.values_list("version", flat=True)) == {"exact@2"}
    assert list_due_analyses() == []


def test_what_was_meddled_with_is_found_and_mended():
    closed = make_closed(boards=2)
    analyse_tournament(closed.pk, NOW)
    good = stored(closed)
    PlayAnalysis.objects.filter(play__board=2).update(top=61)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("analyse", "--again")
    assert list(check_analysis(closed.pk, mend=True)) == [2]
    assert stored(closed) == good
    call_command("analyse", "--again")


def test_the_command_does_what_is_due(capsys):
    closed = make_closed(boards=2)
    call_command("analyse", f"--tournament={closed.pk}")
    assert "2 deals analysed" in capsys.readouterr().out
    assert read_progress(closed).whole


def test_a_deal_broken_off_at_the_closing_is_analysed_as_far_as_it_came():
    tournament = make_open(boards=2)
    user = start(tournament)
    play_acts(tournament, user, 4)
    closed = services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")
    analyse_tournament(closed.pk, NOW)
    row = boom_of(closed, user).plays.get(board=1)
    places = [one["place"] for one in row.analysis.decisions]
    assert places
    assert max(places) < len(row.acts.split())


def test_the_sweep_starts_the_task_when_something_is_due_and_the_task_goes_on_until_nothing_is(monkeypatch):
    started = []
    monkeypatch.setattr(tasks.analyse, "apply_async", lambda **options: started.append("analyse"))
    monkeypatch.setattr(tasks.play_bot_lines, "apply_async", lambda **options: None)
    tasks.sweep()
    assert started == []
    make_closed(boards=3)
    tasks.sweep()
    assert started == ["analyse"]
    monkeypatch.setattr(tasks.analysing, "analyse_due", lambda now: analyse_due(now, boards=2))
    assert tasks.analyse() == 2
    assert started == ["analyse", "analyse"]
    assert tasks.analyse() == 1
    assert len(started) == 2
    assert tasks.analyse() == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_the_boards_and_come_to_the_same():
    closed = make_closed(boards=4)
    counts = at_once(*[lambda: analyse_tournament(closed.pk, NOW)] * 3)
    assert sum(counts) == 4
    assert read_progress(closed).whole
    # Whoever was last marks it whole; who found the last board held leaves that to the next.
    analyse_due(NOW)
    assert Analysis.objects.get().version == VERSION
    assert list(check_analysis(closed.pk)) == []


# What the pages are told


def test_before_the_closing_nothing_of_it_is_there_to_be_seen():
    tournament = make_open(boards=1)
    play_one(tournament, 1)
    user = tournament.entries.get().user
    deal = selectors.deal_comparison(user, tournament.pk, 1, NOW)
    assert (deal.best, deal.travellers) == ([], None)
    page = selectors.get_result(user, tournament.pk, NOW)
    assert (page.progress, page.matrix) == (None, None)
    assert show_replay(user, tournament.pk, 1, tournament.entries.get().pk, NOW).lines[0].decisions == {}


def test_after_it_the_traveller_holds_share_and_gifts_and_the_replay_each_decision():
    closed = make_closed(boards=2)
    analyse_tournament(closed.pk, NOW)
    deal = selectors.deal_comparison(NOBODY, closed.pk, 2, AFTER)
    assert sorted(one.points for one in deal.best)[::-1] == [one.points for one in deal.best]
    assert len(deal.best) == 5
    for row in deal.travellers:
        play = Play.objects.get(boom__entry=row.entry_id, board=2)
        decisions = play.analysis.decisions
        if play.analysis.top:
            assert row.share == pytest.approx(100 * play.pips_we / play.analysis.top)
        else:
            assert row.share is None, "there is no part of nothing"
        assert row.given == sum(one["best"] - one["value"] for one in decisions)
        line = show_replay(NOBODY, closed.pk, 2, row.entry_id, AFTER).lines[0]
        assert {place: one.given for place, one in line.decisions.items()} == {
            one["place"]: one["best"] - one["value"] for one in decisions
        }


def test_the_result_sums_up_a_players_deals_once_the_analysis_is_whole():
    closed = make_closed(boards=2)
    analyse_tournament(closed.pk, NOW, boards=1)
    page = selectors.get_result(NOBODY, closed.pk, AFTER)
    assert (page.progress.done, page.progress.total) == (1, 2)
    assert {row.summary for row in page.matrix.rows} == {None}
    analyse_tournament(closed.pk, NOW)
    for row in selectors.get_result(NOBODY, closed.pk, AFTER).matrix.rows:
        plays = list(Play.objects.filter(boom__entry=row.standing.entry_id).select_related("analysis"))
        pips, tops = sum(one.pips_we for one in plays), sum(one.analysis.top for one in plays)
        assert row.summary.share == pytest.approx(100 * pips / tops)
        cards = [one for play in plays for one in play.analysis.decisions if one["kind"] == "card"]
        assert row.summary.given == sum(one["best"] - one["value"] for one in cards) / 2
        every = [one for play in plays for one in play.analysis.decisions if one["bot"] is not None]
        assert row.summary.mistakes == sum(one["bot_value"] > one["value"] for one in every)


def test_trump_habits_tell_how_often_the_best_was_named():
    closed = make_closed(boards=5)
    player = closed.entries.order_by("pk")[0].user
    assert all(habit.analysed == 0 for habit in get_player(NOBODY, player.pk, AFTER).habits)
    analyse_tournament(closed.pk, NOW)
    habits = get_player(NOBODY, player.pk, AFTER).habits
    chosen = [
        play.analysis.decisions[0]
        for play in Play.objects.filter(boom__entry__user=player, board__in=(1, 5), finished_at__isnull=False)
    ]
    assert sum(habit.analysed for habit in habits) == len(chosen) > 0
    assert sum(habit.best for habit in habits) == sum(one["best"] == one["value"] for one in chosen)
