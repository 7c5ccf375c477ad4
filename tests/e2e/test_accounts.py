"""Accounts in a real browser: from a sign-up to an organiser's tournament, passkeys, one's data and the way out."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from tests.e2e.people import PASSWORD, log_in, make_account
from tests.pages.scene import make_running
from tests.tournaments import staging

pytestmark = pytest.mark.e2e


def add_authenticator(page: Any) -> None:
    """Give the browser a fingerprint reader that always says yes."""
    client = page.context.new_cdp_session(page)
    client.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    client.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_up(page: Any, site: str, name: str, email: str) -> None:
    page.goto(f"{site}/account/signup/")
    page.get_by_label("Je naam in de lijsten").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.get_by_text("mail", exact=False).first.wait_for()
    link = re.search(r"http\S+/account/confirm-email/\S+", mail.outbox[-1].body)
    page.goto(link[0])
    page.locator("main").get_by_role("button", name="Bevestigen").click()
    page.get_by_role("link", name=name).wait_for()


def add_passkey(page: Any) -> None:
    page.get_by_role("link", name="Een passkey toevoegen").click()
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.get_by_role("button", name="Verder").click()
    page.get_by_role("button", name="De passkey maken").click()
    page.locator(".codes li").first.wait_for()


def test_from_a_sign_up_to_a_tournament_that_is_copied_postponed_and_written_about(page, site):
    add_authenticator(page)
    sign_up(page, site, "Café Gerda", "gerda@example.org")
    User.objects.filter(display_name="Café Gerda").update(is_staff=True)
    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_text("Organisatoren melden zich aan met een tweede stap.").wait_for()
    add_passkey(page)

    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_label("Titel").fill("Zondagbeker")
    page.get_by_label("Titel").press("Tab")
    page.locator("#preview h3", has_text="Zondagbeker").wait_for()
    page.get_by_role("button", name="Bewaren en aankondigen").click()
    page.get_by_text("Het toernooi is aangekondigd.").wait_for()
    number = int(page.url.rstrip("/").rsplit("/", 1)[1])

    player = make_account("Rik")
    log_in_elsewhere = page.context.browser.new_page(locale="nl-BE")
    log_in(log_in_elsewhere, site, player)
    log_in_elsewhere.goto(f"{site}/toernooien/{number}/")
    log_in_elsewhere.get_by_role("button", name="Inschrijven").click()
    log_in_elsewhere.close()

    page.reload()
    page.get_by_text("Later laten sluiten").click()
    later = timezone.localtime(timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT22:00")
    page.get_by_label("Sluit om").fill(later)
    page.locator("#postpone_reason").fill("De zaal is langer open")
    page.get_by_role("button", name="Dan laten sluiten").click()
    page.get_by_text("Het sluit nu later.").wait_for()
    page.get_by_text("De zaal is langer open").wait_for()

    page.get_by_role("link", name="Aan de spelers schrijven").click()
    page.get_by_label("Je bericht").fill("Veel geluk!")
    page.get_by_role("button", name="Nakijken").click()
    page.get_by_text("Het gaat naar 1 speler.").wait_for()
    page.get_by_role("button", name="Versturen").click()
    page.get_by_text("Je bericht gaat naar 1 speler.").wait_for()

    page.get_by_role("link", name="Kopiëren").click()
    page.get_by_label("Titel").fill("Zondagbeker, tweede ronde")
    page.get_by_role("button", name="Bewaren als ontwerp").click()
    page.get_by_text("Het ontwerp is bewaard.").wait_for()


def test_a_passkey_lets_one_in_alone_and_as_a_second_step_and_can_be_renamed_and_removed(page, site):
    add_authenticator(page)
    user = make_account("Mia")
    log_in(page, site, user)
    page.goto(f"{site}/account/2fa/")
    add_passkey(page)
    page.get_by_role("button", name="Afmelden").first.click()
    page.goto(f"{site}/account/login/")
    page.get_by_role("button", name="passkey").click()
    page.get_by_role("link", name="Mia").wait_for()
    page.get_by_role("button", name="Afmelden").first.click()
    page.goto(f"{site}/account/login/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Aanmelden", exact=True).click()
    page.get_by_role("button", name="Je passkey gebruiken").click()
    page.get_by_role("link", name="Mia").wait_for()
    page.goto(f"{site}/account/2fa/webauthn/")
    page.get_by_role("link", name="Andere naam").click()
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.get_by_role("button", name="Verder").click()
    page.locator("main").get_by_role("textbox").fill("tablet")
    page.get_by_role("button", name="Bewaren").click()
    page.get_by_role("link", name=re.compile("Verwijderen.*tablet")).click()
    page.get_by_role("button", name="Verwijderen").click()
    page.get_by_text("Je hebt nog geen passkey.").wait_for()


def test_one_takes_his_data_along_and_deletes_his_account(page, site):
    user = make_account("Frans Hendrickx")
    tournament = make_running(boards=1)
    staging.play_out(tournament, user)
    log_in(page, site, user)
    page.get_by_role("link", name="Frans Hendrickx").click()
    page.get_by_role("link", name="Meenemen, of je account verwijderen").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Mijn gegevens downloaden").click()
    data = json.loads(waiting.value.path().read_text())
    assert data["account"]["display_name"] == "Frans Hendrickx"
    assert data["tournaments"][0]["boom"]["record"].startswith("% manillen 1")
    page.get_by_role("link", name="Mijn account verwijderen").click()
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.get_by_role("button", name="Verder").click()
    page.get_by_role("button", name="Mijn account voorgoed verwijderen").click()
    page.get_by_text("Je account is verwijderd.").wait_for()
    page.goto(f"{site}/toernooien/{tournament.pk}/")
    page.get_by_text("anonieme speler").wait_for()
    assert page.get_by_text("Frans Hendrickx").count() == 0
