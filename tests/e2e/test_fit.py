"""What must be seen at once on a phone and a tablet: lists that do not run off, names clear of the buttons."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account
from tests.pages.scene import make_closed, make_running
from tests.tournaments import staging
from tournaments import services
from tournaments.services.analysing import analyse_tournament
from tournaments.services.jobs import ATTEMPTS, do_each

pytestmark = pytest.mark.e2e

CLEARANCE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [west, buttons, east] = [".seat-W .name", ".choices", ".seat-E .name"].map(box);
    return [buttons.left - west.right, east.left - buttons.right];
}"""
RUN_OFF = """() => [...document.querySelectorAll(".scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label"))"""


@pytest.mark.parametrize(("width", "height"), [(320, 740), (360, 740), (768, 740), (740, 360)])
def test_the_names_beside_the_trump_buttons_stand_clear_of_them(page: Any, site: str, width: int, height: int):
    user = make_account("Frans Hendrickx")
    running = make_running()
    staging.start(running, user)
    log_in(page, site, user)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site}/toernooien/{running.pk}/tafel/")
    assert min(page.evaluate(CLEARANCE)) >= 4


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_list_runs_off_the_screen(page: Any, site: str, width: int):
    closed, _ = make_closed(3)
    analyse_tournament(closed.pk, timezone.now())
    first = closed.entries.order_by("number")[0]
    player, replay = first.user_id, f"toernooien/{closed.pk}/delen/1/{first.pk}/"
    organiser = make_account("Herberg De Zwaan", is_staff=True, is_demo=True)
    staging.make_open(organiser, title="Zondagtoernooi van De Zwaan")
    services.run_due(timezone.now())
    now = timezone.now() - timedelta(days=1)
    for number in range(ATTEMPTS):
        do_each("finalised", [closed.pk], lambda row: bool(1 // 0), now + number * timedelta(hours=1.5))
    page.set_viewport_size({"width": width, "height": 740})
    log_in(page, site, organiser)
    pages = [f"toernooien/{closed.pk}/{end}" for end in ("lijst/", "delen/", "delen/1/")]
    for end in ("organisatie/", "organisatie/reeksen/", "organisatie/klok/", f"spelers/{player}/", replay, *pages):
        page.goto(f"{site}/{end}")
        assert page.evaluate(RUN_OFF) == [], end
