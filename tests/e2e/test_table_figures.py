"""What the table costs a phone: bytes of a first visit, nothing that jumps, a card that needs no picture."""

import gzip
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account, make_quick
from tests.e2e.seat import Seat
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments import selectors

pytestmark = pytest.mark.e2e

MOST_KB = 200
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({type: "layout-shift", buffered: true});
}"""


def make_table(**settings: Any) -> tuple[Any, Any]:
    tournament = make_running(boards=2)
    return tournament, make_quick(staging.start(tournament, make_account("Frans")), **settings)


def test_a_first_visit_to_the_table_takes_less_than_200_kb(page: Any, site: str) -> None:
    """The test server compresses nothing; what it sends is held to the limit compressed, as it is served."""
    tournament, user = make_table(tour_seen=False)
    log_in(page, site, user)
    bodies: dict[str, bytes] = {}
    page.on("response", lambda response: bodies.setdefault(response.url, response.body()))
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/", wait_until="networkidle")
    assert any(url.endswith("cards.svg") for url in bodies)
    assert any(url.endswith("table.js") for url in bodies)
    pages = sum(len(body) for url, body in bodies.items() if "/static/" not in url)
    files = sum(len(gzip.compress(body)) for url, body in bodies.items() if "/static/" in url)
    assert (pages + files) / 1000 < MOST_KB


def test_nothing_jumps_while_a_deal_is_played(page: Any, site: str) -> None:
    tournament, user = make_table(pace="brisk", tour_seen=False)
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, site, user)
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    seat = Seat(page)
    for _ in range(10):
        seat.play_by_mouse()
    assert len(selectors.table_state(user, tournament.pk, timezone.now())["sheet"]) == 1
    assert page.evaluate("window.shifted") < 0.001


def test_a_card_can_be_read_and_played_before_any_picture_has_come(page: Any, site: str) -> None:
    tournament, user = make_table()
    staging.play_acts(tournament, user, 1)
    log_in(page, site, user)
    page.route("**/cards*.svg", lambda route: None)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/", wait_until="domcontentloaded")
    table = selectors.table_state(user, tournament.pk, timezone.now())
    face = page.locator(f'.hand [value="{table["legal"][0]}"] .card text')
    assert face.first.is_visible()
    page.locator(f'.hand [value="{table["legal"][0]}"]').click()
    Seat(page).wait()
    assert selectors.table_state(user, tournament.pk, timezone.now())["ply"] > table["ply"]


def test_ones_own_card_lies_on_the_table_before_the_server_has_answered(page: Any, site: str) -> None:
    tournament, user = make_table()
    staging.play_acts(tournament, user, 1)
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    held: list[Any] = []
    page.route("**/tafel/zet", lambda route: held.append(route))
    card = page.locator(".hand button.hand-card:not([data-why])").first
    name = card.get_attribute("value")
    card.click()
    page.locator(f'.felt .slot.S use[href$="#card-{name}"]').wait_for()
    assert held
    held[0].continue_()
    Seat(page).wait()
