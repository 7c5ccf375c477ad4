"""Where one is logged in, in people's words, and logging out everywhere else."""

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from accounts.devices import describe_device
from tests.accounts.test_entrance import PASSWORD, log_in, make

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1"


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0", "Samsung Internet, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5", ""),
        ("", ""),
    ],
)
def test_a_device_is_told_in_words(header, words):
    assert describe_device(header) == words


def test_one_sees_where_one_is_logged_in_and_logs_out_everywhere_else():
    user = make()
    here, phone = Client(), Client(headers={"user-agent": PHONE})
    log_in(here)
    log_in(phone)
    Token.objects.create(user=user)
    html = here.get(reverse("usersessions_list")).content.decode()
    assert "Safari, iPhone" in html
    assert html.count("dit toestel") == 1
    here.post(reverse("usersessions_list"))
    assert here.get("/mijn/").status_code == 200
    assert phone.get("/mijn/").status_code == 302
    assert not Token.objects.exists()
    assert "Je bent nergens anders aangemeld." in here.get(reverse("usersessions_list")).content.decode()


@pytest.mark.parametrize("second_step", [False, True])
def test_an_address_changes_once_the_new_one_is_confirmed(mailoutbox, second_step):
    user = make()
    client = Client()
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    if second_step:
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    page = client.post(reverse("account_email"), {"action_add": "1", "email": "nieuw@example.org"}, follow=True)
    assert "nieuw@example.org" in page.content.decode()
    user.refresh_from_db()
    assert user.email == "gerda@example.org"
    link = next(word for message in mailoutbox for word in message.body.split() if "/confirm-email/" in word)
    client.post(link.replace("http://testserver", ""))
    user.refresh_from_db()
    assert user.email == "nieuw@example.org"


def test_the_language_of_the_account_comes_along_to_another_device():
    make(language="en")
    client = Client()
    log_in(client)
    assert '<html lang="en">' in client.get("/").content.decode()
    chosen = Client()
    chosen.post("/taal", {"language": "nl", "next": "/"})
    log_in(chosen)
    assert '<html lang="nl">' in chosen.get("/").content.decode()
