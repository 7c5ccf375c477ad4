"""The pages of one's own data: taking it along, and going for good after the password was asked once more."""

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.test_entrance import PASSWORD, log_in, make
from tests.pages.scene import logged_in
from tests.tournaments import staging

pytestmark = pytest.mark.django_db

DELETE = "/mijn/account-verwijderen/"


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


def test_the_file_is_ones_own_and_can_be_read():
    user = staging.make_player("Gerda")
    response = logged_in(user).get(reverse("tournaments:export"))
    assert response["Content-Disposition"].startswith('attachment; filename="manillen-')
    assert "no-store" in response["Cache-Control"]
    assert json.loads(response.content)["account"]["display_name"] == "Gerda"
    assert Client().get(reverse("tournaments:export")).status_code == 302


def test_deleting_asks_the_password_again_says_what_stays_and_logs_out(mailoutbox):
    make()
    client = Client()
    log_in(client)
    asked = client.get(DELETE)
    assert asked.status_code == 302
    assert asked.url.startswith(reverse("account_reauthenticate"))
    assert client.post(DELETE).status_code == 302
    assert User.objects.get().deleted_at is None
    client = Client()
    log_in(client)
    page = client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": DELETE}, follow=True)
    html = page.content.decode()
    assert "Wat blijft" in html
    assert User.objects.get().deleted_at is None
    done = client.post(DELETE, follow=True)
    assert "Je account is verwijderd." in done.content.decode()
    assert client.get("/mijn/").status_code == 302
    assert log_in(Client()).status_code == 200
    assert mailoutbox[-1].to == ["gerda@example.org"]


def test_a_wrong_password_deletes_nothing():
    make()
    client = Client()
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": "mis", "next": DELETE})
    assert client.post(DELETE).status_code == 302
    assert User.objects.get().deleted_at is None


def test_who_still_leads_something_reads_what_to_do():
    user = make(is_staff=True, is_demo=False)
    staging.make_open(user, title="Paasbeker", closes_at=staging.NOW.replace(year=2099))
    client = Client()
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    html = client.get(DELETE).content.decode()
    assert "Paasbeker" in html
    assert "voorgoed verwijderen" not in html
    response = client.post(DELETE)
    assert response.status_code == 409
    assert "rekenen nog op wat jij leidt: “Paasbeker”" in response.content.decode()
