"""A form that was open too long: nothing changes, and what was typed can be sent again from the answer."""

import html
import re

import pytest
from django.test import Client

from tests.tournaments import staging
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OWN = {"Sec-Fetch-Site": "same-origin"}
TEXT = "Eerste regel\r\n<b>Breng pralines mee</b>"


def organiser_client() -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(staging.make_organiser(is_demo=True))
    return client


def read_form(page: str) -> dict[str, str]:
    """The fields of the form that the page offers to send again, as a browser would send them."""
    form = page[page.index("<textarea name=") - 400 :]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    fields = re.findall(r'<textarea name="(\w+)" hidden>\n(.*?)</textarea>', form, re.S)
    return {name: html.unescape(value) for name, value in fields} | {"csrfmiddlewaretoken": token[1]}


def test_what_was_typed_is_kept_and_sent_again_with_a_fresh_token():
    client = organiser_client()
    typed = {"title": "Paasbeker", "description": TEXT, "review_hours": "24", "capacity": "10", "boards": "40"}
    typed |= {"first_dealer": "S", "bots": "rulebook@1", "system": "site"}
    answer = client.post("/organisatie/nieuw/", {**typed, "csrfmiddlewaretoken": "x" * 32}, headers=OWN)
    assert answer.status_code == 403
    assert not Tournament.objects.exists()
    page = answer.content.decode()
    assert "Wat je typte, staat hier nog." in page
    assert "<b>" not in page
    again = client.post("/organisatie/nieuw/", read_form(page), headers=OWN)
    assert again.status_code == 302
    assert Tournament.objects.get().description.splitlines() == TEXT.splitlines()


HERE = "http://testserver"


@pytest.mark.parametrize(
    "site",
    [
        {},
        {"Sec-Fetch-Site": "cross-site", "Origin": HERE},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_a_form_from_elsewhere_is_not_offered_again(site):
    answer = organiser_client().post("/organisatie/nieuw/", {"title": "Vals"}, headers=site)
    assert answer.status_code == 403
    assert "Vals" not in answer.content.decode()


def test_without_https_the_origin_tells():
    answer = organiser_client().post("/organisatie/nieuw/", {"title": "Echt"}, headers={"Origin": HERE})
    assert "Echt" in answer.content.decode()


def test_a_password_is_never_shown_again():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/account/login/", {"login": "a@example.org", "password": "geheim-woord"}, headers=OWN)
    assert answer.status_code == 403
    assert "geheim-woord" not in answer.content.decode()
    assert "<textarea" not in answer.content.decode()


def test_a_guest_who_taps_eight_times_before_he_has_a_session_is_one_guest():
    browser = Client()
    browser.get("/vrij-spel/")
    token = browser.cookies["csrftoken"].value if "csrftoken" in browser.cookies else "a" * 32
    owners = set()
    for _ in range(8):
        tap = Client()
        tap.cookies["csrftoken"] = token
        owners.add(tap.post("/vrij-spel/begin").url)
    assert len(owners) == 1
    other = Client()
    other.cookies["csrftoken"] = "b" * 32
    assert other.post("/vrij-spel/begin").url not in owners
