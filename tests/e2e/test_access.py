"""Forms with faults, fingers on small phones, and less motion; `test_every_page` holds every page to axe."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.people import log_in, make_account
from tests.pages.scene import make_running
from tests.tournaments import staging

pytestmark = pytest.mark.e2e

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def test_a_form_with_faults_is_a_page_that_everyone_can_use_too(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_label("Plaatsen").fill("99")
    page.get_by_role("button", name="Bewaren als ontwerp").click()
    result = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    assert [one["id"] for one in result.response["violations"]] == []


def test_targets_are_large_enough_for_a_finger(page, site):
    """44 px at least, for what is tapped at the table on a phone."""
    user = make_account("Frans")
    tournament = make_running()
    staging.start(tournament, user)
    log_in(page, site, user)
    page.set_viewport_size({"width": 320, "height": 640})
    address = f"{site}/toernooien/{tournament.pk}/tafel/"
    page.goto(address)
    boxes = [button.bounding_box() for button in page.locator(".choice").all()]
    assert len(boxes) == 5
    staging.play_acts(tournament, user, 1)
    page.goto(address)
    boxes += [button.bounding_box() for button in page.locator(".hand button, .site-nav a, .site-nav button").all()]
    assert len(boxes) > 15
    assert [box for box in boxes if box["width"] < 44 or box["height"] < 44] == []


def test_with_less_motion_asked_for_cards_do_not_fly(page, site):
    user = make_account("Frans")
    tournament = make_running()
    staging.start(tournament, user)
    log_in(page, site, user)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    page.locator(".choice").first.click()
    page.locator(".felt .slot .card").first.wait_for()
    assert page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
