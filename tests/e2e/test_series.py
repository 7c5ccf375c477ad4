"""A series from end to end: planned by an organiser in the browser, entered and played at by a player."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account
from tests.e2e.seat import Seat
from tournaments import services
from tournaments.models import Series, State, Tournament

pytestmark = pytest.mark.e2e


def test_an_organiser_plans_a_series_and_a_player_plays_at_its_table(page: Any, site: str):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    page.goto(f"{site}/organisatie/reeksen/nieuw/")
    opens = timezone.localtime(timezone.now() + timedelta(hours=1))
    page.get_by_label("Naam van de reeks").fill("Avondspel")
    page.get_by_label("Titel van elk toernooi").fill("Avondspel {nummer} op {datum}")
    page.get_by_label("Delen, hoogstens").fill("1")
    page.get_by_label("Uren open").fill("30")
    page.get_by_label("Opent om").fill(opens.strftime("%H:%M"))
    # The preview follows what is typed, without a click.
    page.locator("#preview").get_by_text("hoogstens 24 uur").wait_for()
    page.get_by_label("Uren open").fill("20")
    page.get_by_label("Opent om").click()
    page.locator("#preview li").nth(4).wait_for()
    assert page.locator("#preview li").count() == 5
    page.get_by_role("button", name="Bewaren").click()
    page.get_by_text("De reeks is gepland.").wait_for()
    page.get_by_role("button", name="Afmelden").click()

    # The clock announces the first day at once, since it opens within a day.
    now = timezone.now()
    services.run_due(now)
    player = make_account("Frans Hendrickx")
    log_in(page, site, player)
    page.goto(f"{site}/reeksen/")
    page.get_by_role("heading", name="Avondspel").get_by_role("link").click()
    page.get_by_role("button", name="Inschrijven").click()
    page.get_by_text("Je bent ingeschreven. Veel geluk!").wait_for()
    tournament = Tournament.objects.get()
    assert tournament.title.startswith("Avondspel 1 op ")
    assert tournament.state == State.ANNOUNCED
    # What the clock would do within the hour.
    Tournament.objects.update(opens_at=now - timedelta(minutes=1))
    Series.objects.get().occurrences.update(opens_at=now - timedelta(minutes=1))
    services.run_due(now)
    page.goto(f"{site}/reeksen/{Series.objects.get().pk}/")
    page.get_by_role("link", name="Naar je tafel").click()
    page.get_by_role("button", name="Beginnen").click()
    seat = Seat(page)
    while not seat.finished:
        seat.play_by_mouse()
    page.get_by_text("Jouw score").wait_for()

    # Closed by its time, its winner stands on the page of the series.
    closes = Tournament.objects.get(pk=tournament.pk).closes_at
    assert closes is not None
    Tournament.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    Series.objects.get().occurrences.filter(number=1).update(closes_at=timezone.now() - timedelta(seconds=1))
    services.run_due(timezone.now())
    page.goto(f"{site}/reeksen/{Series.objects.get().pk}/")
    page.locator("table.list").get_by_text("Frans Hendrickx").wait_for()


def test_without_script_the_button_shows_the_coming_days(browser: Any, site: str):
    context = browser.new_context(java_script_enabled=False, locale="nl-BE")
    page = context.new_page()
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    page.goto(f"{site}/organisatie/reeksen/nieuw/")
    page.get_by_label("Opent om").fill("02:30")
    page.get_by_label("Vanaf").fill("2027-03-27")
    page.get_by_role("button", name="Voorbeeld").click()
    assert page.locator("#preview li").count() == 5
    page.get_by_text("het opent om 03:00").wait_for()
    assert page.get_by_label("Opent om").input_value() == "02:30"
    context.close()


def test_what_was_typed_while_the_session_ended_is_there_after_logging_in(page: Any, site: str):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    page.goto(f"{site}/organisatie/reeksen/nieuw/")
    page.get_by_label("Naam van de reeks").fill("Lang over nagedacht")
    page.get_by_label("Opent om").fill("19:30")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Bewaren").click()
    page.get_by_label("E-mail").fill(organiser.email)
    page.get_by_label("Wachtwoord").fill("kaarten-op-tafel-7")
    page.locator("main").get_by_role("button", name="Aanmelden").click()
    page.get_by_text("Je was intussen afgemeld.").wait_for()
    assert page.get_by_label("Naam van de reeks").input_value() == "Lang over nagedacht"
    page.get_by_role("button", name="Bewaren").click()
    page.get_by_text("De reeks is gepland.").wait_for()
