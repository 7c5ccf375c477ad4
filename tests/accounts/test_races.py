"""Two who want one name in the same instant: one has it, the other reads so and keeps what he typed."""

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from accounts.forms import SettingsForm
from accounts.models import User
from tests.api.staging import ROOT
from tests.concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TAKEN = "Er speelt al iemand onder deze naam."


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


def make(number: int, name: str) -> User:
    return User.objects.create_user(f"u{number}@example.org", "x", display_name=name)


def sign_up(number: int, name: str = "Gerda"):
    values = {"display_name": name, "email": f"u{number}@example.org", "password1": "kaarten-op-tafel-7"}
    return Client(raise_request_exception=False).post(reverse("account_signup"), values)


def test_of_many_who_sign_up_under_one_name_one_has_it_and_the_others_keep_their_form():
    answers = at_once(*[lambda number=number: sign_up(number) for number in range(8)])
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [302]
    assert User.objects.count() == EmailAddress.objects.count() == 1
    for number, answer in enumerate(answers):
        if answer.status_code == 200:
            html = answer.content.decode()
            assert TAKEN in html
            assert f'value="u{number}@example.org"' in html


def test_a_name_taken_between_the_check_and_the_writing_is_told_in_the_form(monkeypatch):
    new_user = DefaultAccountAdapter.new_user

    def overtake(self, request):
        make(99, "GERDA")
        return new_user(self, request)

    monkeypatch.setattr(DefaultAccountAdapter, "new_user", overtake)
    answer = sign_up(1)
    assert (answer.status_code, User.objects.count()) == (200, 1)
    assert TAKEN in answer.content.decode()
    assert 'value="u1@example.org"' in answer.content.decode()


def test_one_who_signs_up_twice_at_once_has_one_account_and_nobody_learns_that_it_exists():
    answers = at_once(*[lambda name=name: sign_up(1, name) for name in ("Gerda", "Rik", "An")])
    assert {answer.status_code for answer in answers} == {302}
    assert {answer.url for answer in answers} == {reverse("account_email_verification_sent")}
    assert User.objects.count() == 1


def test_a_name_taken_while_settings_are_saved_is_told_in_the_form(monkeypatch):
    user = make(1, "Gerda")
    save = SettingsForm.save

    def overtake(self, commit=True):
        make(99, "RIK")
        return save(self, commit)

    monkeypatch.setattr(SettingsForm, "save", overtake)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    answer = client.post(reverse("account_settings"), {"display_name": "Rik"})
    assert answer.status_code == 400
    assert TAKEN in answer.content.decode()
    assert 'value="Rik"' in answer.content.decode()
    user.refresh_from_db()
    assert user.display_name == "Gerda"


def test_of_many_tokens_asked_for_at_once_one_holds():
    user = make(1, "Gerda")
    clients = [Client(raise_request_exception=False) for _ in range(6)]
    for client in clients:
        client.force_login(user)
    answers = at_once(*[lambda client=client: client.post(f"{ROOT}token/") for client in clients])
    assert [answer.status_code for answer in answers] == [201] * 6
    assert Token.objects.get().key in {answer.json()["token"] for answer in answers}


def test_two_administrators_who_save_one_name_at_once_both_get_an_answer():
    bosses = [
        User.objects.create_superuser(f"b{number}@example.org", "x", display_name=f"Baas {number}", is_demo=True)
        for number in range(2)
    ]
    players = [make(number, f"Speler {number}") for number in range(2)]

    def save(boss, player):
        client = Client(raise_request_exception=False)
        client.force_login(User.objects.get(pk=boss.pk))
        fields = {"email": player.email, "display_name": "Gerda", "is_active": "on"}
        fields |= {"date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
        return client.post(f"/beheer/accounts/user/{player.pk}/change/", fields)

    answers = at_once(*[lambda pair=pair: save(*pair) for pair in zip(bosses, players, strict=True)])
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    told = next(answer for answer in answers if answer.status_code == 200).content.decode()
    assert TAKEN in told
    assert 'value="Gerda"' in told
