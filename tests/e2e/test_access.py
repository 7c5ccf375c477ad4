"""Every main page, light and dark: WCAG 2.2 AA as far as axe can tell, nothing wider than a small phone."""

from datetime import date, time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from tests.e2e.people import log_in, make_account
from tests.pages.scene import make_closed, make_running
from tests.tournaments import staging
from tests.tournaments.free_staging import write_boom
from tournaments import services
from tournaments.days import ONE_DAY, day_of
from tournaments.models import MailKind, Tournament
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.jobs import do_each
from tournaments.services.letters import write_token

pytestmark = pytest.mark.e2e

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def look(page: Any, address: str) -> None:
    """Hold the page at `address` to axe, light and dark, and to the widths of small phones."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(address)
        result = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
        found = [
            (one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in result.response["violations"]
        ]
        assert found == [], f"{address} ({scheme})"
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} at {width}"
    page.set_viewport_size({"width": 1280, "height": 800})


def test_pages_for_everyone(page, site):
    running = make_running(title="Zeer lange titel van een toernooi-met-koppeltekens in De Gouden Manille")
    staging.start(running)
    closed, _ = make_closed(3)
    addresses = ["/", "/toernooien/", f"/toernooien/{running.pk}/", f"/toernooien/{running.pk}/lijst/"]
    addresses += [f"/toernooien/{closed.pk}/{end}" for end in ("", "lijst/", "delen/", "delen/1/")]
    addresses += ["/spelregels/", "/gelijke-kaarten/", "/nergens/", "/account/login/", "/account/signup/"]
    addresses += ["/account/password/reset/"]
    for address in addresses:
        look(page, site + address)


def test_free_play_and_the_lists(page, site):
    today = day_of(timezone.now())
    me = make_account("Frans Hendrickx-Vandenbroucke")
    for number in range(60):
        write_boom(staging.make_player(), today - ONE_DAY * (9 - number % 10))
        write_boom(me, today - ONE_DAY * (number % 10))
    fix_daily_lists(timezone.now())
    addresses = [
        "/",
        "/daglijst/",
        f"/daglijst/{today - ONE_DAY}/",
        "/daglijst/week/",
        "/daglijst/maand/?sorteer=beste",
    ]
    addresses += ["/daglijst/archief/", "/daglijst/records/", "/daglijst/2099-01-01/", "/vrij-spel/"]
    for address in addresses:
        look(page, site + address)
    page.goto(site)
    page.get_by_role("button", name="Vrij spel").click()
    page.get_by_text("Jij deelt: kies de troef").wait_for()
    table = page.url
    look(page, table)
    page.goto(table)
    page.get_by_text("Deze boom opgeven").click()
    page.get_by_role("button", name="Definitief opgeven").click()
    look(page, table)
    log_in(page, site, me)
    for address in ("/daglijst/", "/vrij-spel/", "/"):
        look(page, site + address)


def test_pages_of_a_player(page, site):
    user = make_account("Frans Hendrickx-Vandenbroucke")
    ready, choosing, playing, done = (make_running(boards=1, title=f"Beker {number}") for number in range(4))
    staging.enter(ready, user)
    staging.start(choosing, user)
    staging.start(playing, user)
    staging.play_acts(playing, user, 4)
    staging.play_out(done, user)
    log_in(page, site, user)
    for tournament in (ready, choosing, playing, done):
        look(page, f"{site}/toernooien/{tournament.pk}/tafel/")
    for address in ("/", "/mijn/", f"/toernooien/{playing.pk}/delen/1/", "/account/instellingen/", "/account/email/"):
        look(page, site + address)
    for address in ("/account/2fa/", "/account/sessions/", "/account/password/change/", "/mijn/gegevens/"):
        look(page, site + address)


def test_pages_of_an_organiser(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    draft = staging.make_draft(organiser, title="", closes_at=None)
    running = make_running(organiser=organiser)
    staging.start(running)
    out = services.enter_tournament(staging.make_player("Vals"), running.pk, timezone.now())
    services.disqualify_entry(organiser, running.pk, out.pk, "Twee accounts", timezone.now())
    log_in(page, site, organiser)
    addresses = ["/organisatie/", "/organisatie/nieuw/", f"/organisatie/{draft.pk}/", f"/organisatie/{running.pk}/"]
    addresses += [f"/organisatie/{running.pk}/wijzigen/", f"/organisatie/{running.pk}/bericht/"]
    for address in addresses:
        look(page, site + address)
    # A form with faults is a page too.
    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_label("Plaatsen").fill("99")
    page.get_by_role("button", name="Bewaren als ontwerp").click()
    result = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    assert [one["id"] for one in result.response["violations"]] == []


def test_pages_of_series_mails_and_the_clock(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    now = timezone.now()
    plan = {"name": "Dagtoernooi-met-een-lange-naam", "title": "Dag {datum}", "opens": time(2, 30)}
    series = services.create_series(organiser, {**plan, "starts_on": date(2027, 3, 27)}, now)
    running = services.create_series(organiser, {**plan, "starts_on": timezone.localdate(), "capacity": 1}, now)
    services.run_due(now)
    for name in ("An", "Bert"):
        tables = Tournament.objects.filter(occurrence__series=running)
        services.enter_tournament(make_account(name), tables.earliest("table").pk, now)
    do_each("opened", [1], lambda row: bool(1 // 0), now)
    token = write_token(organiser.pk, MailKind.RESULT)
    log_in(page, site, organiser)
    addresses = ["/reeksen/", f"/reeksen/{running.pk}/", f"/mails/uit/{token}/", "/mails/uit/kapot/"]
    addresses += [f"/toernooien/{tables.earliest('table').pk}/", "/organisatie/klok/", "/organisatie/reeksen/"]
    addresses += ["/organisatie/reeksen/nieuw/", f"/organisatie/reeksen/{running.pk}/"]
    for address in [*addresses, f"/organisatie/reeksen/{series.pk}/wijzigen/"]:
        look(page, site + address)


def test_targets_are_large_enough_for_a_finger(page, site):
    """44 px at least, for what is tapped at the table on a phone."""
    user = make_account("Frans")
    tournament = make_running()
    staging.start(tournament, user)
    log_in(page, site, user)
    page.set_viewport_size({"width": 320, "height": 640})
    address = f"{site}/toernooien/{tournament.pk}/tafel/"
    page.goto(address)
    boxes = [button.bounding_box() for button in page.locator(".choice").all()]
    assert len(boxes) == 5
    staging.play_acts(tournament, user, 1)
    page.goto(address)
    boxes += [button.bounding_box() for button in page.locator(".hand button, .site-nav a, .site-nav button").all()]
    assert len(boxes) > 15
    assert [box for box in boxes if box["width"] < 44 or box["height"] < 44] == []


def test_with_less_motion_asked_for_cards_do_not_fly(page, site):
    user = make_account("Frans")
    tournament = make_running()
    staging.start(tournament, user)
    log_in(page, site, user)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    page.locator(".choice").first.click()
    page.locator(".felt .slot .card").first.wait_for()
    assert page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
