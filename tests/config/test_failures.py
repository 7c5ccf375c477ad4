"""What goes wrong outside the views: the right status and a sentence in the reader's language, nothing more."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.pages.scene import logged_in, make_running
from tests.tournaments.staging import make_organiser, make_player
from tournaments import access
from tournaments.services import enter_tournament

FORM = "application/x-www-form-urlencoded"
PART = 'Content-Disposition: form-data; name="ply"\r\n\r\n5\r\n--x--\r\n'
AWAY = "De site hapert even. Wat je gespeeld hebt, blijft bewaard; probeer het dadelijk opnieuw."
NOT_RIGHT = "Iets in wat je doorstuurde, klopt niet."


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", ["/", "/toernooien/", "/toernooien/1/", "/api/v1/tournaments/", "/beheer/", "/x"])
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_503_and_tells_nothing_of_it(address, error, client, monkeypatch):
    def fail(*_: object) -> None:
        raise error("connection to server on socket failed: FATAL")

    # A page asks first who is logged in, wherever it is first asked.
    monkeypatch.setattr(SessionStore, "load", fail)
    client.cookies["sessionid"] = "a" * 32
    answer = client.get(address, headers={"Accept-Language": "nl"})
    assert answer.status_code == 503
    assert AWAY in answer.content.decode()
    assert answer["Retry-After"] == "5"
    assert "FATAL" not in answer.content.decode()
    if address.startswith("/api/"):
        assert answer.json()["code"] == "unavailable"


def test_a_database_that_goes_away_within_a_view_is_503_too(client, monkeypatch):
    def fail(*_: object) -> None:
        raise OperationalError("FATAL")

    monkeypatch.setattr(access, "may_create", fail)
    for address in ("/", "/api/v1/tournaments/"):
        answer = client.get(address, headers={"Accept-Language": "nl"})
        assert answer.status_code == 503
        assert "De site hapert even." in answer.content.decode()


@pytest.mark.parametrize("address", ["/", "/api/v1/tournaments/"])
def test_any_other_fault_is_500_with_a_sentence(address, client, monkeypatch):
    def fail(*_: object) -> None:
        raise DatabaseError("the ace of spades lies in W")

    monkeypatch.setattr(access, "may_create", fail)
    answer = client.get(address, headers={"Accept-Language": "nl"})
    assert answer.status_code == 500
    assert "Er ging bij ons iets mis." in answer.content.decode()
    assert "ace" not in answer.content.decode()


@pytest.mark.parametrize("address", ["/account/login/", "/nergens", "/taal"])
@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [
        (f"{FORM}; charset=utf-7", "a=b", 400),
        (f"{FORM}; charset=rot13", "a=b", 400),
        ("multipart/form-data; boundary=x; charset=rot13", f"--x\r\n{PART}", 400),
        ("multipart/form-data; boundary=x; charset=idna", f"--x\r\n{PART}", 400),
        ("multipart/form-data; boundary=x; charset=utf-16", f"--x\r\n{PART}", 400),
        ("multipart/form-data", "x", 400),
        (FORM, "&".join(f"a{number}=1" for number in range(1001)), 400),
        (FORM, "a=" + "x" * 300_000, 413),
    ],
)
@pytest.mark.django_db
def test_a_form_that_cannot_be_read_is_refused_in_words(address, content_type, body, status):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/account/login/")
    answer = client.generic("POST", address, body, content_type)
    assert answer.status_code == status
    said = NOT_RIGHT if status == 400 else "Dit is meer dan we kunnen aannemen."
    assert said in answer.content.decode()


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "utf_8", "geen-charset"])
@pytest.mark.django_db
def test_a_form_in_utf8_by_any_of_its_names_is_read(charset, client):
    part = 'Content-Disposition: form-data; name="language"\r\n\r\nen\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = client.generic("POST", "/taal", f"--x\r\n{part}--x--\r\n", kind)
    assert answer.status_code == 302
    assert answer.cookies["django_language"].value == "en"


@pytest.mark.parametrize("address", ["/", "/toernooien/", "/account/login/", "/beheer/", "/api/v1/tournaments/"])
def test_a_nul_in_a_cookie_or_the_query_is_refused_in_words(address, client):
    by_cookie = client.get(address, headers={"Cookie": 'sessionid="\\000aaaaaaaaaaaaa"'})
    by_query = Client(raise_request_exception=False).get(f"{address}?next=%00")
    for answer in (by_cookie, by_query):
        assert answer.status_code == 400
        assert NOT_RIGHT in answer.content.decode()


def test_a_name_the_site_does_not_answer_to_is_refused_in_words(client):
    answer = client.get("/", headers={"Host": "elders.example"})
    assert answer.status_code == 400
    assert NOT_RIGHT in answer.content.decode()


def test_below_the_api_all_failures_have_its_shape(client):
    for address, code in (("/api/", "not_found"), ("/api/v2/x", "not_found"), ("/api/v1/?x=%00", "invalid")):
        answer = client.get(address)
        assert set(answer.json()) == {"code", "message", "fields"}
        assert answer.json()["code"] == code


@pytest.mark.django_db
def test_a_method_that_an_address_lacks_is_405_with_a_sentence_and_what_it_allows():
    tournament = make_running()
    client = logged_in(make_player())
    for method, address, allowed in (
        ("GET", reverse("tournaments:enter", args=[tournament.pk]), "POST"),
        ("DELETE", reverse("tournaments:home"), "GET, HEAD"),
        ("PUT", reverse("tournaments:create"), "GET, HEAD, POST"),
    ):
        answer = client.generic(method, address)
        assert answer.status_code == 405
        assert answer["Allow"] == allowed
        assert "Dat kan op dit adres niet." in answer.content.decode()


@pytest.mark.django_db
def test_pages_answer_head_as_they_answer_get():
    tournament = make_running(organiser=make_organiser(is_demo=True))
    client = logged_in(tournament.organiser)
    pages = ["home", "list", "rules", "fairness", "mine", "organise", "create"]
    addresses = [reverse(f"tournaments:{name}") for name in pages]
    for name in ("detail", "standings", "manage", "change"):
        addresses.append(reverse(f"tournaments:{name}", args=[tournament.pk]))
    for address in addresses:
        answer = client.head(address)
        assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("name", ["enter", "withdraw", "table_start", "table_act", "announce", "close", "reinstate"])
@pytest.mark.django_db
def test_who_must_log_in_before_an_act_comes_back_to_a_page_that_answers(name, client):
    organiser = make_organiser(is_demo=True)
    tournament = make_running(organiser=organiser)
    answer = client.post(reverse(f"tournaments:{name}", args=[tournament.pk]))
    login, back = answer["Location"].split("?next=")
    assert login == reverse("account_login")
    enter_tournament(organiser, tournament.pk, timezone.now())
    assert logged_in(organiser).get(back).status_code == 200


@pytest.mark.django_db
def test_too_many_tries_are_429_in_the_sites_own_words(client):
    User.objects.create_user("an@example.org", "x", display_name="An")
    answers = [client.post(reverse("account_login"), {"login": "an@example.org", "password": "y"}) for _ in range(40)]
    assert answers[-1].status_code == 429
    assert "Dat gaat te snel. Wacht even." in answers[-1].content.decode()
