"""The table is right after whatever happens to a line, a finger, a browser or a phone."""

from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import make_account, make_quick
from tests.e2e.seat import PLAYABLE, Seat, read_table, sit_down
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments import services

pytestmark = pytest.mark.e2e


@pytest.fixture
def tournament(site):
    return make_running(boards=2)


@pytest.fixture
def user(tournament):
    user = make_quick(staging.start(tournament, make_account("Frans")))
    staging.play_acts(tournament, user, 2)
    return user


def check(page: Any, user: Any, tournament: Any) -> dict[str, Any]:
    """The page shows the table as the server has it: the hand, what lies there, the number of the act."""
    table = read_table(user, tournament)
    assert sorted(Seat(page).hand()) == sorted(table["hand"])
    lying = {slot.get_attribute("data-seat") for slot in page.locator(".felt .slot:has(.card)").all()}
    assert lying == {play["seat"] for play in table["trick"]}
    assert page.locator("#table").get_attribute("data-ply") == str(table["ply"])
    return table


def test_thirty_seconds_without_a_line_in_the_middle_of_a_trick_cost_nothing(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    page.clock.install()
    before = read_table(user, tournament)
    page.context.set_offline(True)
    card = page.locator(PLAYABLE).first
    chosen = card.get_attribute("value")
    card.click()
    page.clock.run_for(1000)
    page.get_by_text("De verbinding is weg. Je tafel blijft bewaard").wait_for()
    # Nothing else can be played meanwhile, and no try goes wrong.
    for _ in range(29):
        page.clock.run_for(1000)
    page.locator(PLAYABLE).last.click(force=True)
    assert read_table(user, tournament) == before
    page.context.set_offline(False)
    page.clock.run_for(9000)
    page.get_by_text("De verbinding is er weer.").wait_for()
    seat.wait(lambda: page.clock.run_for(1000))
    after = check(page, user, tournament)
    assert set(before["hand"]) - set(after["hand"]) == {chosen}
    page.clock.run_for(3000)
    assert page.locator("#connection").is_hidden()


def test_a_line_lost_after_the_card_was_taken_plays_it_once_and_shows_what_followed(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    before = read_table(user, tournament)
    page.route("**/tafel/zet", lambda route: (route.fetch(), route.abort()), times=1)
    card = page.locator(PLAYABLE).first
    chosen = card.get_attribute("value")
    card.click()
    page.get_by_text("De verbinding is weg.").wait_for()
    seat.wait()
    after = check(page, user, tournament)
    assert set(before["hand"]) - set(after["hand"]) == {chosen}


def test_a_browser_closed_after_its_card_tells_on_coming_back_what_followed(page, site, user, tournament):
    sit_down(page, site, user, tournament)
    before = read_table(user, tournament)
    with page.expect_response(lambda response: response.url.endswith("/tafel/zet")) as answer:
        page.route("**/tafel/zet", lambda route: (route.fetch(), route.abort()), times=1)
        page.locator(PLAYABLE).first.click()
    assert answer.value.ok
    page.goto(f"{site}/")
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    table = check(page, user, tournament)
    if table["ply"] - before["ply"] <= 8:
        assert page.locator("#missed li").count() == table["ply"] - before["ply"]
    assert "Terwijl je weg was:" in page.locator("#missed").inner_text()


def test_two_devices_at_one_table_both_end_up_right(browser, browser_context_args, page, site, user, tournament):
    here = sit_down(page, site, user, tournament)
    phone = browser.new_context(**browser_context_args, viewport={"width": 390, "height": 844})
    there = phone.new_page()
    sit_down(there, site, user, tournament)
    here.play_by_mouse()
    table = read_table(user, tournament)
    # The phone is taken out of the pocket again.
    there.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    there.locator(f'#table[data-ply="{table["ply"]}"]').wait_for()
    check(there, user, tournament)
    assert "Terwijl je weg was:" in there.locator("#missed").inner_text()
    # Both play at once: one card counts, and both see the same table.
    page.locator(PLAYABLE).first.click()
    there.locator(PLAYABLE).last.click()
    here.wait()
    Seat(there).wait()
    now = read_table(user, tournament)
    if now["board"] == table["board"]:
        assert len(now["hand"]) == len(table["hand"]) - 1
    for one in (page, there):
        one.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        one.locator(f'#table[data-ply="{now["ply"]}"]').wait_for()
        check(one, user, tournament)
    phone.close()


def test_a_double_tap_plays_one_card(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    before = read_table(user, tournament)
    page.locator(PLAYABLE).first.dblclick()
    seat.wait()
    after = check(page, user, tournament)
    assert len(before["hand"]) - len(after["hand"]) == 1


def test_the_back_button_comes_back_to_the_table_as_it_stands(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    seat.play_by_mouse()
    page.goto(f"{site}/spelregels/")
    table = read_table(user, tournament)
    services.perform_act(user, tournament.pk, table["ply"], staging.first_choice(table), timezone.now())
    page.go_back()
    page.locator(f'#table[data-ply="{read_table(user, tournament)["ply"]}"]').wait_for()
    check(page, user, tournament)
    seat.play_by_mouse()
    check(page, user, tournament)


def test_a_phone_that_is_turned_keeps_the_table_and_all_that_is_tapped_in_reach(page, site, user, tournament):
    page.set_viewport_size({"width": 390, "height": 844})
    seat = sit_down(page, site, user, tournament)
    page.locator(PLAYABLE).first.focus()
    for width, height in ((844, 390), (667, 375), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        check(page, user, tournament)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [one.bounding_box() for one in page.locator(".hand button").all()]
        assert [box for box in boxes if box["width"] < 44 or box["height"] < 44] == []
        # All of the hand and the felt are on the screen at once.
        page.evaluate("document.querySelector('.table-bar').scrollIntoView()")
        bottoms = page.evaluate(
            "[...document.querySelectorAll('.felt, .hand button')].map((one) => one.getBoundingClientRect().bottom)"
        )
        assert max(bottoms) <= height + 1, (width, height)
        assert page.evaluate("document.activeElement.matches('.hand button')")
    seat.play_by_mouse()
    check(page, user, tournament)
