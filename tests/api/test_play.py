"""A whole tournament through the API, and what it answers to everything that is wrong."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.api.staging import ROOT, client_of, nobody, send_act
from tests.tournaments.staging import acts_of, choices, make_organiser, make_player
from tournaments import services
from tournaments.api import table as table_door
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def make_tournament(**fields):
    now = timezone.now()
    organiser = make_organiser()
    values = {"title": "Proef", "closes_at": now + timedelta(days=1), **fields}
    draft = services.create_tournament(organiser, values, now)
    services.announce_tournament(organiser, draft.pk, now)
    return services.open_tournament(organiser, draft.pk, now)


def close(tournament):
    return services.close_tournament(tournament.organiser, tournament.pk, timezone.now())


def url(tournament, rest=""):
    return f"{ROOT}tournaments/{tournament.pk}/{rest}"


def begin(tournament, user=None):
    """A client whose player has entered and begun, and his table."""
    client = client_of(user or make_player())
    assert client.post(url(tournament, "entry/")).status_code == 201
    answer = client.post(url(tournament, "table/"))
    assert answer.status_code == 200
    return client, answer.json()


def refused(answer, status, code):
    """The body of a refusal, which always has the one shape."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/json"
    body = answer.json()
    assert body["code"] == code
    assert isinstance(body["message"], str)
    assert len(body["message"]) > 5
    assert isinstance(body["fields"], dict)
    assert "Traceback" not in answer.content.decode()
    return body


def test_a_tournament_is_played_from_entering_to_the_list():
    tournament = make_tournament(capacity=2, boards=2)
    for _ in range(2):
        client, table = begin(tournament)
        while not table["finished"]:
            answer = send_act(client, tournament.pk, table["ply"], choices(table)[0])
            assert answer.status_code == 200
            table = answer.json()["table"]
        assert table == client.get(url(tournament, "table/")).json() | {"tournament_state": table["tournament_state"]}
    page = nobody().get(url(tournament)).json()
    assert (page["state"], page["done"], len(page["secret"])) == ("closed", 2, 64)
    standings = nobody().get(url(tournament, "standings/")).json()["standings"]
    assert [row["rank"] for row in standings] == [1, 1]
    assert [row["score"] for row in standings] == [table["score"]] * 2
    deals = nobody().get(url(tournament, "deals/")).json()["deals"]
    assert [row["board"] for row in deals] == [1, 2]
    deal = nobody().get(url(tournament, "deals/1/")).json()
    assert [row["matchpoints"] for row in deal["travellers"]] == [50, 50]
    entry = standings[0]["entry"]
    replay = nobody().get(url(tournament, f"deals/1/{entry}/")).json()
    assert len(replay["acts"]) == 33
    record = nobody().get(url(tournament, f"records/{entry}/"))
    assert record["Content-Type"] == "text/plain; charset=utf-8"
    assert record.content.startswith(b"% manillen 1\n")


def test_lists_by_state_and_from_an_id_on():
    made = [make_tournament() for _ in range(3)]
    close(made[0])

    def ids(query):
        return [row["id"] for row in nobody().get(f"{ROOT}tournaments/{query}").json()["tournaments"]]

    assert ids("") == [one.pk for one in reversed(made)]
    assert ids("?state=closed") == [made[0].pk]
    assert ids(f"?state=open&before={made[2].pk}") == [made[1].pk]
    refused(nobody().get(f"{ROOT}tournaments/?state=asleep"), 400, "invalid")
    for before in ("x", "-1", "0", "1.5", str(10**30), "9" * 2000, "0" * 20 + "9" * 30):
        answer = nobody().get(f"{ROOT}tournaments/", {"before": before}, HTTP_ACCEPT_LANGUAGE="nl")
        said = refused(answer, 400, "invalid")["fields"]
        assert set(said) == {"before"}
        assert said["before"].endswith(".")


def test_entering_twice_and_withdrawing_twice_do_no_harm():
    tournament, client = make_tournament(), client_of(make_player())
    first = client.post(url(tournament, "entry/"))
    assert client.post(url(tournament, "entry/")).json() == first.json()
    assert client.get(url(tournament, "table/")).json()["state"] == "ready"
    for _ in range(2):
        assert client.delete(url(tournament, "entry/")).status_code == 204
    refused(client.get(url(tournament, "table/")), 403, "not_entered")


def test_the_eleventh_reads_that_it_is_full():
    tournament = make_tournament(capacity=1)
    begin(tournament)
    refused(client_of(make_player()).post(url(tournament, "entry/")), 409, "full")


def test_the_same_card_twice_has_the_same_answer_and_another_is_stale_with_the_table():
    tournament = make_tournament()
    client, table = begin(tournament)
    answers = [send_act(client, tournament.pk, 0, "H") for _ in range(3)]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    body = refused(send_act(client, tournament.pk, 0, "S"), 409, "stale_ply")
    assert body["table"] == answers[0].json()["table"]
    assert table["ply"] == 0


def test_an_illegal_card_is_409_with_the_duty_in_words_and_changes_nothing():
    tournament, user = make_tournament(), make_player()
    client, table = begin(tournament, user)
    while not table["forbidden"]:
        table = send_act(client, tournament.pk, table["ply"], choices(table)[0]).json()["table"]
    before = acts_of(tournament, user)
    card, fault = next(iter(table["forbidden"].items()))
    body = refused(send_act(client, tournament.pk, table["ply"], card), 409, "illegal_card")
    assert (body["rule"], body["card"], body["message"]) == (fault["rule"], card, fault["message"])
    assert acts_of(tournament, user) == before
    assert client.get(url(tournament, "table/")).json() == table


def test_the_language_of_a_refusal_is_the_readers():
    tournament = make_tournament()
    messages = set()
    for language in ("nl", "en"):
        answer = nobody().get(url(tournament, "standings/"), HTTP_ACCEPT_LANGUAGE=language)
        messages.add(refused(answer, 403, "list_hidden")["message"])
        assert answer["Content-Language"] == language
    with translation.override("en"):
        assert services.playing.ServiceError("list_hidden").message in messages


@pytest.mark.parametrize(
    ("body", "code", "fields"),
    [
        ("{", "bad_json", set()),
        ("", "invalid", {"ply", "act"}),
        ("[" * 100_000, "too_large", set()),
        ("[" * 5_000, "bad_json", set()),
        (b"\xff\xfe", "bad_json", set()),
        ("[]", "invalid", set()),
        ("null", "invalid", set()),
        ('"H"', "invalid", set()),
        ("{}", "invalid", {"ply", "act"}),
        ('{"ply": "nul", "act": "H"}', "invalid", {"ply"}),
        ('{"ply": null, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": [0], "act": "H"}', "invalid", {"ply"}),
        ('{"ply": {"ply": 0}, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": "' + "9" * 4999 + '", "act": "H"}', "invalid", {"ply"}),
        ('{"ply": ' + "9" * 4999 + ', "act": "H"}', "bad_json", set()),
        ('{"ply": true, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": 0.5, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": NaN, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": -1, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": 1e999, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": 99999999999999999999, "act": "H"}', "invalid", {"ply"}),
        ('{"ply": 0, "act": 5}', "unreadable_act", set()),
        ('{"ply": 0, "act": true}', "invalid", {"act"}),
        ('{"ply": 0, "act": ""}', "invalid", {"act"}),
        ('{"ply": 0, "act": null}', "invalid", {"act"}),
        ('{"ply": 0, "act": ["H"]}', "invalid", {"act"}),
        ('{"ply": 0, "act": "HHHHHHHH"}', "invalid", {"act"}),
        ('{"ply": -1, "act": "H", "\\ud800": 1}', "invalid", {"ply"}),
        ('{"ply": 0, "act": "X"}', "unreadable_act", set()),
        ('{"ply": 0, "act": "\\u0000"}', "invalid", {"act"}),
        ('{"ply": 0, "act": "\\ud800"}', "invalid", {"act"}),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str) else None,
)
def test_input_that_is_wrong_is_refused_by_name(body, code, fields):
    tournament, user = make_tournament(), make_player()
    client, _ = begin(tournament, user)
    answer = client.post(url(tournament, "table/acts/"), body, content_type="application/json")
    assert set(refused(answer, 413 if code == "too_large" else 400, code)["fields"]) == fields
    assert acts_of(tournament, user) == [""]


def test_only_json_is_taken_and_only_json_is_given():
    tournament = make_tournament()
    client, _ = begin(tournament)
    form = client.post(url(tournament, "table/acts/"), "ply=0&act=H", content_type="application/x-www-form-urlencoded")
    refused(form, 415, "unsupported_media_type")
    assert client.get(url(tournament), HTTP_ACCEPT="text/html").json()["id"] == tournament.pk


def test_what_does_not_exist_is_404_and_what_may_not_be_known_looks_the_same():
    organiser = make_organiser()
    draft = services.create_tournament(organiser, {"title": "Geheim"}, timezone.now())
    client = client_of(make_player())
    unknown = Tournament(pk=draft.pk + 1000)
    huge = Tournament(pk=10**30)
    for rest in ("", "standings/", "deals/", "deals/1/", "deals/1/1/", "records/1/", "table/"):
        bodies = [refused(client.get(url(one, rest)), 404, "no_tournament") for one in (draft, unknown, huge)]
        assert bodies[0] == bodies[1] == bodies[2]
    for rest in ("entry/", "table/", "table/advance/"):
        bodies = [refused(client.post(url(one, rest)), 404, "no_tournament") for one in (draft, unknown, huge)]
        assert bodies[0] == bodies[1] == bodies[2]
    assert "Geheim" not in client.get(f"{ROOT}tournaments/").content.decode()
    assert client_of(organiser).get(url(draft)).json()["title"] == "Geheim"


@pytest.mark.parametrize("rest", ["", "nothing/", "tournaments/abc/", "tournaments/1/nothing/", "tournaments/-1/"])
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_is_none_is_404_in_the_same_shape(rest, method):
    refused(getattr(nobody(), method)(ROOT + rest), 404, "not_found")


def test_a_method_that_an_address_lacks_is_405():
    answer = client_of(make_player()).put(url(make_tournament(), "table/"))
    refused(answer, 405, "method_not_allowed")
    assert "POST" in answer["Allow"]


def test_who_is_not_logged_in_is_asked_to():
    tournament = make_tournament()
    for answer in (
        nobody().get(url(tournament, "table/")),
        nobody().post(url(tournament, "entry/")),
        send_act(nobody(), tournament.pk, 0, "H"),
    ):
        refused(answer, 401, "login_required")
    client = nobody()
    client.credentials(HTTP_AUTHORIZATION="Token nonsense")
    refused(client.get(url(tournament, "table/")), 401, "bad_credentials")


def test_a_session_needs_the_csrf_token_and_a_token_does_not():
    tournament, user = make_tournament(), make_player()
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(user)
    refused(client.post(url(tournament, "entry/")), 403, "csrf_failed")
    assert Entry.objects.count() == 0


def test_a_token_comes_from_a_session_alone_and_a_new_one_ends_the_old():
    user = make_player()
    refused(nobody().post(f"{ROOT}token/"), 401, "login_required")
    refused(client_of(user).post(f"{ROOT}token/"), 401, "login_required")
    session = APIClient()
    session.force_login(user)
    first = session.post(f"{ROOT}token/").json()["token"]
    second = session.post(f"{ROOT}token/").json()["token"]
    assert list(Token.objects.values_list("key", flat=True)) == [second]
    assert first != second
    assert session.delete(f"{ROOT}token/").status_code == 204
    assert Token.objects.count() == 0


def test_play_out_of_turn_out_of_time_and_at_anothers_table_each_have_their_own_answer():
    tournament = make_tournament()
    stranger = client_of(make_player())
    refused(send_act(stranger, tournament.pk, 0, "H"), 403, "not_entered")
    refused(stranger.post(url(tournament, "table/")), 403, "not_entered")
    stranger.post(url(tournament, "entry/"))
    refused(send_act(stranger, tournament.pk, 0, "H"), 409, "not_started")
    client, table = begin(tournament)
    refused(send_act(client, tournament.pk, 1, "H"), 409, "unknown_ply")
    refused(send_act(client, tournament.pk, 0, table["hand"][0]), 409, "trump_first")
    refused(client.delete(url(tournament, "entry/")), 409, "started")
    close(tournament)
    refused(send_act(client, tournament.pk, 0, "H"), 409, "tournament_closed")
    refused(stranger.post(url(tournament, "table/")), 409, "tournament_closed")
    refused(client_of(make_player()).post(url(tournament, "entry/")), 409, "entries_closed")


def test_what_is_unforeseen_is_500_without_a_word_of_it(monkeypatch, caplog):
    def fail(*args):
        raise RuntimeError("the ace of spades lies in W")

    monkeypatch.setattr(table_door.services, "perform_act", fail)
    tournament = make_tournament()
    client, _ = begin(tournament)
    body = refused(send_act(client, tournament.pk, 0, "H"), 500, "server_error")
    assert "ace" not in json.dumps(body)
    assert "POST" in caplog.text


def test_a_table_is_kept_by_nobody_on_the_way():
    tournament = make_tournament()
    client, _ = begin(tournament)
    assert client.get(url(tournament, "table/"))["Cache-Control"] == "private, no-store"
    assert send_act(client, tournament.pk, 0, "H")["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("kind", ["token", "session"])
def test_a_card_by_the_api_takes_at_most_eight_queries(kind):
    tournament, user = make_tournament(boards=3), make_player()
    client, table = begin(tournament, user)
    if kind == "session":
        client = APIClient()
        client.force_login(user)
    counts = []
    while table["board"] < 3:
        with CaptureQueriesContext(connection) as captured:
            table = send_act(client, tournament.pk, table["ply"], choices(table)[0]).json()["table"]
        counts.append(sum(query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT") for query in captured))
    # A session is looked up and then its user, a token brings its user.
    assert max(counts) == {"token": 7, "session": 8}[kind]
