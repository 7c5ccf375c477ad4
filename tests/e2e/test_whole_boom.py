"""A whole boom at the table of free play and of a tournament: by keyboard alone, and without JavaScript."""

from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account, make_quick
from tests.e2e.seat import Seat
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments import selectors

pytestmark = pytest.mark.e2e

BOARDS = 2
"""Enough for a boom in which South deals, another deals, and a deal ends within it."""


def make_table() -> tuple[Any, Any]:
    tournament = make_running(boards=BOARDS)
    user = make_account("Frans")
    staging.enter(tournament, user)
    return tournament, make_quick(user)


def read_end(page: Any, user: Any, tournament: Any) -> None:
    table = selectors.table_state(user, tournament.pk, timezone.now())
    assert table["finished"]
    assert len(table["sheet"]) == BOARDS
    page.get_by_text("Jouw score").wait_for()
    assert int(page.locator(".final-score").inner_text().replace("−", "-")) == table["score"]


def test_by_keyboard_alone_from_the_tournaments_page_to_the_score(page: Any, site: str) -> None:
    tournament, user = make_table()
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    press(page, "Beginnen")
    page.locator(".choices").wait_for()
    seat = Seat(page)
    for _ in range(BOARDS * 9):
        if seat.finished:
            break
        seat.play_by_keyboard()
    read_end(page, user, tournament)


def press(page: Any, name: str) -> None:
    """Go by Tab to the button of this name, and press it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab never came to {name!r}")


def test_without_javascript_by_plain_pages(browser: Any, browser_context_args: Any, site: str) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    tournament, user = make_table()
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    page.get_by_role("button", name="Begin").click()
    told = 0
    for _ in range(BOARDS * 9):
        if page.locator("#table.state-finished").count():
            break
        page.locator(".choice, .hand button:not([data-why])").first.click()
        told += page.locator("#missed li").count()
    read_end(page, user, tournament)
    # What the others did was told after each act, but for what came before the first and after the last.
    assert told > BOARDS * 20
    context.close()
