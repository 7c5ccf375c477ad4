"""The table by plain forms, and the steps that its script shows."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import drawn_cards, logged_in, make_running
from tests.tournaments import staging
from tournaments import selectors, services
from tournaments.views.board import sort_cards

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


def address(name: str, tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk])


@pytest.fixture
def tournament():
    return make_running(boards=2)


@pytest.fixture
def user(tournament):
    return staging.start(tournament)


@pytest.fixture
def client(user):
    return logged_in(user)


def state(user, tournament):
    return selectors.table_state(user, tournament.pk, timezone.now())


def post(client, tournament, table, act, **headers):
    return client.post(address("table_act", tournament), {"ply": table["ply"], "act": act}, headers=headers or None)


def test_a_whole_boom_can_be_played_by_plain_forms(client, tournament, user):
    for number in range(40):
        table = state(user, tournament)
        if table["finished"]:
            break
        html = client.get(address("table", tournament)).content.decode()
        act = staging.random_choice(number)(table)
        assert f'name="act" value="{act}"' in html
        assert f'name="ply" value="{table["ply"]}"' in html
        response = post(client, tournament, table, act)
        assert (response.status_code, response.url) == (302, address("table", tournament))
    html = client.get(address("table", tournament)).content.decode()
    assert "Je boom is uit" in html
    assert "Jouw score" in html
    assert "De lijst tot nu toe" in html


def test_the_prompt_says_what_is_awaited(client, tournament, user):
    assert "Jij deelt: kies de troef" in client.get(address("table", tournament)).content.decode()
    staging.play_acts(tournament, user, 1)
    table = state(user, tournament)
    html = client.get(address("table", tournament)).content.decode()
    assert ("Jij bent aan zet" in html) == bool(table["trick"])
    assert ("Jij komt uit" in html) != bool(table["trick"])


def find_forbidden(tournament, user):
    """Play on until some card of the hand may not be played."""
    for number in range(60):
        table = state(user, tournament)
        if table["forbidden"]:
            return table
        services.perform_act(user, tournament.pk, table["ply"], staging.random_choice(number)(table), timezone.now())
    raise AssertionError("no card was ever forbidden")


def test_a_forbidden_card_gives_its_duty_in_words_and_changes_nothing(client, tournament, user):
    table = find_forbidden(tournament, user)
    card, reason = next(iter(table["forbidden"].items()))
    html = client.get(address("table", tournament)).content.decode()
    assert f'data-why="{reason["message"]}"' in html
    for headers in ({}, JSON):
        response = post(client, tournament, table, card, **headers)
        assert response.status_code == 409
        assert reason["message"].startswith("Je m")
        said = response.json()["message"] if headers else response.content.decode()
        assert reason["message"] in said
        assert state(user, tournament) == table


@pytest.mark.parametrize(
    ("ply", "act", "status"),
    [
        ("x", "H", 409),
        ("", "H", 409),
        ("-1", "H", 409),
        ("9" * 40, "H", 409),
        ("0", "ZZ", 400),
        ("0", "", 400),
        ("0", "H" * 5000, 400),
        ("0", "HT", 409),
        ("5", "H", 409),
    ],
)
def test_what_cannot_be_an_act_is_refused_in_words_with_the_table_as_it_stands(
    client, tournament, user, ply, act, status
):
    before = state(user, tournament)
    response = client.post(address("table_act", tournament), {"ply": ply, "act": act})
    assert response.status_code == status
    html = response.content.decode()
    assert 'id="remark" role="alert">' in html
    assert 'id="remark" role="alert"></div>' not in html
    assert "Jij deelt: kies de troef" in html
    assert state(user, tournament) == before


def test_the_same_card_twice_is_played_once_and_answered_the_same(client, tournament, user):
    table = state(user, tournament)
    first = post(client, tournament, table, "H", **JSON)
    again = post(client, tournament, table, "H", **JSON)
    assert first.status_code == again.status_code == 200
    assert first.json()["steps"] == again.json()["steps"]
    assert first.json()["ply"] == again.json()["ply"] == state(user, tournament)["ply"]


def test_another_card_on_a_past_number_is_409_with_the_present_table(client, tournament, user):
    table = state(user, tournament)
    post(client, tournament, table, "H")
    response = post(client, tournament, table, "S", **JSON)
    assert response.status_code == 409
    assert response.json()["code"] == "stale_ply"
    assert response.json()["ply"] == state(user, tournament)["ply"]
    assert drawn_cards(response.json()["html"])


def test_the_steps_tell_every_card_once_in_order_and_end_where_the_table_stands(client, tournament, user):
    told = []
    for number in range(40):
        table = state(user, tournament)
        if table["finished"]:
            break
        act = staging.random_choice(number)(table)
        body = post(client, tournament, table, act, **JSON).json()
        kinds = [step["do"] for step in body["steps"]]
        assert kinds.count("swap") == 1
        assert kinds.count("take") <= 1
        swap = kinds.index("swap")
        assert set(kinds[:swap]) <= {"card", "take", "deal"}
        assert set(kinds[swap + 1 :]) <= {"trump", "show"}
        lying = {play["seat"] for play in state(user, tournament)["trick"]}
        assert {step["seat"] for step in body["steps"] if step["do"] == "show"} <= lying
        told += [step["say"] for step in body["steps"] if step["do"] in ("card", "show", "trump")]
    # Two deals of one choice and 32 cards; North's choices and leads before the first act of ours came by the page.
    assert len(told) == 2 * 33
    assert told[0].startswith("Je kiest als troef")
    assert all(text.endswith(".") for text in told)


def test_the_end_of_a_deal_is_told_with_what_is_written(client, tournament, user):
    for number in range(12):
        table = state(user, tournament)
        body = post(client, tournament, table, staging.random_choice(number)(table), **JSON).json()
        ends = [step for step in body["steps"] if step["do"] == "deal"]
        if ends:
            break
    row = state(user, tournament)["sheet"][0]
    assert f"WIJ {row['pips'][0]}, ZIJ {row['pips'][1]}" in ends[0]["say"] or "30–30" in ends[0]["say"]
    assert "data-go-on" in ends[0]["html"]
    assert "Vorig deel (1)" in body["html"]


def test_bots_that_owe_an_answer_are_waited_for_and_a_press_of_go_on_brings_it(client, tournament, user, monkeypatch):
    table = state(user, tournament)
    monkeypatch.setattr("tournaments.services.playing.answer", lambda *args: False)
    response = post(client, tournament, table, "H", **JSON)
    assert 'data-state="waiting"' in response.json()["html"]
    assert address("table_advance", tournament) in response.json()["html"]
    monkeypatch.undo()
    body = client.post(address("table_advance", tournament), headers=JSON).json()
    assert body["steps"] == [{"do": "swap", "say": ""}]
    assert 'data-state="playing"' in body["html"]


def test_the_last_card_of_a_trick_is_told_with_who_takes_it_and_what_it_counts(client, tournament, user):
    for number in range(12):
        table = state(user, tournament)
        steps = post(client, tournament, table, staging.random_choice(number)(table), **JSON).json()["steps"]
        kinds = [step["do"] for step in steps]
        if "take" not in kinds:
            continue
        take = kinds.index("take")
        now = state(user, tournament)
        trick = now["last_trick"] if now["board"] == table["board"] else now["last_deal"]["tricks"][-1]
        side = "ons" if trick["winner"] in "NS" else "hen"
        points = "1 punt" if trick["pips"] == 1 else f"{trick['pips']} punten"
        assert steps[take]["winner"] == trick["winner"]
        assert steps[take]["say"] == ""
        assert steps[take - 1]["say"].endswith(f", slag voor {side}, {points}.")


def test_without_script_two_taps_are_two_pages_and_the_first_plays_nothing(client, tournament, user):
    client.post(reverse("tournaments:table_settings"), {"two_tap": "on"})
    staging.play_acts(tournament, user, 1)
    table = state(user, tournament)
    card, other = table["legal"][0], table["legal"][-1]
    html = post(client, tournament, table, card).content.decode()
    assert state(user, tournament) == table
    assert f'name="chosen" value="{card}"' in html
    if other != card:
        # Another card after the first: that one is chosen instead.
        sent = {"ply": table["ply"], "act": other, "chosen": card}
        html = client.post(address("table_act", tournament), sent).content.decode()
        assert f'name="chosen" value="{other}"' in html
        assert state(user, tournament) == table
    client.post(address("table_act", tournament), {"ply": table["ply"], "act": card, "chosen": card})
    assert state(user, tournament)["ply"] > table["ply"]


def test_a_browser_is_told_what_it_has_not_seen_yet_and_only_that(client, tournament, user):
    client.get(address("table", tournament))
    elsewhere = logged_in(user)
    table = state(user, tournament)
    post(elsewhere, tournament, table, "H")
    html = client.get(address("table", tournament)).content.decode()
    told = html.split('id="missed"')[1].split("</ul>")[0]
    assert "Terwijl je weg was:" in told
    assert told.count("<li>") == state(user, tournament)["ply"] - table["ply"] == 4
    assert "Je kiest als troef: harten." in told
    assert 'id="missed"' not in client.get(address("table", tournament)).content.decode()
    # Another tab of this browser has not shown it.
    address_of_tab = f"{address('table_fragment', tournament)}?seen={table['ply']}"
    assert client.get(address_of_tab).content.decode().split('id="missed"')[1].count("<li>") >= 4
    # A browser that never was here has missed nothing.
    assert 'id="missed"' not in logged_in(user).get(address("table", tournament)).content.decode()


def test_without_script_what_followed_ones_own_card_is_told_without_that_card(client, tournament, user):
    client.get(address("table", tournament))
    html = client.post(address("table_act", tournament), {"ply": 0, "act": "H"}, follow=True).content.decode()
    told = html.split('id="missed"')[1].split("</ul>")[0]
    assert "Intussen:" in told
    assert told.count("<li>") == 3
    assert "Je kiest" not in told


def test_what_was_played_on_at_length_elsewhere_is_counted_instead_of_told(client, tournament, user):
    client.get(address("table", tournament))
    staging.play_acts(tournament, user, 6)
    html = client.get(address("table", tournament)).content.decode()
    assert f"over 1 deel: {state(user, tournament)['ply']} zetten" in html or "verder in 1 deel" in html


@pytest.mark.parametrize("mark", ["", "x", "-1", "a", "9" * 40, "5a5", "999"])
def test_a_mark_that_makes_no_sense_tells_of_nothing(client, tournament, user, mark):
    client.cookies["seen"] = mark
    response = client.get(address("table", tournament))
    assert response.status_code == 200
    assert 'id="missed"' not in response.content.decode()


def test_reading_the_table_changes_nothing(client, tournament, user):
    before = state(user, tournament), staging.acts_of(tournament, user)
    client.get(address("table", tournament))
    client.get(address("table_fragment", tournament))
    assert (state(user, tournament), staging.acts_of(tournament, user)) == before


def test_after_closing_the_table_shows_the_end_and_takes_no_card(client, tournament, user):
    table = state(user, tournament)
    services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
    response = post(client, tournament, table, "H")
    assert response.status_code == 409
    html = client.get(address("table", tournament)).content.decode()
    assert "Het toernooi is gesloten" in html
    assert "niet uitgespeeld" in html


@pytest.mark.parametrize(
    ("trump", "held"),
    [
        (None, ["ST", "S7", "HA", "H9", "CK", "DQ"]),
        ("NT", ["ST", "S7", "HA", "H9", "CK", "DQ"]),
        ("H", ["HA", "H9", "CK", "DQ", "ST", "S7"]),
        ("D", ["DQ", "ST", "S7", "HA", "H9", "CK"]),
    ],
)
def test_a_hand_is_held_trump_first_then_the_suits_in_turn_high_to_low(trump, held):
    assert sort_cards(["H9", "CK", "S7", "DQ", "HA", "ST"], trump) == held
