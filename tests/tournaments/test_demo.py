"""The demonstration: what a newcomer finds, however often it is made; and computing all figures again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from tests.tournaments.free_staging import write_boom
from tests.tournaments.staging import NOW, make_open, make_player, play_acts, play_out, start
from tournaments import selectors
from tournaments.days import ONE_DAY, day_of
from tournaments.models import Boom, DailyList, DailyRow, EntryState, FreePlay, Play, State, Tournament
from tournaments.selectors.daily_lists import view_podium
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.rebuilding import check_daily_lists

pytestmark = pytest.mark.django_db


def run(name: str, **options: object) -> str:
    out = StringIO()
    call_command(name, stdout=out, **options)
    return out.getvalue()


def test_the_demo_has_a_finished_tournament_of_ten_and_one_with_a_place_left_however_often_it_is_made():
    printed = run("demo", boards=1)
    open_now, finished = Tournament.objects.order_by("pk")
    assert open_now.state == State.OPEN
    assert finished.state == State.FINAL
    assert list(open_now.entries.values_list("state", flat=True)) == [EntryState.FINISHED] * 9
    assert list(finished.entries.values_list("state", flat=True)) == [EntryState.FINISHED] * 10
    assert all(user.is_demo for user in User.objects.all())
    first_deal = Play.objects.filter(boom__entry__tournament=finished, board=1)
    # How many differ hangs on the cards, which are new each time; that all ten play alike does not happen.
    assert len(set(first_deal.values_list("acts", flat=True))) > 1

    password = printed.split("password ")[1].split()[0]
    emails = [word for word in printed.split() if "@" in word]
    assert len(emails) == 11
    assert all(User.objects.get(email=email).check_password(password) for email in emails)

    assert printed.split("still to play:")[1].split()[0] == "jef@demo.example"

    rows = selectors.standings(User.objects.get(email="an@demo.example"), open_now.pk, timezone.now())
    assert rows[0].rank == 1
    assert len(rows) == 9
    assert len(view_podium(timezone.now())[1]) == 3

    before = (User.objects.count(), Tournament.objects.count(), Play.objects.count())
    again = run("demo", boards=1)
    assert (User.objects.count(), Tournament.objects.count(), Play.objects.count()) == before
    assert printed.endswith(again)


def test_rebuild_finds_every_figure_in_its_place():
    tournament = make_open(boards=2)
    play_out(tournament, start(tournament))
    play_acts(tournament, start(tournament), 12)
    assert run("rebuild") == "2 booms, 0 differences\n"
    assert run("rebuild", tournament=tournament.pk + 1) == "0 booms, 0 differences\n"


def test_rebuild_reports_and_mends_a_figure_that_the_acts_do_not_give():
    tournament = make_open(boards=2)
    play_out(tournament, start(tournament))
    play = Play.objects.get(board=1)
    right = play.pips_we
    Play.objects.filter(pk=play.pk).update(pips_we=right + 1)
    Boom.objects.update(total_we=F("total_we") + 7, carry=F("carry") + 4)
    with pytest.raises(CommandError, match="1 booms, 3 differences"):
        run("rebuild")
    assert f"board 1: pips_we is {right + 1}, the acts give {right}" in run("rebuild", mend=True)
    play.refresh_from_db()
    assert play.pips_we == right
    assert run("rebuild") == "1 booms, 0 differences\n"


def test_rebuild_reports_a_fixed_daily_list_that_its_booms_do_not_give_and_leaves_it():
    first, second, gone = (make_player() for _ in range(3))
    day = day_of(NOW)
    for user, score in ((first, 10), (first, -4), (second, 6), (gone, 50)):
        write_boom(user, day, score)
    late = write_boom(second, day, 99, counts=False)
    fix_daily_lists(NOW + 2 * ONE_DAY)
    gone.delete()
    assert list(check_daily_lists()) == []
    DailyRow.objects.filter(user_id=first.pk).update(booms=1, rank=3)
    FreePlay.objects.filter(pk=late.pk).update(counts=True)
    DailyList.objects.filter(day=day).update(players=4)
    told = {(one.where, one.field, one.stored, one.computed) for one in check_daily_lists()}
    name = f"list of {day}"
    assert told == {
        (name, "players", 4, 3),
        (name, "booms", 4, 3),
        (f"{name}, user {first.pk}", "booms", 1, 2),
        (f"{name}, user {first.pk}", "rank", 3, 2),
        (f"{name}, user {second.pk}", "booms", 1, 2),
        (f"{name}, user {second.pk}", "total", 6, 105),
        (f"{name}, user {second.pk}", "best", 6, 99),
    }
    DailyRow.objects.filter(user_id=second.pk).delete()
    assert (f"{name}, user {second.pk}", "booms", 0, 2) in {
        (one.where, one.field, one.stored, one.computed) for one in check_daily_lists()
    }
    Boom.objects.all().delete()
    assert f"{name}, user {second.pk}: booms is 0, the acts give 2" in run("rebuild", mend=True)
    assert not DailyRow.objects.filter(user_id=second.pk).exists()
