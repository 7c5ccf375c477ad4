"""The table in every way it can be set: nothing for axe to find, nothing too small to tap or off the screen."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.people import log_in, make_account, make_quick
from tests.e2e.test_access import TAGS
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments.models import TableSettings

pytestmark = pytest.mark.e2e

LOOKS: list[dict[str, Any]] = [
    {},
    {"four_colours": True},
    {"large_faces": True},
    {"left_hand": True},
    {"high_contrast": True},
    {"size": 0},
    {"size": 2},
    {"size": 3, "large_faces": True, "high_contrast": True, "four_colours": True, "left_hand": True},
]
WIDTHS = ((320, 568), (740, 360), (1280, 800))


def find_faults(page: Any) -> list[Any]:
    result = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    return [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in result.response["violations"]]


def test_axe_finds_nothing_in_any_look_light_or_dark(page: Any, site: str) -> None:
    user = make_quick(make_account("Frans"))
    tournament = make_running(boards=2)
    staging.start(tournament, user)
    staging.play_acts(tournament, user, 3)
    log_in(page, site, user)
    for number, look in enumerate(LOOKS):
        TableSettings(user=user, **{"pace": "at_once", "tour_seen": number > 0, **look}).save()
        page.set_viewport_size({"width": 1280, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
            if number == 0:
                page.locator("#settings summary").click()
            assert find_faults(page) == [], f"{look} {scheme}"
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.getElementById('settings').removeAttribute('open')")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{look} at {width}"
            taps = page.locator(".hand button, .tool").evaluate_all(
                "(all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
            )
            assert [box for box in taps if min(box) < 44] == [], f"{look} at {width}"


def test_axe_finds_nothing_on_the_page_of_the_settings(page: Any, site: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{site}/tafelinstellingen/")
        assert find_faults(page) == []
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_a_guest_sets_on_the_page_of_the_settings_is_how_his_table_comes(page: Any, site: str) -> None:
    page.goto(f"{site}/tafelinstellingen/")
    page.get_by_label("Hoog contrast").check()
    page.get_by_label("Grootte van de tafel").select_option("2")
    page.get_by_role("button", name="Bewaren").click()
    page.get_by_text("Je instellingen zijn bewaard.").wait_for()
    assert page.get_by_label("Hoog contrast").is_checked()
    page.goto(site)
    page.get_by_role("button", name="Vrij spel").first.click()
    page.locator("body.table-page.high-contrast.size-2").wait_for()
    for size in (1, 0):
        # Each step is kept before the next, so that the reload finds the last.
        with page.expect_response("**/tafelinstellingen/"):
            page.get_by_role("button", name="Kleiner scherm").click()
        page.locator(f"body.table-page.high-contrast.size-{size}").wait_for()
    page.reload()
    page.locator("body.table-page.high-contrast.size-0").wait_for()
