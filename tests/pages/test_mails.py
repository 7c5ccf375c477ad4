"""Switching mails off: from a mail, without logging in, and on the page of settings."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from tests.pages.scene import logged_in
from tests.tournaments.staging import make_player
from tournaments.models import MailKind
from tournaments.selectors.mails import WISHES
from tournaments.services.letters import write_token

pytestmark = pytest.mark.django_db


def address_of(user, kind):
    return reverse("tournaments:mail_off", args=[write_token(user.pk, kind)])


@pytest.mark.parametrize("kind", WISHES)
def test_the_one_click_of_a_mail_program_switches_that_kind_off_and_no_other(kind):
    user = make_player()
    # No cookie, no token of a form: RFC 8058.
    client = Client(enforce_csrf_checks=True)
    response = client.post(address_of(user, kind), {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert "Je krijgt deze mails niet meer" in response.content.decode()
    user.refresh_from_db()
    assert [wish for wish in WISHES.values() if not getattr(user, wish)] == [WISHES[kind]]


@pytest.mark.parametrize("kind", [MailKind.CLOSING, MailKind.CANCELLED])
def test_what_becomes_of_ones_own_tournament_cannot_be_switched_off(kind):
    assert Client().get(address_of(make_player(), kind)).status_code == 400


def test_looking_at_the_link_changes_nothing_and_shows_one_button():
    user = make_player()
    response = Client().get(address_of(user, MailKind.RESULT))
    html = response.content.decode()
    assert "Deze mails niet meer krijgen?" in html
    assert ">Zet ze uit</button>" in html
    assert response["Cache-Control"] == "private, no-store"
    user.refresh_from_db()
    assert user.wants_results


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_is_not_whole_says_so(method):
    response = getattr(Client(), method)(reverse("tournaments:mail_off", args=["kapot"]))
    assert response.status_code == 400
    assert "Deze link is niet volledig." in response.content.decode()


def test_the_settings_have_a_switch_for_each_kind():
    user = make_player("Gerda")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = logged_in(user)
    html = client.get(reverse("account_settings")).content.decode()
    assert 'name="wants_reminders"' in html
    client.post(reverse("account_settings"), {"display_name": "Gerda", "wants_results": "on"})
    user.refresh_from_db()
    assert (user.wants_reminders, user.wants_results) == (False, True)
