"""Pages speak Dutch until their reader chooses otherwise."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils.translation import ngettext, override

from tests.pages.scene import logged_in
from tests.tournaments.staging import make_player
from tournaments.templatetags.cards import signed_mean

pytestmark = pytest.mark.django_db

SPOKEN = [
    ("nl", "Toernooien manillen", "H"),
    ("en", "Tournaments of manillen", "K"),
    ("fr", "Tournois de manille", "R"),
    ("de", "Manille-Turniere", "K"),
]
"""A language, the title of its home page, and the index of a king in it."""


@pytest.mark.parametrize("browser", ["en-US,en;q=0.9", "fr-BE", "de", "nl-BE", "", "x" * 5000])
def test_a_page_is_dutch_whatever_the_browser_was_set_to(browser):
    html = Client().get("/", headers={"accept-language": browser}).content.decode()
    assert '<html lang="nl">' in html
    assert "Dezelfde kaarten voor tien spelers" in html


def test_every_language_on_offer_is_held_here():
    assert [code for code, _, _ in SPOKEN] == [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize(("language", "title", "king"), SPOKEN)
def test_a_language_can_be_chosen_at_the_same_address_and_dutch_again(language, title, king):
    client = Client()
    assert client.post("/taal", {"language": language, "next": "/spelregels/"}).url == "/spelregels/"
    html = client.get("/").content.decode()
    assert f'<html lang="{language}">' in html
    assert f"<title>{title} " in html
    html = client.get("/spelregels/").content.decode()
    # The indices follow the language: a heer, a king, a roi, a König.
    assert f"#index-{king}" in html
    assert not [other for other in {"H", "K", "R"} - {king} if f"#index-{other}" in html]
    client.post("/taal", {"language": "nl", "next": "/"})
    assert '<html lang="nl">' in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["it", "xx", "'; DROP"])
def test_a_language_that_is_not_there_leaves_the_page_dutch(language):
    client = Client()
    client.cookies["django_language"] = language
    assert '<html lang="nl">' in client.get("/").content.decode()


def test_who_is_logged_in_gets_his_mails_in_the_language_he_chose():
    user = make_player()
    client = logged_in(user)
    client.post("/taal", {"language": "en", "next": "/"})
    user.refresh_from_db()
    assert user.spoken_language == "en"
    client.post("/taal", {"language": "xx", "next": "/"})
    user.refresh_from_db()
    assert user.spoken_language == "en"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("nl", "maandag 30 november, 20:00"),
        ("en", "Monday 30 November, 20:00"),
        ("fr", "lundi 30 novembre, 20:00"),
        ("de", "Montag, 30. November, 20:00"),
    ],
)
def test_a_date_is_written_as_in_the_language_of_the_page(language, written):
    # In winter Brussels is an hour ahead.
    moment = datetime(2026, 11, 30, 19, tzinfo=UTC)
    with override(language):
        assert Template('{{ moment|date:"l j F, H:i" }}').render(Context({"moment": moment})) == written


@pytest.mark.parametrize(("language", "mean"), [("nl", "+1,5"), ("en", "+1.5"), ("fr", "+1,5"), ("de", "+1,5")])
def test_a_figure_is_written_as_in_the_language_of_the_page(language, mean):
    with override(language):
        assert signed_mean(1.5) == mean


@pytest.mark.parametrize(
    ("language", "zero", "one", "two"),
    [
        ("nl", "0 delen", "1 deel", "2 delen"),
        ("en", "0 deals", "1 deal", "2 deals"),
        ("fr", "0 donne", "1 donne", "2 donnes"),
        ("de", "0 Spiele", "1 Spiel", "2 Spiele"),
    ],
)
def test_a_count_takes_its_plural_as_in_the_language_of_the_page(language, zero, one, two):
    with override(language):
        for number, words in enumerate((zero, one, two)):
            text = ngettext("%(deals)s deal", "%(deals)s deals", number)
            assert text % {"deals": number} == words
