"""Practice: on the cards of a closed tournament, against the same bots, for oneself alone, never ranked."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.concurrency import at_once
from tests.tournaments.practice_staging import BOARDS, entry_of, make_closed, play, practise, shown
from tests.tournaments.staging import (
    DAY,
    NOW,
    acts_of,
    first_choice,
    last_choice,
    make_open,
    make_player,
    play_out,
    random_choice,
    refusal,
)
from tournaments import selectors, services
from tournaments.models import Boom, DailyRow, FreePlay, Play, Practice
from tournaments.selectors.daily_lists import list_scores
from tournaments.selectors.places import Owner, PracticePlace
from tournaments.selectors.players import get_player
from tournaments.selectors.results import get_result
from tournaments.selectors.table import view_table
from tournaments.services.advancing import advance_boom
from tournaments.services.playing import play_act
from tournaments.services.practising import give_up_practice, start_practice, start_what_if

pytestmark = pytest.mark.django_db


def test_the_cards_and_the_bots_are_those_of_the_tournament():
    player = make_player()
    tournament = make_closed(player)
    texts = acts_of(tournament, player)
    other = make_player()
    practice = start_practice(other, tournament.pk, NOW)

    def as_played(table):
        row = Boom.objects.get(practice=practice).plays.get(board=table["board"])
        return texts[row.board - 1].split()[len(row.acts.split())]

    play(other, tournament, practice, as_played)
    assert list(Play.objects.filter(boom__practice=practice).order_by("board").values_list("acts", flat=True)) == texts


def test_who_practises_sees_his_own_hand_alone():
    player = make_player()
    tournament = make_closed()
    table = view_table(PracticePlace(player, tournament.pk, start_practice(player, tournament.pk, NOW)), NOW)
    assert len(table["hand"]) == 8
    assert table["last_deal"] is None
    assert "hands" not in table


@pytest.mark.parametrize("kind", ["practice", "what-if"])
def test_not_before_the_closing(kind):
    player = make_player()
    tournament = make_open(boards=BOARDS)
    play_out(tournament, player)
    entry = entry_of(tournament, player)

    def begin(user):
        if kind == "practice":
            return start_practice(user, tournament.pk, NOW)
        return start_what_if(user, tournament.pk, 1, entry, 5, NOW)

    for user in (player, make_player(), tournament.organiser):
        assert refusal(lambda user=user: begin(user)).code == "not_closed_yet"
    assert refusal(lambda: begin(AnonymousUser())).code == "login_required"
    services.cancel_tournament(tournament.organiser, tournament.pk, "x", NOW)
    assert refusal(lambda: begin(player)).code == "not_closed_yet"
    assert not Practice.objects.exists()


def test_a_passed_closing_time_is_enough():
    tournament = make_open(boards=1)
    play_out(tournament, make_player())
    assert start_practice(make_player(), tournament.pk, NOW + 2 * DAY)


def test_never_ranked_and_in_no_figure_of_others():
    ours, theirs = make_player(), make_player()
    tournament = make_closed(ours, theirs)

    def look(user):
        page = get_result(user, tournament.pk, NOW)
        deals = [selectors.deal_comparison(user, tournament.pk, board, NOW) for board in range(1, BOARDS + 1)]
        return (
            page.standings,
            [(row.standing, row.cells, row.scores) for row in page.matrix.rows],
            page.matrix.columns,
            page.matrix.notable,
            [(deal.travellers, deal.trumps, deal.mean) for deal in deals],
            selectors.list_deals(user, tournament.pk, NOW),
            get_player(user, ours.pk, NOW),
        )

    before = look(ours), look(theirs)
    practise(ours, tournament, last_choice)
    practise(ours, tournament, first_choice)
    assert (look(ours), look(theirs)) == before


def test_never_in_the_day_list_nor_among_free_play():
    player = make_player()
    tournament = make_closed()
    practise(player, tournament)
    services.run_due(NOW + 2 * DAY)
    assert not DailyRow.objects.exists()
    assert not FreePlay.objects.exists()
    assert list_scores(Owner(user_id=player.pk)) == []


def test_it_stands_beside_the_field_for_the_player_alone():
    player, other = make_player(), make_player()
    tournament = make_closed(other, make_player())
    practice = practise(player, tournament)
    (row,) = shown(player, tournament)
    rows = list(Play.objects.filter(boom__practice=practice).order_by("board"))
    assert [one.board for one in row.deals] == [one.board for one in rows]
    assert (row.practice_id, row.bot, row.score) == (
        practice,
        "",
        Boom.objects.get(practice=practice).total_we - Boom.objects.get(practice=practice).total_they,
    )
    field = [
        cell.difference
        for line in get_result(None or player, tournament.pk, NOW).matrix.rows
        for cell in line.cells
        if cell.board == 1
    ]
    assert row.deals[0].delta == pytest.approx(row.deals[0].figures.difference - sum(field) / len(field))
    deal = selectors.deal_comparison(player, tournament.pk, 1, NOW)
    assert [one.deals[0] for one in deal.beside] == [row.deals[0]]
    for viewer in (other, tournament.organiser, AnonymousUser()):
        assert shown(viewer, tournament) == []
        assert selectors.deal_comparison(viewer, tournament.pk, 1, NOW).beside == []


def test_others_can_neither_see_nor_play_nor_end_it():
    player, other = make_player(), make_player()
    tournament, elsewhere = make_closed(), make_closed()
    practice = practise(player, tournament, acts=2)
    before = Play.objects.get(boom__practice=practice).acts
    for who, where in ((other, tournament), (AnonymousUser(), tournament), (player, elsewhere)):
        place = PracticePlace(who, where.pk, practice)
        assert refusal(lambda place=place: view_table(place, NOW)).code == "no_practice"
        assert refusal(lambda place=place: play_act(place, 3, "H", NOW)).code == "no_practice"
        give_up_practice(who, where.pk, practice)
    assert Play.objects.get(boom__practice=practice).acts == before


def test_as_often_as_one_likes_the_latest_three_are_shown():
    player = make_player()
    tournament = make_closed(boards=1)
    practices = [practise(player, tournament, random_choice(number)) for number in range(5)]
    assert len(set(practices)) == 5
    assert [row.practice_id for row in shown(player, tournament)] == practices[:1:-1]


def test_who_begins_again_while_one_goes_on_gets_that_one():
    player = make_player()
    tournament = make_closed()
    first = practise(player, tournament, acts=3)
    assert start_practice(player, tournament.pk, NOW) == first
    assert Boom.objects.filter(practice__user=player).count() == 1
    assert start_practice(player, make_closed().pk, NOW) != first


@pytest.mark.django_db(transaction=True)
def test_two_tabs_begin_one():
    player = make_player()
    tournament = make_closed()
    entry = entry_of(tournament, tournament.entries.first().user)
    begun = at_once(*[lambda: start_practice(player, tournament.pk, NOW)] * 4)
    assert len(set(begun)) == 1
    tried = at_once(*[lambda: start_what_if(player, tournament.pk, 1, entry, 6, NOW)] * 4)
    assert len(set(tried)) == 1
    assert Practice.objects.count() == 2


def test_the_database_allows_one_in_progress():
    player = make_player()
    tournament = make_closed()
    start_practice(player, tournament.pk, NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        Practice.objects.create(user=player, tournament=tournament)


def test_the_same_act_again_is_done_once():
    player = make_player()
    tournament = make_closed()
    place = PracticePlace(player, tournament.pk, start_practice(player, tournament.pk, NOW))
    table = view_table(place, NOW)
    first = play_act(place, table["ply"], first_choice(table), NOW)
    assert play_act(place, table["ply"], first_choice(table), NOW) == first


def test_giving_up_leaves_no_trace_and_again_nothing_happens():
    player = make_player()
    tournament = make_closed()
    practice = practise(player, tournament, acts=12)
    boom = Boom.objects.get(practice=practice)
    for _ in range(2):
        give_up_practice(player, tournament.pk, practice)
        assert not Practice.objects.exists()
        assert not Play.objects.filter(boom_id=boom.pk).exists()
    assert shown(player, tournament) == []
    # What the sweep had found due before finds nothing.
    assert not advance_boom(boom.pk, NOW)


@pytest.mark.django_db(transaction=True)
def test_a_card_in_the_instant_of_giving_up_is_played_or_refused_and_nothing_is_left():
    player = make_player()
    tournament = make_closed()
    for _ in range(5):
        practice = practise(player, tournament, acts=4)
        place = PracticePlace(player, tournament.pk, practice)
        table = view_table(place, NOW)
        played, _ = at_once(
            lambda place=place, table=table: play_act(place, table["ply"], first_choice(table), NOW),
            lambda practice=practice: give_up_practice(player, tournament.pk, practice),
        )
        assert played == "no_practice" or played["events"]
        assert not Practice.objects.exists()
        assert not Boom.objects.filter(entry=None).exists()


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_gone_keeps_no_worker_busy():
    player = make_player()
    tournament = make_closed()
    gone = User.objects.get(pk=player.pk)
    player.delete()
    with pytest.raises(IntegrityError):
        start_practice(gone, tournament.pk, NOW)
    assert not Practice.objects.exists()


def test_giving_up_what_is_over_changes_nothing():
    player = make_player()
    tournament = make_closed()
    practice = practise(player, tournament)
    give_up_practice(player, tournament.pk, practice)
    assert [row.practice_id for row in shown(player, tournament)] == [practice]


def test_the_clock_lets_bots_answer_that_still_had_to():
    player = make_player()
    tournament = make_closed()
    practice = start_practice(player, tournament.pk, NOW)
    boom = Boom.objects.get(practice=practice)
    table = view_table(PracticePlace(player, tournament.pk, practice), NOW)
    row = boom.plays.get()
    Play.objects.filter(pk=row.pk).update(acts=f"{row.acts} {first_choice(table)}".strip())
    Boom.objects.filter(pk=boom.pk).update(ply=boom.ply + 1, bots_due=True)
    services.run_due(NOW)
    boom.refresh_from_db()
    assert not boom.bots_due
    assert boom.ply > table["ply"] + 1


def test_figures_of_practice_follow_from_the_acts(capsys):
    player = make_player()
    tournament = make_closed(player)
    practise(player, tournament)
    practise(player, tournament, acts=5)
    for board in (1, 3):
        what_if = start_what_if(player, tournament.pk, board, entry_of(tournament, player), 4, NOW)
        play(player, tournament, what_if, acts=2 if board == 1 else 50)
        call_command("rebuild")
        assert "0 differences" in capsys.readouterr().out


def test_an_act_asks_the_database_at_most_eight_things_also_in_a_later_deal():
    player = make_player()
    tournament = make_closed(boards=6)
    practice = start_practice(player, tournament.pk, NOW)
    place = PracticePlace(player, tournament.pk, practice)

    def count() -> int:
        table = view_table(place, NOW)
        with CaptureQueriesContext(connection) as captured:
            play_act(place, table["ply"], first_choice(table), NOW)
        return len([one for one in captured if "SAVEPOINT" not in one["sql"]])

    early = [count() for _ in range(3)]
    play(player, tournament, practice, acts=6)
    late = [count() for _ in range(3)]
    # Fewer where the bots have nothing to answer.
    assert max(early + late) <= 8
