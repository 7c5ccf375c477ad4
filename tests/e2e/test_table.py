"""The table in a browser: refusals, two taps, the keyboard, no script, coming back, a lost line."""

from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import make_account, make_quick
from tests.e2e.seat import Seat, read_table, sit_down
from tests.e2e.words import card_in_dutch
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments import services
from tournaments.models import TableSettings

pytestmark = pytest.mark.e2e


@pytest.fixture
def tournament(site):
    return make_running(boards=2)


@pytest.fixture
def user(tournament):
    return make_quick(staging.start(tournament, make_account("Frans")))


def set_up(page: Any, name: str, *, on: bool = True) -> None:
    """Switch a setting of the table, by its name, from the table itself."""
    page.locator("#settings summary").click()
    with page.expect_response("**/tafelinstellingen/"):
        page.get_by_label(name).set_checked(on)
    page.keyboard.press("Escape")


def play_on_until_forbidden(user: Any, tournament: Any) -> dict[str, Any]:
    """Play until South is to follow with a hand of which some cards, not all, may be played."""
    for number in range(16):
        table = read_table(user, tournament)
        if table["forbidden"] and len(table["legal"]) > 1:
            return table
        services.perform_act(user, tournament.pk, table["ply"], staging.random_choice(number)(table), timezone.now())
    raise AssertionError("no such position came up")


def test_a_grey_card_can_be_tried_tells_the_duty_and_changes_nothing(page, site, user, tournament):
    table = play_on_until_forbidden(user, tournament)
    seat = sit_down(page, site, user, tournament)
    card, reason = next(iter(table["forbidden"].items()))
    grey = page.locator(f'.hand [value="{card}"]')
    assert grey.get_attribute("aria-disabled") == "true"
    hand = seat.hand()
    # Playwright takes aria-disabled for "cannot be clicked"; a finger does not.
    grey.click(force=True)
    page.get_by_role("alert").get_by_text(reason["message"]).wait_for()
    assert reason["message"].startswith("Je m")
    assert seat.hand() == hand
    assert page.locator(".felt .slot.S .card").count() == 0
    assert read_table(user, tournament) == table
    # The next card that may be played goes through, and the remark has gone.
    seat.play_by_mouse()
    assert page.locator("#remark").inner_text() == ""
    assert read_table(user, tournament)["ply"] > table["ply"]


def test_with_two_taps_the_first_only_lifts_the_card(page, site, user, tournament):
    staging.play_acts(tournament, user, 1)
    seat = sit_down(page, site, user, tournament)
    set_up(page, "Twee tikken")
    before = read_table(user, tournament)
    card = page.locator(".hand button.hand-card:not([data-why])").first
    other = page.locator(f'.hand button:not([value="{card.get_attribute("value")}"])').last
    card.click()
    assert "chosen" in card.get_attribute("class")
    other.click(force=True)
    card.click()
    assert page.locator(".hand .chosen").count() == 1
    assert read_table(user, tournament) == before
    card.click()
    seat.wait()
    assert read_table(user, tournament)["ply"] > before["ply"]
    # The setting stays with the account, on the next visit too.
    page.reload()
    assert page.get_by_label("Twee tikken").is_checked()
    assert TableSettings.objects.get(user=user).two_tap


def test_every_card_is_told_in_words_by_the_live_region(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    speech = page.locator("#speech")
    assert speech.get_attribute("aria-live") == "polite"
    act = seat.play_by_keyboard()
    assert act == "D"
    table = read_table(user, tournament)
    told = speech.locator("p").all_inner_texts()
    expected = ["Je kiest als troef: ruiten."]
    names = {"W": "West", "N": "Noord (maat)", "E": "Oost"}
    expected += [f"{names[play['seat']]} legt {card_in_dutch(play['card'])}." for play in table["trick"]]
    assert told == [*expected, "Jij bent aan zet"]


def test_reloading_in_the_middle_of_a_trick_brings_the_same_table(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    seat.play_by_mouse()
    seat.play_by_mouse()
    table = read_table(user, tournament)
    shown = seat.hand()
    page.reload()
    assert seat.hand() == shown
    assert sorted(shown) == sorted(table["hand"])
    lying = {slot.get_attribute("data-seat") for slot in page.locator(".felt .slot:has(.card)").all()}
    assert lying == {play["seat"] for play in table["trick"]}


def test_leaving_while_the_others_play_loses_no_card(page, site, user, tournament):
    sit_down(page, site, user, tournament)
    with page.expect_response(lambda response: response.url.endswith("/tafel/zet")):
        page.locator(".choice").first.click()
    page.goto(f"{site}/")
    page.get_by_role("link", name="Verder spelen").click()
    page.get_by_text("Jij bent aan zet").wait_for()
    assert len(read_table(user, tournament)["trick"]) == page.locator(".felt .slot .card").count() == 3


def test_a_lost_line_is_told_and_the_card_arrives_once_when_it_is_back(page, site, user, tournament):
    staging.play_acts(tournament, user, 1)
    seat = sit_down(page, site, user, tournament)
    before = read_table(user, tournament)
    page.context.set_offline(True)
    page.locator(".hand button.hand-card:not([data-why])").first.click()
    page.get_by_text("De verbinding is weg.").wait_for()
    assert read_table(user, tournament) == before
    page.context.set_offline(False)
    page.locator("#connection").wait_for(state="hidden")
    seat.wait()
    assert page.get_by_text("De verbinding is weg.").count() == 0 or page.locator("#connection").is_hidden()
    after = read_table(user, tournament)
    assert len(after["hand"]) == len(before["hand"]) - 1


def test_a_card_sent_from_a_second_tab_is_played_once(page, site, user, tournament):
    staging.play_acts(tournament, user, 1)
    sit_down(page, site, user, tournament)
    second = page.context.new_page()
    second.goto(page.url)
    here = page.locator(".hand button.hand-card:not([data-why])")
    chosen = here.first.get_attribute("value")
    here.first.click()
    Seat(page).wait()
    after = read_table(user, tournament)
    second.locator(f'.hand [value="{chosen}"]').click()
    Seat(second).wait()
    assert read_table(user, tournament) == after
    assert sorted(Seat(second).hand()) == sorted(after["hand"])


def test_an_older_tab_that_plays_another_card_reads_why_not_and_sees_the_present_table(page, site, user, tournament):
    table = play_on_until_forbidden(user, tournament)
    sit_down(page, site, user, tournament)
    services.perform_act(user, tournament.pk, table["ply"], table["legal"][0], timezone.now())
    now = read_table(user, tournament)
    page.locator(f'.hand [value="{table["legal"][1]}"]').click()
    page.get_by_text("Het spel is al verder").wait_for()
    assert page.locator("#table").get_attribute("data-ply") == str(now["ply"])


def test_when_north_deals_the_hand_lies_face_down_until_he_has_chosen(page, site):
    tournament = make_running(boards=2, first_dealer="W")
    user = staging.start(tournament, make_account("Frans"))
    table = read_table(user, tournament)
    while table["board"] == 1 and len(table["hand"]) > 1:
        act = staging.first_choice(table)
        table = services.perform_act(user, tournament.pk, table["ply"], act, timezone.now())["table"]
    seat = sit_down(page, site, user, tournament)
    page.locator(".hand button.hand-card").first.click()
    page.locator("[data-go-on]").click()
    page.locator(".hand.covered").wait_for()
    assert page.locator(".hand.covered .card.back").count() == 8
    seat.wait()
    assert page.locator(".hand.covered").count() == 0
    assert page.locator(".hand .card.back").count() == 0
    assert "Deel 1 is uit" not in page.locator("#table").inner_text()


def test_without_smooth_play_a_trick_lies_until_it_has_been_seen(page, site, user, tournament):
    staging.play_acts(tournament, user, 1)
    seat = sit_down(page, site, user, tournament)
    set_up(page, "Vlot doorspelen", on=False)
    seat_card = page.locator(".hand button.hand-card:not([data-why])").first
    seat_card.click()
    page.locator(".felt .slot.winning").wait_for()
    page.wait_for_timeout(2500)
    assert page.locator(".felt .slot .card").count() == 4
    page.locator(".felt").click(position={"x": 12, "y": 12})
    seat.wait()
    assert page.locator(".felt .slot.winning .card").count() == 0


def test_the_last_trick_is_there_on_demand(page, site, user, tournament):
    seat = sit_down(page, site, user, tournament)
    seat.play_by_mouse()
    seat.play_by_mouse()
    table = read_table(user, tournament)
    played = {play["card"] for play in table["last_trick"]["cards"]}
    peek = page.locator(".peek .card use:not(.index)")
    page.keyboard.press("l")
    assert {one.get_attribute("href").split("#card-")[1] for one in peek.all()} == played
    page.keyboard.press("l")
    assert peek.count() == 0
    page.get_by_role("link", name="Laatste slag").click()
    assert {one.get_attribute("href").split("#card-")[1] for one in peek.all()} == played
    page.keyboard.press("Escape")
    assert peek.count() == 0


def test_without_javascript_cards_are_played_by_forms(browser, browser_context_args, site, user, tournament):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    seat = sit_down(page, site, user, tournament)
    page.get_by_role("button", name="Harten").click()
    for _ in range(4):
        table = read_table(user, tournament)
        assert sorted(seat.hand()) == sorted(table["hand"])
        page.locator(f'.hand [value="{table["legal"][0]}"]').click()
        assert read_table(user, tournament)["ply"] > table["ply"]
    table = play_on_until_forbidden(user, tournament)
    page.reload()
    card, reason = next(iter(table["forbidden"].items()))
    page.locator(f'.hand [value="{card}"]').click(force=True)
    assert page.get_by_role("alert").get_by_text(reason["message"]).count() == 1
    assert read_table(user, tournament) == table
    context.close()
