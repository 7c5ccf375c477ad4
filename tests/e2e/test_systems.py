"""Every system at the table: an organiser chooses it, a player plays a whole boom by mouse, and its result is shown."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account, make_quick
from tests.e2e.seat import Seat
from tournaments import selectors
from tournaments.models import Tournament

pytestmark = pytest.mark.e2e

CHOSEN: dict[str, tuple[str, str, dict[str, Any], str, str]] = {
    "site": (
        "Huisregels",
        "Zuid (de speler)",
        {"Of een vast aantal delen": "2", "De gever mag blind zonder troef spelen (×4)": True},
        "Huisregels: precies 2 delen, blind zonder troef mag",
        "blind",
    ),
    "whisthub": (
        "Whisthub, met kloppen",
        "Oost",
        {"Of een vast aantal delen": "2"},
        "Whisthub: precies 2 delen, met kloppen",
        "mee",
    ),
    "malilla": (
        "Malilla, troef gedraaid",
        "West",
        {"Of een vast aantal delen": "2", "Kloppen: mee en tegen": True},
        "Malilla: precies 2 delen, de laatste gedeelde kaart is troef, met kloppen, tegen de klok in",
        "mee",
    ),
    "manillen61": (
        "Manillen met 61",
        "West",
        {"Tot hoeveel punten": "9"},
        "Manillen met 61: tot 9, hoogstens 40 delen, om beurt troef kiezen of passen, tegen de klok in",
        "pass",
    ),
    "manilj": (
        "Manilj, alle slagen dubbel",
        "Oost",
        {"Of een vast aantal delen": "2", "Kloppen: mee en tegen": True},
        "Manilj: precies 2 delen, met kloppen, alle acht slagen tellen dubbel",
        "mee",
    ),
}
"""For each system: its name on screen, who deals first, what is chosen beside it, the sentence that tells it, and what
South is then sure to be asked first."""


WORDS = {"blind": "blind", "mee": "ik ga mee", "pass": "ik pas"}


def create_by_form(page: Any, site: str, system: str) -> int:
    """Make and open a tournament of one place by the form; its number."""
    name, dealer, choices, sentence, _ = CHOSEN[system]
    page.goto(f"{site}/organisatie/nieuw/")
    page.get_by_label("Titel", exact=True).fill(f"Beker {system}")
    page.get_by_label("Sluit om").fill(
        timezone.localtime(timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    )
    page.get_by_label("Plaatsen").fill("1")
    page.get_by_label("Regels", exact=True).select_option(label=name)
    page.locator(f"[name=sheet][value={system}]").wait_for(state="attached")
    for label, value in choices.items():
        field = page.get_by_label(label, exact=True)
        if value is True:
            field.check()
        else:
            field.fill(value)
    page.get_by_label("Eerste gever").select_option(label=dealer)
    page.get_by_role("button", name="Bewaren en aankondigen").click()
    page.get_by_role("button", name="Nu openen").click()
    page.get_by_text("Het toernooi is open.").wait_for()
    number = int(page.url.rstrip("/").rsplit("/", 1)[1])
    page.goto(f"{site}/toernooien/{number}/")
    assert page.get_by_text(f"{sentence}.").count() == 1
    return number


@pytest.mark.parametrize("system", CHOSEN)
def test_a_tournament_of_each_system_is_chosen_played_to_its_end_and_closed(page: Any, site: str, system: str):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    number = create_by_form(page, site, system)
    page.get_by_role("button", name="Afmelden").click()
    player = make_quick(make_account("Speler"))
    log_in(page, site, player)
    page.goto(f"{site}/toernooien/{number}/")
    page.get_by_role("button", name="Inschrijven").click()
    page.get_by_role("link", name="Naar je tafel").click()
    page.get_by_role("button", name="Beginnen").click()
    seat = Seat(page)
    seat.wait()
    asked = CHOSEN[system][-1]
    button = page.locator(f".choice[value={asked}]")
    place = [one.get_attribute("value") for one in page.locator(".choice").all()].index(asked)
    assert button.is_visible()
    seat.play_by_mouse(place)
    shown: set[str] = set()
    while not seat.finished:
        seat.play_by_mouse()
        shown |= {one.inner_text() for one in page.locator(".said, .turned, .turns").all()}
    assert any(WORDS[asked] in words for words in shown)
    assert any("gedraaid" in words for words in shown) == (system == "malilla")
    assert any("tegen de klok in" in words for words in shown) == (system in ("malilla", "manillen61"))
    tournament = Tournament.objects.get(pk=number)
    assert (tournament.system, tournament.state) == (system, "closed")
    table = selectors.table_state(player, number, timezone.now())
    assert table["last_deal"] is not None
    entry = tournament.entries.get(user=player)
    record = selectors.record_text(player, number, entry.pk, timezone.now())
    assert f'[Rules "{system}"]' in record
    first = selectors.replay(player, number, entry.pk, 1, timezone.now())
    assert {"seat": "S", "act": asked} in first["said"]
    if asked == "blind":
        assert table["sheet"][0]["multiplier"] == 4
    if asked == "mee":
        assert 'Doubling "S:mee' in record
    for board in range(1, len(table["sheet"]) + 1):
        page.goto(f"{site}/toernooien/{number}/delen/{board}/")
        assert page.locator(".deal-hands .card").count() == 32
        page.goto(f"{site}/toernooien/{number}/delen/{board}/{entry.pk}/?zet=40")
        assert page.locator(".replay-seat").count() == 4
    page.goto(f"{site}/toernooien/{number}/spelregels/")
    page.get_by_role("heading", name="De regels hier").wait_for()
