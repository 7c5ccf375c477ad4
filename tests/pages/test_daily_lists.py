"""The pages of the daily lists: ranked, sorted, paged, with one's own place; and what there is no list of, in words."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.pages.scene import logged_in
from tests.tournaments import staging
from tests.tournaments.free_staging import GUEST, give_up_at, owner_of, write_boom
from tournaments.days import ONE_DAY, day_of
from tournaments.models import DailyList
from tournaments.selectors.daily_lists import view_list, view_podium
from tournaments.services.daily_lists import fix_daily_lists

pytestmark = pytest.mark.django_db


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def today() -> date:
    return day_of(timezone.now())


def read_rows(html: str) -> list[tuple[str, str, str]]:
    """Rank, player and total of each row of the list."""
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    found = []
    for row in body.split("<tr")[1:]:
        rank = re.search(r'class="rank">([^<]+)<', row)
        name = re.search(r'<th scope="row">(?:<i>)?([^<]+)<', row)
        total = re.search(r'class="num score">([^<]+)<', row)
        found.append((rank[1], name[1].strip(), total[1]))
    return found


def test_the_list_of_today_is_ranked_by_total_and_says_how_it_counts(today):
    a, b, c = (staging.make_player(name) for name in ("An", "Bert", "Carine"))
    for user, score in ((a, 10), (b, 44), (c, 4), (c, 6), (None, 90)):
        write_boom(user, today, score, guest="" if user else GUEST)
    html = logged_in(None).get(page("today")).content.decode()
    assert read_rows(html) == [("1", "Bert", "+44"), ("2", "An", "+10"), ("2", "Carine", "+10")]
    assert "Een boom van vrij spel telt op de dag dat hij uit is" in html
    assert "loopt nog" in html


def test_an_earlier_day_is_shown_as_it_was_fixed_under_the_name_of_now(today):
    user, gone = staging.make_player("Oude Naam"), staging.make_player("Weg")
    day = today - 3 * ONE_DAY
    write_boom(user, day, 7)
    write_boom(gone, day, 9)
    fix_daily_lists(timezone.now())
    user.display_name = "Nieuwe Naam"
    user.save()
    gone.delete()
    html = logged_in(None).get(page("daily", day)).content.decode()
    assert read_rows(html) == [("1", "anonieme speler", "+9"), ("2", "Nieuwe Naam", "+7")]
    assert "ligt vast" in html


def test_a_day_that_is_over_and_not_fixed_yet_is_there_all_the_same(today):
    user = staging.make_player("An")
    write_boom(user, today - ONE_DAY, 7)
    html = logged_in(None).get(page("daily", today - ONE_DAY)).content.decode()
    assert read_rows(html) == [("1", "An", "+7")]
    assert "wordt zo vastgelegd" in html
    assert not DailyList.objects.exists()


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("totaal", ["Bert", "An", "Carine"]),
        ("bomen", ["Carine", "An", "Bert"]),
        ("gemiddelde", ["Bert", "An", "Carine"]),
        ("beste", ["Carine", "Bert", "An"]),
    ],
)
def test_other_orders_by_link_leave_the_ranks_as_they_are(today, sort, names):
    a, b, c = (staging.make_player(name) for name in ("An", "Bert", "Carine"))
    for user, scores in ((a, (10, 10)), (b, (44,)), (c, (50, -50, 3))):
        for score in scores:
            write_boom(user, today, score)
    html = logged_in(None).get(f"{page('today')}?sorteer={sort}").content.decode()
    assert [name for _, name, _ in read_rows(html)] == names
    assert {name: rank for rank, name, _ in read_rows(html)} == {"Bert": "1", "An": "2", "Carine": "3"}


def test_ones_own_place_is_on_every_page_and_leads_to_the_page_where_one_stands(today):
    users = [staging.make_player() for _ in range(120)]
    for number, user in enumerate(users):
        write_boom(user, today, 120 - number)
    me = users[70]
    client = logged_in(me)
    for sheet in ("1", "2", "3"):
        html = client.get(f"{page('today')}?blad={sheet}").content.decode()
        assert "Je plaats: 71" in html
        assert f'href="{page("daily", today)}?blad=2#jij"' in html
        assert ('id="jij"' in html) == (sheet == "2")
    assert [rank for rank, *_ in read_rows(html)] == [str(rank) for rank in range(101, 121)]
    html = logged_in(None).get(page("today")).content.decode()
    assert "geen zonder account" in html


def test_a_week_and_a_month_add_the_days_up(today):
    user, other = staging.make_player("An"), staging.make_player("Bert")
    first = today.replace(day=1) - 40 * ONE_DAY
    month = first.replace(day=1)
    for number in range(5):
        write_boom(user, month + number * 5 * ONE_DAY, 10)
    write_boom(other, month + 7 * ONE_DAY, 30)
    fix_daily_lists(timezone.now())
    html = logged_in(None).get(page("monthly", f"{month:%Y-%m}")).content.decode()
    assert read_rows(html) == [("1", "An", "+50"), ("2", "Bert", "+30")]
    html = logged_in(None).get(page("weekly", month + 7 * ONE_DAY)).content.decode()
    assert read_rows(html)[0] == ("1", "Bert", "+30")
    for name in ("this_week", "this_month"):
        assert logged_in(None).get(page(name)).status_code == 200


def test_every_page_renders_with_nothing_there():
    for name in ("today", "this_week", "this_month", "archive", "records", "free", "home"):
        for user in (None, staging.make_player()):
            assert logged_in(user).get(page(name)).status_code == 200


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/daglijst/2999-01-01/", "Die dag moet nog komen"),
        ("/daglijst/1999-01-01/", "de eerste boom van vrij spel kwam later"),
        ("/daglijst/0001-01-01/", "de eerste boom van vrij spel kwam later"),
        ("/daglijst/9999-12-31/", "Die dag moet nog komen"),
        ("/daglijst/2026-02-30/", "Dat is geen dag"),
        ("/daglijst/20260301/", "Dat is geen dag"),
        ("/daglijst/gisteren/", "Dat is geen dag"),
        ("/daglijst/week/1999-01-01/", "de eerste boom van vrij spel kwam later"),
        ("/daglijst/week/9999-12-31/", "Dat is geen dag"),
        ("/daglijst/maand/1999-01/", "de eerste boom van vrij spel kwam later"),
        ("/daglijst/maand/2026-13/", "Dat is geen maand"),
        ("/daglijst/archief/2999-01/", "Die dag moet nog komen"),
        ("/daglijst/?sorteer=snelheid", "Daarop kan de lijst niet gesorteerd worden"),
        ("/daglijst/?sorteer=", "Daarop kan de lijst niet gesorteerd worden"),
        ("/daglijst/?blad=2", "Zo veel bladen heeft de lijst niet"),
        ("/daglijst/?blad=0", "Zo veel bladen heeft de lijst niet"),
        ("/daglijst/?blad=x", "Zo veel bladen heeft de lijst niet"),
    ],
)
def test_what_there_is_no_list_of_is_404_with_words(address, words):
    give_up_at(owner_of(staging.make_player()), timezone.now())
    answer = logged_in(None).get(address)
    assert answer.status_code == 404
    assert words in answer.content.decode()


def test_the_archive_is_a_calendar_of_the_days_that_have_a_list(today):
    day = today.replace(day=1) - 10 * ONE_DAY
    write_boom(staging.make_player(), day, 5)
    fix_daily_lists(timezone.now())
    html = logged_in(None).get(page("daily_archive", f"{day:%Y-%m}")).content.decode()
    assert page("daily", day) in html
    assert page("daily", day + ONE_DAY) in html
    assert page("daily", day - ONE_DAY) not in html
    assert "1 <span class=" in html


def test_an_empty_podium_is_that_of_today(today):
    assert view_podium(timezone.now()) == (today, [])
    assert "Het podium van vandaag" in logged_in(None).get(page("home")).content.decode()


def test_the_podium_of_today_is_on_home_and_before_anyone_that_of_yesterday(today):
    users = [staging.make_player(name) for name in ("An", "Bert", "Carine", "Dirk")]
    for user, score in zip(users, (5, 9, 9, 1), strict=True):
        write_boom(user, today - ONE_DAY, score)
    day, rows = view_podium(timezone.now())
    assert day == today - ONE_DAY
    assert [(row.rank, row.name, row.total) for row in rows] == [(1, "Bert", 9), (1, "Carine", 9), (3, "An", 5)]
    fix_daily_lists(timezone.now())
    html = logged_in(None).get(page("home")).content.decode()
    assert "Het podium van gisteren" in html
    write_boom(users[3], today, -20)
    html = logged_in(None).get(page("home")).content.decode()
    assert "Het podium van vandaag" in html
    assert "Dirk" in html


def test_a_demo_account_is_marked_wherever_it_stands_and_nobody_else(today):
    users = [staging.make_player("An"), staging.make_player("Demo Bert", is_demo=True)]
    for user in users:
        write_boom(user, today, 9, comeback=5)
    client = logged_in(None)
    for address in (page("today"), page("this_month"), page("records"), page("home")):
        html = client.get(address).content.decode()
        lines = [line for line in html.split("</tr>") if "An<" in line or "Demo Bert" in line]
        lines = lines if address != page("home") else html.partition("podium")[2].split("</li>")[:2]
        assert len(lines) >= 2
        assert all(("badge demo" in line) == ("Demo Bert" in line) for line in lines)


def test_records_of_all_time_hold_what_counts(today):
    user, gone = staging.make_player("An"), staging.make_player("Weg")
    write_boom(user, today - 9 * ONE_DAY, 101, deals=4)
    write_boom(gone, today, 88, deals=39, comeback=70)
    write_boom(user, today, 120, counts=False)
    write_boom(None, today, 121, guest=GUEST)
    long = write_boom(user, today, -90, deals=40)
    long.boom.reason = "gave_up"
    long.boom.save()
    gone.delete()
    html = logged_in(user).get(page("records")).content.decode()
    assert "+101" in html
    assert "39 delen" in html
    assert "70 punten" in html
    assert "anonieme speler" in html
    for none in ("+120", "+121", "40 delen"):
        assert none not in html


def test_the_same_row_by_page_and_by_selector_for_live_and_fixed_days(today):
    users = [staging.make_player() for _ in range(7)]
    day = today - ONE_DAY
    for number in range(30):
        write_boom(users[number % 7], day)
    from tournaments.days import period_of

    live = view_list(users[0], period_of("day", day), timezone.now())
    fix_daily_lists(timezone.now())
    fixed = view_list(users[0], period_of("day", day), timezone.now())
    assert (live.rows, live.mine, live.my_page, live.players) == (fixed.rows, fixed.mine, fixed.my_page, fixed.players)
    assert (live.fixed, fixed.fixed) == (False, True)


def count_queries(user: User | None, address: str) -> int:
    client = logged_in(user)
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    "name", ["today", "yesterday", "this_week", "this_month", "records", "archive", "free", "home"]
)
def test_pages_ask_no_more_for_many_players_than_for_few_and_lists_at_most_six(today, name):
    me = staging.make_player()
    write_boom(me, today - ONE_DAY)
    write_boom(me, today)
    fix_daily_lists(timezone.now())
    address = page("daily", today - ONE_DAY) if name == "yesterday" else page(name)
    few = count_queries(me, address)
    for _ in range(60):
        user = staging.make_player()
        write_boom(user, today)
    for number in range(30):
        write_boom(me, today - ONE_DAY * number)
    assert count_queries(me, address) == few
    if name not in ("home", "free"):
        assert few <= 6
