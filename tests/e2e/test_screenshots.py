"""Pictures of every page, to be looked at: `pytest tests/e2e/test_screenshots.py --slow`.

They go to the folder that SCREENSHOTS names, tests/e2e/output unless it is set.
"""

import os
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account
from tests.e2e.visiting import open_page
from tests.pages.tour import make_tour
from tests.tournaments import staging
from tests.tournaments.free_staging import write_boom
from tournaments import selectors, services
from tournaments.days import ONE_DAY, day_of
from tournaments.models import Tournament
from tournaments.services.daily_lists import fix_daily_lists

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

FOLDER = Path(os.environ.get("SCREENSHOTS") or Path(__file__).parent / "output")
SIZES = ((360, 740), (820, 1180), (1440, 900))
NAMES = (
    "Gerda Claeys",
    "Rik Vermeulen",
    "Jozef De Smet",
    "Mia Peeters",
    "André Maes",
    "Lieve Jacobs",
    "Willy Goossens",
    "Nadine Wouters",
    "Étienne Dubois",
)


def take(page: Any, name: str) -> None:
    """The page as it stands, whole, in each size, light and dark."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(150)
            page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png", full_page=True)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")


def make_scene() -> tuple[Tournament, Tournament, Any]:
    """A closed tournament, an open one in which all but one have played, and that one."""
    organiser = make_account("Café De Zwaan", is_staff=True, is_demo=True)
    closes = timezone.now() + timedelta(days=2, hours=3)
    users = [make_account(name) for name in NAMES]
    frans = make_account("Frans Hendrickx")
    closed = staging.make_open(organiser, title="Winterbeker, eerste ronde", boards=6, closes_at=closes)
    for number, user in enumerate(users):
        staging.play_out(closed, user, choose=staging.random_choice(number // 2))
    staging.start(closed, frans)
    staging.play_acts(closed, frans, 12)
    closed = services.close_tournament(organiser, closed.pk, timezone.now(), "Iedereen is klaar")
    words = "Het wekelijkse toernooi van De Zwaan. Speel wanneer het je past."
    running = staging.make_open(
        organiser, title="Zondagtoernooi van De Zwaan", description=words, boards=8, closes_at=closes
    )
    for number, user in enumerate(users):
        staging.play_out(running, user, choose=staging.random_choice(number))
    staging.make_announced(organiser, title="Paasbeker", closes_at=closes + timedelta(days=30))
    return closed, running, frans


def make_days(reader: Any) -> None:
    """Ten days of booms by a hundred players and the reader; the days before today are fixed."""
    chance = random.Random(4)
    today = day_of(timezone.now())
    users = [reader, *(staging.make_player(f"{chance.choice(NAMES)} {number}") for number in range(100))]
    for number in range(260):
        day = today - ONE_DAY * (9 - number % 10)
        score = min(130, max(-101, round(chance.gauss(-4, 45))))
        write_boom(chance.choice(users), day, score, deals=chance.randrange(4, 30), comeback=max(0, score // 2))
    write_boom(reader, today, 31)
    fix_daily_lists(timezone.now())


def test_make_the_pictures_of_free_play_and_the_lists(page, site):
    FOLDER.mkdir(parents=True, exist_ok=True)
    frans = make_account("Frans Hendrickx")
    make_days(frans)
    page.goto(site)
    page.get_by_role("button", name="Vrij spel").click()
    take(page, "free-table")
    page.get_by_text("Deze boom opgeven").click()
    page.get_by_role("button", name="Definitief opgeven").click()
    take(page, "free-end-guest")
    log_in(page, site, frans)
    take(page, "home-claim")
    for name, address in {
        "daily": "daglijst/",
        "daily-two": "daglijst/?blad=2",
        "weekly": "daglijst/week/?sorteer=gemiddelde",
        "archive": "daglijst/archief/",
        "records": "daglijst/records/",
        "free-own": "vrij-spel/",
        "daily-none": "daglijst/2099-01-01/",
    }.items():
        page.goto(f"{site}/{address}")
        take(page, name)


def test_make_the_pictures(page, site):
    FOLDER.mkdir(parents=True, exist_ok=True)
    closed, running, frans = make_scene()
    page.goto(site)
    take(page, "home")
    log_in(page, site, frans)
    page.goto(f"{site}/toernooien/{running.pk}/")
    take(page, "tournament")
    page.goto(f"{site}/toernooien/{closed.pk}/lijst/")
    take(page, "list")
    page.goto(f"{site}/toernooien/{closed.pk}/delen/1/")
    take(page, "deal")
    one, other = (closed.entries.get(user__display_name=name).pk for name in (NAMES[0], NAMES[4]))
    page.goto(f"{site}/toernooien/{closed.pk}/delen/2/{one}/?zet=11")
    take(page, "replay")
    page.goto(f"{site}/toernooien/{closed.pk}/delen/2/{one}/?naast={other}")
    take(page, "beside")
    page.goto(f"{site}/spelers/{closed.entries.get(pk=one).user_id}/")
    take(page, "player")
    page.goto(f"{site}/spelregels/")
    take(page, "rules")
    staging.start(running, frans)
    table = f"{site}/toernooien/{running.pk}/tafel/"
    page.goto(table)
    take(page, "table-trump")
    for number in range(200):
        state = selectors.table_state(frans, running.pk, timezone.now())
        if state["board"] > 2 and len(state["trick"]) == 3 and state["forbidden"] and len(state["hand"]) > 5:
            break
        services.perform_act(frans, running.pk, state["ply"], staging.random_choice(number)(state), timezone.now())
    page.goto(table)
    take(page, "table-turn")
    page.locator(".hand [data-why]").first.click(force=True)
    take(page, "table-refused")
    staging.play_boom(running, frans, staging.random_choice(5))
    page.goto(table)
    take(page, "table-end")
    assert len(list(FOLDER.glob("*.png"))) >= 12 * len(SIZES) * 2


def test_make_the_pictures_of_every_page(browser, site):
    """The tour of every page in every state. PAGES names a part of them, "series,clock", while one is at work."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    tour = make_tour()
    wanted = [part for part in os.environ.get("PAGES", "").split(",") if part]
    for who, client in tour.clients.items():
        context, page = open_page(browser, site, client)
        for stop in tour.stops:
            if stop.who == who and (not wanted or any(stop.name.startswith(part) for part in wanted)):
                page.goto(site + stop.address)
                take(page, f"tour-{stop.name}")
        context.close()
