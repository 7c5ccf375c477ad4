"""What allauth and Django say to someone who makes an account, in the site's own Dutch."""

import re
from importlib.util import find_spec
from pathlib import Path

import polib
import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils.translation import gettext, override

from accounts.wording import SENTENCES
from tests.accounts.test_entrance import sign_up
from tests.pages.test_catalogue import ADDRESS

NOT_SHOWN = {
    "Your phone number is still pending verification.",
    "Thank you for using %(site_name)s!\n%(site_domain)s",
}
"""Sentences of what is switched off here, or stands in a template of our own."""

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


def test_every_sentence_is_still_one_of_allauth():
    found = find_spec("allauth")
    assert found is not None
    assert found.origin is not None
    catalogue = polib.pofile(str(Path(found.origin).parent / "locale/nl/LC_MESSAGES/django.po"))
    assert set(SENTENCES) <= {entry.msgid for entry in catalogue if not entry.obsolete}


def test_a_short_password_is_refused_in_dutch(client):
    assert "Dit wachtwoord is te kort: minstens 10 tekens." in sign_up(client, password1="kort").content.decode()


def test_the_mail_says_who_and_why_and_greets_by_no_address(client):
    sign_up(client)
    body = mail.outbox[0].body
    assert body.startswith("Dag Gerda,\n\nMet dit adres is een account gemaakt op testserver.")
    assert body.rstrip().endswith("Manillen, testserver")


def test_who_confirms_in_the_browser_of_the_sign_up_is_logged_in_and_anywhere_else_not(client):
    sign_up(client)
    sign_up(Client(), display_name="Rita", email="rita@example.org")
    own, other = (re.search(r"/account/confirm-email/\S+", letter.body)[0] for letter in mail.outbox)
    client.post(own)
    assert "Gerda" in client.get("/").content.decode()
    elsewhere = Client()
    elsewhere.post(other)
    assert elsewhere.get("/mijn/").status_code == 302


@pytest.mark.parametrize("language", ["nl", "fr", "de"])
def test_allauth_addresses_the_reader_as_the_site_does(language):
    """Its German says "du", its Dutch "kunt": what of it is shown here has words of its own in our catalogues."""
    found = find_spec("allauth")
    assert found is not None
    assert found.origin is not None
    wrong = re.compile(ADDRESS[language] + (r"|\b[Kk]unt?\b|\b[Ww]ilt\b" if language == "nl" else ""))
    catalogue = polib.pofile(str(Path(found.origin).parent / f"locale/{language}/LC_MESSAGES/django.po"))
    shown = [
        entry.msgid
        for entry in catalogue
        if not entry.obsolete
        and any(re.match(r"(templates/)?(account|mfa|usersessions)/", place) for place, _ in entry.occurrences)
        and entry.msgid not in NOT_SHOWN
    ]
    assert len(shown) > 100
    with override(language):
        assert [text for text in shown if wrong.search(gettext(text))] == []
