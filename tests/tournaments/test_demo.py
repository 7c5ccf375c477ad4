"""The demonstration: what a newcomer finds, however often it is made; and computing all figures again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from tests.tournaments.staging import make_open, play_acts, play_out, start
from tournaments import selectors
from tournaments.models import Boom, EntryState, Play, State, Tournament
from tournaments.selectors.daily_lists import view_podium

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
    Boom.objects.update(total_we=7, carry=4)
    with pytest.raises(CommandError, match="1 booms, 3 differences"):
        run("rebuild")
    assert f"board 1: pips_we is {right + 1}, the acts give {right}" in run("rebuild", mend=True)
    play.refresh_from_db()
    assert play.pips_we == right
    assert run("rebuild") == "1 booms, 0 differences\n"
