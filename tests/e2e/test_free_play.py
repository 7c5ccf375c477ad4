"""Free play in a browser: from a guest's first click to his name on today's list."""

import re
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tests.e2e.people import PASSWORD, log_in, make_account
from tests.e2e.seat import Seat
from tests.tournaments import staging
from tests.tournaments.free_staging import play_acts, write_boom
from tournaments.days import day_of
from tournaments.models import FreePlay
from tournaments.selectors.places import FreePlace, Owner

pytestmark = pytest.mark.e2e


def play_out(row: FreePlay) -> int:
    """The boom played on to its end, as its owner would; its score."""
    place = FreePlace(Owner(row.user_id, row.guest), row.pk)
    return play_acts(place, 10_000, staging.random_choice(3), timezone.now())["score"]


def sign_up_and_confirm(page: Any, name: str, email: str) -> None:
    """Create an account by the form, and open the link in the mail in the same browser."""
    page.get_by_label("Je naam in de lijsten").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Wachtwoord", exact=False).first.fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Account maken").click()
    page.get_by_text("Kijk in je mailbox").first.wait_for()
    link = re.search(r"http://\S+/account/confirm-email/\S+", mail.outbox[-1].body)
    assert link
    page.goto(link[0])
    page.locator("main").get_by_role("button", name="Bevestigen").click()
    page.get_by_role("link", name=name).wait_for()


def test_from_a_guests_first_click_to_his_name_on_todays_list(page: Any, site: str) -> None:
    write_boom(make_account("Frans"), day_of(timezone.now()), 100)
    page.goto(site)
    page.get_by_role("button", name="Vrij spel").click()
    page.get_by_text("Jij deelt: kies de troef").wait_for()
    seat = Seat(page)
    for _ in range(4):
        seat.play_by_mouse()

    # He goes elsewhere and is led back to his boom.
    page.goto(site)
    page.locator("main").get_by_role("link", name="Verder spelen").click()
    row = FreePlay.objects.get(user=None, day=None)
    assert page.url == f"{site}/vrij-spel/{row.pk}/"
    assert len(seat.hand()) in (5, 8)

    score = play_out(row)
    page.reload()
    page.get_by_text("Jouw score").wait_for()
    assert int(page.locator(".final-score").inner_text().replace("−", "-")) == score
    page.get_by_text("Je speelt als gast.").wait_for()

    page.goto(f"{site}/daglijst/")
    assert page.locator("table.daily tbody tr").count() == 1
    page.locator(".own-place").get_by_role("link", name="Account maken").click()
    sign_up_and_confirm(page, "Gerda Claeys", "gerda@example.org")
    page.get_by_text("Je speelde hier als gast 1 boom.").wait_for()
    page.get_by_role("button", name="Ja, op mijn naam").click()
    page.get_by_text("1 boom staat nu op jouw naam.").wait_for()
    page.get_by_role("link", name="De lijst van vandaag").click()
    mine = page.locator("tr.me")
    assert "Gerda Claeys" in mine.inner_text()
    assert int(mine.locator(".score").inner_text().replace("−", "-")) == score
    assert page.locator(".own-place").get_by_text(f"Je plaats: {2 if score < 100 else 1}").is_visible()

    # And the next boom is one click away, in his own name now.
    page.goto(f"{site}/vrij-spel/{row.pk}/")
    page.get_by_role("button", name="Nog een spel").click()
    page.get_by_text("Jij deelt: kies de troef").wait_for()
    assert FreePlay.objects.filter(user__display_name="Gerda Claeys", day=None).count() == 1


def test_giving_up_without_a_script_and_with_the_keyboard_alone(
    browser: Any, browser_context_args: Any, site: str
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    page.get_by_role("button", name="Vrij spel").press("Enter")
    page.get_by_text("Jij deelt: kies de troef").wait_for()
    page.get_by_role("button", name="Harten").press("Enter")
    summary = page.get_by_text("Deze boom opgeven")
    summary.press("Enter")
    page.get_by_role("button", name="Definitief opgeven").press("Enter")
    page.get_by_text("Je hebt opgegeven: ZIJ hebben 101.").wait_for()
    context.close()


def test_ones_own_place_stays_on_screen_and_leads_to_ones_row(page: Any, site: str) -> None:
    today = day_of(timezone.now())
    me = make_account("Frans")
    for number in range(119):
        write_boom(staging.make_player(), today, 119 - number)
    write_boom(me, today, 5)
    log_in(page, site, me)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{site}/daglijst/")
    own = page.locator(".own-place")
    assert own.is_visible()
    box = own.bounding_box()
    assert box["y"] + box["height"] <= 640
    own.get_by_role("link", name="Toon mij").click()
    page.wait_for_url(re.compile(r"blad=3#jij$"))
    row = page.locator("tr.me").bounding_box()
    own_box = own.bounding_box()
    assert row["y"] >= 0
    assert row["y"] + row["height"] <= own_box["y"]
