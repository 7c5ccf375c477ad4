"""Signing up, confirming, logging in, forgetting a password, and the second factor of organisers."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "kaarten-op-tafel-7"


@pytest.fixture(autouse=True)
def fresh_limits():
    """Limits on tries are kept in the cache, which outlives a test."""
    cache.clear()


def make(email: str = "gerda@example.org", name: str = "Gerda", confirmed: bool = True, **fields: object) -> User:
    user = User.objects.create_user(email, PASSWORD, display_name=name, **fields)
    if confirmed:
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def sign_up(client: Client, **changes: str):
    values = {"display_name": "Gerda", "email": "gerda@example.org", "password1": PASSWORD, **changes}
    return client.post(reverse("account_signup"), values)


def log_in(client: Client, email: str = "gerda@example.org", password: str = PASSWORD):
    return client.post(reverse("account_login"), {"login": email, "password": password})


def test_one_signs_up_confirms_by_mail_and_logs_in(client):
    assert sign_up(client).status_code == 302
    user = User.objects.get()
    assert (user.display_name, user.email) == ("Gerda", "gerda@example.org")
    # Not before the address has been confirmed.
    assert log_in(Client()).url == reverse("account_email_verification_sent")
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[0].body)
    assert client.get(link[1]).status_code == 200
    client.post(link[1])
    assert EmailAddress.objects.get().verified
    someone = Client()
    assert log_in(someone).url == "/"
    assert "Gerda" in someone.get("/").content.decode()


@pytest.mark.parametrize("name", ["GERDA", " gerda "])
def test_a_taken_name_is_refused_in_words_and_what_was_typed_stays(client, name):
    make()
    response = sign_up(client, display_name=name, email="ander@example.org")
    html = response.content.decode()
    assert "Er speelt al iemand onder deze naam." in html
    assert 'value="ander@example.org"' in html
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("display_name", "x"),
        ("display_name", "x" * 31),
        ("display_name", "Ger\u200bda"),
        ("display_name", ""),
        ("email", "geen adres"),
        ("password1", "kort"),
        ("password1", "password123"),
    ],
)
def test_a_fault_in_the_form_makes_no_account_and_is_told(client, field, value):
    response = sign_up(client, **{field: value})
    assert response.status_code == 200
    assert 'class="errorlist"' in response.content.decode()
    assert not User.objects.exists()


def test_the_hints_for_a_password_say_je(client):
    html = client.get(reverse("account_signup")).content.decode()
    assert "Minstens 10 tekens." in html
    assert "Uw " not in html


def test_a_wrong_password_does_not_say_whether_the_account_exists(client):
    make()
    known = log_in(client, password="helemaal-mis").content.decode()
    unknown = log_in(client, email="niemand@example.org", password="helemaal-mis").content.decode()
    strip = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|value="[\w.@]+"')
    assert strip.sub("", known) == strip.sub("", unknown)
    assert "errorlist" in known


def test_a_forgotten_password_is_set_anew_by_mail(client):
    make()
    client.post(reverse("account_reset_password"), {"email": "gerda@example.org"})
    link = re.search(r"http://testserver(/account/password/reset/key/\S+)", mail.outbox[0].body)
    page = client.get(link[1], follow=True)
    address = page.redirect_chain[-1][0]
    client.post(address, {"password1": "heel-nieuw-woord", "password2": "heel-nieuw-woord"})
    assert log_in(Client(), password="heel-nieuw-woord").url == "/"


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_email_verification_sent",
        "account_inactive",
    ],
)
def test_the_pages_of_the_entrance_wear_the_sites_own_clothes(client, name):
    html = client.get(reverse(name)).content.decode()
    assert "manillen/css/base.css" in html
    assert 'lang="nl"' in html
    assert " style=" not in html
    assert "<style" not in html


@pytest.mark.parametrize(
    "name", ["account_settings", "account_email", "account_change_password", "mfa_index", "account_logout"]
)
def test_the_pages_of_ones_account_need_a_login_and_wear_the_same(client, name):
    anonymous = client.get(reverse(name))
    assert anonymous.status_code == 302
    client.force_login(make())
    html = client.get(reverse(name)).content.decode()
    assert "manillen/css/base.css" in html
    assert " style=" not in html


def test_an_organiser_without_a_second_factor_is_sent_to_set_one_up(client):
    make(is_staff=True)
    log_in(client)
    for address in ("/organisatie/", "/organisatie/nieuw/", "/beheer/"):
        response = client.get(address)
        assert (response.status_code, response.url) == (302, reverse("mfa_index"))
    html = client.get("/organisatie/", follow=True).content.decode()
    assert "Organisatoren melden zich aan met een tweede stap." in html
    password = {"password": PASSWORD, "next": reverse("mfa_activate_totp")}
    html = client.post(reverse("account_reauthenticate"), password, follow=True).content.decode()
    assert "data:image/svg+xml" in html
    assert " style=" not in html


def test_an_organiser_with_a_second_factor_is_let_in(client):
    user = make(is_staff=True)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    client.force_login(user)
    assert client.get("/organisatie/").status_code == 200


def test_a_demo_organiser_needs_neither_and_is_marked(client):
    make(is_staff=True, is_demo=True)
    assert log_in(client).url == "/"
    response = client.get("/organisatie/")
    assert response.status_code == 200
    assert "Dit is een demo-account" in response.content.decode()


def test_a_player_needs_no_second_factor_and_sees_no_organisers_menu(client):
    make()
    log_in(client)
    assert "/organisatie/" not in client.get("/").content.decode()


def test_settings_change_the_name_and_the_mails(client):
    user = make()
    client.force_login(user)
    address = reverse("account_settings")
    response = client.post(address, {"display_name": "  Gerda   C. ", "wants_results": "on"})
    assert response.status_code == 302
    user.refresh_from_db()
    assert (user.display_name, user.wants_results, user.wants_reminders) == ("Gerda C.", True, False)
    assert "Je instellingen zijn bewaard." in client.get(address).content.decode()


def test_settings_keep_a_refused_name_in_the_form_and_not_on_the_account(client):
    make("rik@example.org", "Rik")
    user = make()
    client.force_login(user)
    response = client.post(reverse("account_settings"), {"display_name": "RIK"})
    html = response.content.decode()
    assert response.status_code == 400
    assert 'value="RIK"' in html
    assert "Er speelt al iemand onder deze naam." in html
    assert ">Gerda</a>" in html.replace("</span>Gerda", ">Gerda")
    user.refresh_from_db()
    assert user.display_name == "Gerda"


def test_keeping_ones_own_name_in_other_capitals_is_allowed(client):
    user = make()
    client.force_login(user)
    assert client.post(reverse("account_settings"), {"display_name": "GERDA"}).status_code == 302
    user.refresh_from_db()
    assert user.display_name == "GERDA"


@pytest.mark.parametrize("name", ["\ufdfa" * 31, "\ufb2c" * 11, "\u3164\u3164"])
def test_a_name_that_cannot_be_kept_is_refused_by_both_forms_in_words(client, name):
    assert sign_up(client, display_name=name).status_code == 200
    assert not User.objects.exists()
    client.force_login(make())
    response = client.post(reverse("account_settings"), {"display_name": name})
    assert response.status_code == 400
    assert name in response.content.decode()
    assert 'class="errorlist"' in response.content.decode()


@pytest.mark.parametrize("onward", ["http://[", "https://[evil", "//[", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_on_to_an_address_that_is_not_the_sites_or_cannot_be_read(client, onward):
    for name in ("account_login", "account_signup", "account_reset_password"):
        assert client.get(reverse(name), {"next": onward}).status_code == 200
    make()
    values = {"login": "gerda@example.org", "password": PASSWORD, "next": onward}
    assert client.post(reverse("account_login"), values).url == "/"


def test_settings_without_a_field_are_a_form_with_faults(client):
    client.force_login(make())
    response = client.post(reverse("account_settings"), {}, headers={"X-CSRFToken": "x"})
    assert response.status_code == 400
    assert 'class="errorlist"' in response.content.decode()


def test_a_name_that_was_changed_lately_is_told_when_it_may_change_again_and_what_was_typed_stays(client):
    user = make()
    client.force_login(user)
    address = reverse("account_settings")
    assert client.post(address, {"display_name": "Rita"}).status_code == 302
    response = client.post(address, {"display_name": "Greet"})
    html = response.content.decode()
    assert response.status_code == 400
    assert "Een naam kan je één keer per maand veranderen: de jouwe weer op" in html
    assert 'value="Greet"' in html
    # The rest can still be saved.
    assert client.post(address, {"display_name": "Rita", "hides_page": "on"}).status_code == 302
    user.refresh_from_db()
    assert (user.display_name, user.hides_page) == ("Rita", True)
    assert (
        "Deze naam was tot voor kort van iemand anders."
        in sign_up(Client(), display_name="GERDA", email="ander@example.org").content.decode()
    )
