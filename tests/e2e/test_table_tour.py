"""The first look round the table: once, a step at a time, out of the way with one key."""

from typing import Any

import pytest

from tests.e2e.people import log_in, make_account
from tests.e2e.seat import Seat
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments.models import TableSettings

pytestmark = pytest.mark.e2e


def sit_down(page: Any, site: str) -> tuple[Any, str]:
    tournament = make_running(boards=1)
    user = staging.start(tournament, make_account("Frans"))
    log_in(page, site, user)
    address = f"{site}/toernooien/{tournament.pk}/tafel/"
    page.goto(address)
    return user, address


def test_the_tour_goes_step_by_step_and_once_by_keyboard_alone(page: Any, site: str) -> None:
    user, address = sit_down(page, site)
    tour = page.locator("#tour")
    assert tour.locator("li:visible").count() == 1
    tour.get_by_role("button", name="Volgende").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    # At the last step nothing comes after it, and the focus is on the way out.
    assert tour.get_by_role("button").all_inner_texts() == ["Ik ken de weg"]
    assert tour.locator("li:visible").count() == 1
    assert page.evaluate("document.activeElement.textContent") == "Ik ken de weg"
    with page.expect_response("**/rondleiding"):
        page.keyboard.press("Enter")
    assert tour.count() == 0
    assert page.evaluate("document.activeElement.matches('.choices button')")
    page.goto(address)
    assert tour.count() == 0
    assert TableSettings.objects.get(user=user).tour_seen


@pytest.mark.parametrize("way", ["Escape", "card"])
def test_the_tour_goes_away_by_escape_or_by_playing_and_does_not_come_back(page: Any, site: str, way: str) -> None:
    _, address = sit_down(page, site)
    with page.expect_response("**/rondleiding"):
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            page.locator(".choice").first.click()
    Seat(page).wait()
    page.goto(address)
    assert page.locator("#tour").count() == 0


def test_without_javascript_the_tour_is_read_whole_and_put_away_by_its_button(
    browser: Any, browser_context_args: Any, site: str
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    _, address = sit_down(page, site)
    assert page.locator("#tour li:visible").count() == 5
    page.get_by_role("button", name="Ik ken de weg").click()
    assert page.url == address
    assert page.locator("#tour").count() == 0
    context.close()
