"""Practising a closed tournament and playing on from a replay, in a browser: by mouse, on a phone, without script."""

import re
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in
from tests.e2e.test_comparing import make_scene
from tests.e2e.test_every_page import look
from tests.tournaments.test_practising import play
from tournaments.models import Practice
from tournaments.services.analysing import analyse_tournament
from tournaments.services.bot_lines import play_line
from tournaments.services.practising import start_practice

pytestmark = pytest.mark.e2e


def test_from_the_list_to_a_practice_and_back_beside_the_field(page: Any, site: str):
    tournament, frans, _ = make_scene()
    log_in(page, site, frans)
    page.goto(f"{site}/toernooien/{tournament.pk}/lijst/")
    page.get_by_role("button", name="Oefen deze boom").click()
    page.locator(".table-bar .badge", has_text="oefening").wait_for()
    page.locator("[data-choices] button").first.click()
    page.locator("[data-hand] button").first.wait_for()
    practice = Practice.objects.get(user=frans)
    play(frans, tournament, practice.pk)
    page.reload()
    page.get_by_role("link", name="Vergelijk met de anderen").click()
    row = page.locator(".matrix .beside-field tr", has_text="oefening")
    row.locator("td a").first.click()
    page.locator(f"#beside-{practice.pk}", has_text="niet in het klassement").wait_for()


def test_a_what_if_from_the_moment_that_the_script_went_to(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    log_in(page, site, frans)
    entry = tournament.entries.get(user=gerda).pk
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/toernooien/{tournament.pk}/delen/2/{entry}/")
    for number in range(1, 8):
        page.get_by_role("link", name="Een kaart verder").click()
        page.wait_for_url(re.compile(rf"zet={number}\b"))
    page.get_by_role("button", name="Wat als: speel van hier verder").click()
    page.locator(".table-bar .badge", has_text="wat als").wait_for()
    practice = Practice.objects.get(user=frans)
    assert practice.moment == 7
    play(frans, tournament, practice.pk)
    page.reload()
    page.get_by_text("Zo brengt het").wait_for()
    page.get_by_role("link", name="Terug naar het herbekijken").click()
    page.wait_for_url(re.compile(rf"/delen/2/{entry}/\?zet=7$"))


def test_axe_finds_nothing_on_the_pages_of_practice(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    analyse_tournament(tournament.pk, timezone.now())
    play_line(tournament.pk, timezone.now())
    log_in(page, site, frans)
    over = start_practice(frans, tournament.pk, timezone.now())
    play(frans, tournament, over)
    running = start_practice(frans, tournament.pk, timezone.now())
    play(frans, tournament, running, acts=11)
    entry = tournament.entries.get(user=gerda).pk
    base = f"/toernooien/{tournament.pk}"
    for address in (
        f"{base}/lijst/",
        f"{base}/delen/1/",
        f"{base}/delen/2/{entry}/?zet=9",
        f"{base}/oefenen/{running}/",
        f"{base}/oefenen/{over}/",
    ):
        look(page, site + address)
    page.goto(f"{site}{base}/delen/2/{entry}/?zet=9")
    page.get_by_role("button", name="Wat als").click()
    page.locator(".table-bar .badge", has_text="wat als").wait_for()
    address = page.url
    look(page, address)
    play(frans, tournament, Practice.objects.get(origin__isnull=False).pk)
    look(page, address)
