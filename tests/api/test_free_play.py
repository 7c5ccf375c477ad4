"""Free play and its lists through the API."""

import pytest
from django.utils import timezone

from tests.api.staging import ROOT, client_of, nobody
from tests.tournaments.free_staging import write_boom
from tests.tournaments.staging import choices, make_player
from tournaments.days import ONE_DAY, day_of
from tournaments.models import FreePlay
from tournaments.services.daily_lists import fix_daily_lists

pytestmark = pytest.mark.django_db

FREE = f"{ROOT}free-play/"


def begin(user=None):
    client = client_of(user or make_player())
    answer = client.post(FREE)
    assert answer.status_code == 200
    return client, answer.json()


def act(client, table, text):
    return client.post(f"{FREE}{table['free_play']}/acts/", {"ply": table["ply"], "act": text}, format="json")


@pytest.mark.usefixtures("quick_bots")
def test_a_boom_is_played_from_the_first_act_to_the_list_of_today():
    user = make_player("An")
    client, table = begin(user)
    assert client.post(FREE).json() == table
    number = table["free_play"]
    while not table["finished"]:
        answer = act(client, table, choices(table)[0])
        assert answer.status_code == 200
        table = answer.json()["table"]
    assert client.get(f"{FREE}{number}/").json() == table
    own = client.get(FREE).json()["booms"]
    today = day_of(timezone.now()).isoformat()
    assert [(row["free_play"], row["day"], row["score"], row["counts"]) for row in own] == [
        (number, today, table["score"], True)
    ]
    listed = client.get(f"{ROOT}daily-lists/").json()
    assert (listed["first"], listed["fixed"], listed["players"], listed["booms"]) == (today, False, 1, 1)
    row = {
        "rank": 1,
        "name": "An",
        "demo": False,
        "booms": 1,
        "total": table["score"],
        "best": table["score"],
        "me": True,
    }
    assert listed["rows"] == [listed["mine"]] == [row | {"average": table["score"]}]
    assert nobody().get(f"{ROOT}daily-lists/{today}/").json()["rows"] == [listed["mine"] | {"me": False}]
    assert client.post(FREE).json()["free_play"] != number


def test_the_table_of_another_is_404_and_without_an_account_there_is_none():
    client, table = begin()
    number = table["free_play"]
    other = client_of(make_player())
    for answer in (
        other.get(f"{FREE}{number}/"),
        other.delete(f"{FREE}{number}/"),
        other.post(f"{FREE}{number}/advance/"),
        act(other, table, "H"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_free_play")
    for answer in (nobody().post(FREE), nobody().get(f"{FREE}{number}/"), act(nobody(), table, "H")):
        assert answer.status_code == 401
    assert client.get(f"{FREE}{number}/").json() == table
    assert client.get(f"{FREE}{number}/")["Cache-Control"] == "private, no-store"


def test_giving_up_by_the_api_counts_and_again_changes_nothing():
    client, table = begin()
    address = f"{FREE}{table['free_play']}/"
    ended = client.delete(address).json()
    assert (ended["state"], ended["reason"], ended["score"]) == ("finished", "gave_up", -101)
    assert client.delete(address).json() == ended
    assert FreePlay.objects.get().score == -101


def test_lists_are_read_by_day_week_and_month_sorted_and_in_pages():
    today = day_of(timezone.now())
    for number in range(55):
        write_boom(make_player(is_demo=number == 54), today - ONE_DAY, number)
    fix_daily_lists(timezone.now())
    client = nobody()
    page = client.get(f"{ROOT}daily-lists/{today - ONE_DAY}/?sort=best&page=2").json()
    assert (page["fixed"], page["pages"], page["players"], page["sort"]) == (True, 2, 55, "best")
    assert [row["rank"] for row in page["rows"]] == [51, 52, 53, 54, 55]
    yesterday = today - ONE_DAY
    assert client.get(f"{ROOT}weekly-lists/{yesterday}/").json()["players"] == 55
    assert client.get(f"{ROOT}monthly-lists/{yesterday:%Y-%m}/").json()["players"] == 55
    records = client.get(f"{ROOT}records/").json()["scores"]
    assert [(row["value"], row["demo"]) for row in records[:2]] == [(54, True), (53, False)]
    assert [row["demo"] for row in client.get(f"{ROOT}daily-lists/{yesterday}/").json()["rows"][:2]] == [True, False]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("daily-lists/2999-01-01/", 404, "day_ahead"),
        ("daily-lists/1999-01-01/", 404, "day_before_all"),
        ("daily-lists/x/", 404, "no_day"),
        ("monthly-lists/2026-00/", 404, "no_month"),
        ("daily-lists/?page=9", 404, "no_list_page"),
        ("daily-lists/?page=0", 400, "invalid"),
        ("daily-lists/?sort=speed", 400, "invalid"),
    ],
)
def test_what_there_is_no_list_of_is_refused_in_the_one_shape(address, status, code):
    answer = nobody().get(f"{ROOT}{address}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
