"""From the list to a deal, to a replay, to the moment where two lines part: by mouse, by keyboard, on a phone."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.e2e.people import log_in, make_account
from tests.e2e.test_every_page import look
from tests.pages.scene import make_running
from tests.tournaments import staging
from tests.tournaments.ten import make_ten
from tournaments import services
from tournaments.models import Tournament
from tournaments.services.analysing import analyse_tournament

pytestmark = pytest.mark.e2e


def make_scene() -> tuple[Tournament, User, User]:
    """A closed tournament of three deals; Frans and Gerda played it each in a way of their own."""
    tournament = make_running(boards=3, title="Winterbeker")
    frans, gerda = make_account("Frans Hendrickx"), make_account("Gerda Claeys")
    for user, choose in ((frans, staging.first_choice), (gerda, staging.last_choice)):
        staging.start(tournament, user)
        staging.play_boom(tournament, user, choose)
    staging.play_out(tournament, staging.make_player("Rik"), choose=staging.random_choice(3))
    tournament = services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
    return tournament, frans, gerda


def find_parting(tournament: Tournament, one: User, other: User, board: int) -> int:
    """How many acts lead to the one in which they part, that one included."""
    mine, yours = (staging.boom_of(tournament, user).plays.get(board=board).acts.split() for user in (one, other))
    return next(place for place, (a, b) in enumerate(zip(mine, yours, strict=True), start=1) if a != b)


def check_moment(page: Any, acts: int, double: bool = True) -> None:
    """The page shows the deal after so many acts: so many cards lie or are gone, on both sides."""
    page.locator("#replay").wait_for()
    assert re.search(rf"[?&]zet={acts}\b", page.locator("[data-share]").get_attribute("href"))
    assert page.locator(".replay-felt").count() == (2 if double else 1)


def test_by_mouse_from_the_list_to_where_two_lines_part(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    log_in(page, site, frans)
    page.goto(f"{site}/toernooien/{tournament.pk}/")
    page.get_by_role("link", name="De lijst apart").click()
    row = page.locator(".matrix:not(.plain) tbody tr", has_text="Gerda")
    row.locator("td a").nth(1).click()
    page.get_by_role("heading", name="Deel 2").wait_for()
    page.locator("tr", has_text="Gerda Claeys").get_by_role("link", name="Herbekijken").click()
    parting = find_parting(tournament, frans, gerda, 2)
    check_moment(page, parting)
    page.get_by_text("loopt het uiteen in slag").wait_for()
    marked = page.locator(".moments .parting [aria-current=step]")
    assert marked.count() == 2
    # A step back both are the same, a step on and back by the button one is there again.
    page.get_by_role("link", name="Een kaart terug").click()
    page.wait_for_url(re.compile(rf"zet={parting - 1}\b"))
    hands = page.locator(".replay-felt .mini-hand")
    drawn = [hands.nth(place).get_attribute("aria-label") for place in range(8)]
    assert drawn[:4] == drawn[4:]
    page.get_by_role("link", name="Waar liep het uiteen").click()
    page.wait_for_url(re.compile(rf"zet={parting}\b"))
    check_moment(page, parting)
    # The browser's own back goes back a moment.
    page.go_back()
    expect(page.locator("[data-share]")).to_have_attribute("href", re.compile(rf"zet={parting - 1}\b"))


def test_by_keyboard_the_same(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    log_in(page, site, frans)
    page.goto(f"{site}/toernooien/{tournament.pk}/delen/1/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("/delen/2/$"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("/delen/1/$"))
    # Letters wait until they are asked for.
    page.keyboard.press("j")
    page.get_by_label("j en k ook").check()
    page.keyboard.press("j")
    page.wait_for_url(re.compile("/delen/2/$"))
    page.keyboard.press("k")
    page.wait_for_url(re.compile("/delen/1/$"))
    page.keyboard.press("j")
    page.wait_for_url(re.compile("/delen/2/$"))
    link = page.locator("tr", has_text="Gerda Claeys").get_by_role("link", name="Herbekijken")
    link.focus()
    page.keyboard.press("Enter")
    parting = find_parting(tournament, frans, gerda, 2)
    check_moment(page, parting)
    page.keyboard.press("Home")
    page.wait_for_url(re.compile(r"zet=0\b"))
    for number in range(1, parting + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(rf"zet={number}\b"))
    check_moment(page, parting)
    assert "legt" in page.locator("#speech").inner_text() or "troef" in page.locator("#speech").inner_text()
    page.keyboard.press("End")
    page.wait_for_url(re.compile(r"zet=33\b"))
    page.keyboard.press("ArrowUp")
    page.wait_for_url(re.compile(r"zet=29\b"))
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile(r"zet=33\b"))
    # The button that was pressed keeps the focus as long as it is there.
    back = page.get_by_role("link", name="Een kaart terug")
    back.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"zet=32\b"))
    expect(page.locator("[data-step=back]")).to_be_focused()


def test_on_a_phone_the_same_without_running_off(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    page.set_viewport_size({"width": 360, "height": 740})
    log_in(page, site, frans)

    def check_width() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360

    page.goto(f"{site}/toernooien/{tournament.pk}/lijst/")
    check_width()
    row = page.locator(".matrix:not(.plain) tbody tr", has_text="Gerda")
    row.locator("td a").nth(1).click()
    page.get_by_role("heading", name="Deel 2").wait_for()
    check_width()
    page.locator("tr", has_text="Gerda Claeys").get_by_role("link", name="Herbekijken").click()
    parting = find_parting(tournament, frans, gerda, 2)
    check_moment(page, parting)
    check_width()
    boxes = [step.bounding_box() for step in page.locator(".steps a").all()]
    assert [box for box in boxes if box["width"] < 44 or box["height"] < 44] == []
    # The two tables come before the tricks of either.
    felts = [felt.bounding_box()["y"] for felt in page.locator(".replay-felt").all()]
    tricks = [one.bounding_box()["y"] for one in page.locator(".moments").all()]
    assert max(felts) < min(tricks)
    page.get_by_role("link", name="Alleen Gerda Claeys").click()
    check_moment(page, parting, double=False)
    check_width()


def test_without_script_every_step_is_a_page(browser: Any, browser_context_args: dict[str, Any], site: str):
    tournament, frans, gerda = make_scene()
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    entries = {user.pk: tournament.entries.get(user=user).pk for user in (frans, gerda)}
    page.goto(f"{site}/toernooien/{tournament.pk}/delen/2/{entries[gerda.pk]}/")
    page.get_by_role("link", name="Een kaart verder").click()
    page.get_by_role("link", name="Een slag verder").click()
    page.wait_for_url(re.compile(r"zet=5\b"))
    page.get_by_label("Leg er een andere speler naast").select_option("Frans Hendrickx")
    page.get_by_role("button", name="Vergelijken").click()
    page.get_by_text("loopt het uiteen in slag").wait_for()
    check_moment(page, find_parting(tournament, frans, gerda, 2))
    context.close()


def test_a_moment_can_be_copied_as_a_link(page: Any, site: str):
    tournament, frans, _ = make_scene()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    entry = tournament.entries.get(user=frans).pk
    page.goto(f"{site}/toernooien/{tournament.pk}/delen/2/{entry}/?zet=7")
    page.get_by_role("link", name="Link naar dit moment").click()
    page.get_by_role("link", name="Gekopieerd").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{site}/toernooien/{tournament.pk}/delen/2/{entry}/?zet=7#replay"


def test_axe_finds_nothing_on_the_pages_that_compare(page: Any, site: str):
    tournament, frans, gerda = make_scene()
    ten, users = make_ten()
    services.run_due(staging.NOW + staging.DAY)
    analyse_tournament(tournament.pk, timezone.now())
    log_in(page, site, frans)
    entries = {user.pk: tournament.entries.get(user=user).pk for user in (frans, gerda)}
    one = f"/toernooien/{tournament.pk}/delen/2/{entries[gerda.pk]}/"
    for address in (
        f"/toernooien/{ten.pk}/lijst/",
        f"/toernooien/{tournament.pk}/lijst/",
        f"/toernooien/{ten.pk}/delen/1/",
        f"/toernooien/{ten.pk}/delen/5/",
        f"/toernooien/{tournament.pk}/delen/2/",
        one,
        f"{one}?naast={entries[frans.pk]}",
        f"{one}?zet=9&zicht=zuid",
        f"/spelers/{frans.pk}/?tegen=Gerda Claeys",
        f"/spelers/{users['Hugo'].pk}/",
    ):
        look(page, site + address)
