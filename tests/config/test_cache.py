"""Valkey is away: the cache is empty, and nobody notices."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.cache import ForgivingCache


@pytest.fixture
def away(settings, tmp_path, monkeypatch):
    """A cache whose server is not there."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"unix://{tmp_path}/none.sock?db=1"}}
    monkeypatch.setattr(ForgivingCache, "_quiet_until", 0.0)
    return caches["default"]


def test_a_cache_that_is_away_is_an_empty_one(away):
    assert away.answers() is False
    away.set("a", 1)
    assert away.get("a") is None
    assert away.get("a", 7) == 7
    assert away.add("a", 1) is True
    assert away.get_many(["a"]) == {}
    assert "a" not in away
    assert away.delete("a") is False


def test_after_one_failure_no_thread_of_the_process_tries_again_for_a_while(away, monkeypatch):
    away.get("a")
    monkeypatch.setattr(ForgivingCache, "_cache", property(lambda self: pytest.fail("tried again")))
    other = ForgivingCache("unix:///nowhere", {})
    assert other.get("a") is None


@pytest.mark.django_db
def test_people_sign_up_and_log_in_without_the_cache(away):
    values = {"display_name": "Gerda", "email": "gerda@example.org", "password1": "kaarten-op-tafel-7"}
    assert Client().post(reverse("account_signup"), values).url == reverse("account_email_verification_sent")
    EmailAddress.objects.update(verified=True)
    answer = Client().post(reverse("account_login"), {"login": "gerda@example.org", "password": values["password1"]})
    assert (answer.status_code, answer.url) == (302, "/")
    assert User.objects.get().display_name == "Gerda"
