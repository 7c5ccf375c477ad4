"""Pages speak Dutch until their reader chooses otherwise."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("browser", ["en-US,en;q=0.9", "fr-BE", "de", "nl-BE", "", "x" * 5000])
def test_a_page_is_dutch_whatever_the_browser_was_set_to(browser):
    html = Client().get("/", headers={"accept-language": browser}).content.decode()
    assert '<html lang="nl">' in html
    assert "Dezelfde kaarten voor tien spelers" in html


def test_english_can_be_chosen_and_dutch_again():
    client = Client()
    assert client.post("/taal", {"language": "en", "next": "/spelregels/"}).url == "/spelregels/"
    html = client.get("/spelregels/").content.decode()
    assert '<html lang="en">' in html
    assert "Rules of the game" in html
    # The indices follow the language: K for the king.
    assert "#index-K" in html
    client.post("/taal", {"language": "nl", "next": "/"})
    html = client.get("/spelregels/").content.decode()
    assert "#index-K" not in html
    assert "#index-H" in html


@pytest.mark.parametrize("language", ["fr", "de", "xx", "'; DROP"])
def test_a_language_that_is_not_there_yet_leaves_the_page_dutch(language):
    client = Client()
    client.cookies["django_language"] = language
    assert '<html lang="nl">' in client.get("/").content.decode()
