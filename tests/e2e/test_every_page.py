"""Every page of the tour: WCAG 2.2 AA as far as axe can tell, light and dark, and nothing wider than a small phone.

Daily in Dutch, with the widths in German as well, whose words are the longest; `--slow` does every language in full.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings

from tests.e2e.visiting import open_page
from tests.pages.tour import Stop, Tour, make_tour

pytestmark = pytest.mark.e2e

WIDTHS = (320, 360, 820)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LANGUAGES = [code for code, _ in settings.LANGUAGES]
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
ALL_RULES = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
RUN = """options => axe.run(options).then(({violations}) =>
    violations.map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 160))]))"""
SCRIPT = Axe().axe_script


def too_wide(page: Any) -> list[int]:
    """The widths at which something of the page sticks out."""
    wide = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(width)
    page.set_viewport_size({"width": 1280, "height": 800})
    return wide


def walk(browser: Any, site: str, tour: Tour, language: str, judge: Any) -> dict[str, Any]:
    """What `judge` finds wrong on each page, in one language, by the page's name."""
    found = {}
    for who in tour.clients:
        context, page = open_page(browser, site, tour.clients[who], language)
        for stop in (stop for stop in tour.stops if stop.who == who):
            page.goto(site + stop.address)
            wrong = judge(page, stop)
            if wrong:
                found[f"{stop.name} ({language})"] = wrong
        context.close()
    return found


def judge_all(page: Any, stop: Stop | None = None) -> list[Any]:
    """Axe in light, then the colours in dark: nothing else of a page differs there. Then the widths."""
    page.emulate_media(color_scheme="light")
    page.evaluate(SCRIPT)
    wrong = page.evaluate(RUN, ALL_RULES)
    page.emulate_media(color_scheme="dark")
    wrong += page.evaluate(RUN, ONLY_COLOURS)
    page.emulate_media(color_scheme="light")
    return [*wrong, *too_wide(page)]


def look(page: Any, address: str) -> None:
    """Hold one more page to all of it, in a state that the tour does not come by."""
    page.goto(address)
    assert judge_all(page) == [], address


def judge_widths(page: Any, stop: Stop) -> list[int]:
    return too_wide(page)


def test_every_page_in_dutch_light_and_dark(browser, site):
    assert walk(browser, site, make_tour(), "nl", judge_all) == {}


def test_no_page_is_too_wide_for_a_phone_in_german(browser, site):
    assert walk(browser, site, make_tour(), "de", judge_widths) == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "nl"])
def test_every_page_in_every_language(browser, site, language):
    assert walk(browser, site, make_tour(), language, judge_all) == {}
