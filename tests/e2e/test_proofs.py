"""Checking the cards in a browser: from closing to "it is right", with an ingredient, and as the engine's verifier."""

import copy
import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.proof import Proof, write_proof
from engine.systems import SYSTEMS
from engine.verification import verify_proof
from tests.e2e.people import log_in, make_account
from tests.e2e.test_whole_tournament import Program, choose_by
from tests.engine.proving import make_proof
from tests.pages.scene import make_closed

pytestmark = pytest.mark.e2e

RECOMPUTE = """async (text) => {
  const { recompute } = await import("/static/manillen/js/proof.js");
  try {
    const { title, boards } = await recompute(text);
    return { title, boards: boards.map(({ board, dealer, deal, turned }) => ({ board, dealer, deal, turned })) };
  } catch (fault) {
    return { part: fault.part, board: fault.board };
  }
}"""


def announce_by_form(page: Any, site: str, **typed: str) -> int:
    """Make and announce a tournament in the browser; its number."""
    closes = timezone.localtime(timezone.now() + timedelta(days=2))
    page.goto(f"{site}/organisatie/nieuw/")
    fields = {"Sluit om": closes.strftime("%Y-%m-%dT%H:%M"), **typed}
    for label, value in fields.items():
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name="Bewaren en aankondigen").click()
    page.get_by_role("button", name="Nu openen").wait_for()
    return int(page.url.rstrip("/").rsplit("/", 1)[1])


def close_by_form(page: Any, site: str, number: int) -> None:
    page.goto(f"{site}/organisatie/{number}/")
    page.get_by_text("Nu sluiten", exact=True).click()
    page.locator("#close_reason").fill("Iedereen klaar")
    page.get_by_role("button", name="Het toernooi sluiten").click()
    page.goto(f"{site}/toernooien/{number}/")


def test_from_closing_to_the_cards_are_right_with_one_button(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    number = announce_by_form(page, site, **{"Titel": "Zegelbeker", "Delen, hoogstens": "2"})
    page.goto(f"{site}/toernooien/{number}/")
    seal = page.locator("code[aria-labelledby=seal]").inner_text()
    page.get_by_role("link", name="Waarvoor dient het zegel").click()
    page.get_by_text("Noteer het zegel hieronder").wait_for()
    assert page.get_by_role("button", name="Controleer de kaarten").count() == 0
    page.goto(f"{site}/organisatie/{number}/")
    page.get_by_role("button", name="Nu openen").click()
    Program(site, make_account("Speler A"), number, choose_by(1)).play_boom()

    close_by_form(page, site, number)
    page.get_by_role("link", name="Controleer de kaarten").click()
    page.get_by_text("Het klopt.").wait_for()
    page.get_by_text("Alle 2 delen zijn opnieuw gedeeld en zijn dezelfde.").wait_for()
    assert page.locator("code[aria-labelledby=seal]").inner_text() == seal

    # The first deal is drawn, the second when it is opened; and the button does it all once more.
    drawn = page.locator("details.board[open] .mini-hand .card")
    drawn.first.wait_for()
    assert drawn.count() == 32
    page.locator("details.board").nth(1).locator("summary").click()
    page.wait_for_function("document.querySelectorAll('details.board[open] .mini-hand .card').length === 64")
    page.get_by_role("button", name="Controleer de kaarten").click()
    page.get_by_text("Het klopt.").wait_for()


def test_a_proof_that_was_tampered_with_is_told_in_words(page, site):
    tournament, _ = make_closed()
    proof = f"**/api/v1/tournaments/{tournament.pk}/proof/"

    def answer(change: Any) -> None:
        page.unroute_all()
        page.route(proof, lambda route: route.fulfill(body=change(route.fetch().text())))
        page.get_by_role("button", name="Controleer de kaarten").click()

    page.goto(f"{site}/toernooien/{tournament.pk}/gelijke-kaarten/")
    answer(lambda text: text.replace('"deal":"N:', '"deal":"E:', 1))
    page.get_by_text("Het geheim geeft andere kaarten voor deel 1.").wait_for()
    answer(lambda text: text.replace("Proef", "Proeg", 1))
    page.get_by_text("Geheim en aankondiging passen niet bij het zegel").wait_for()
    # A proof of other cards, whole in itself, does not fit the seal on the page.
    page.reload()
    answer(lambda text: write_proof(make_proof()).decode())
    page.get_by_text("Geheim en aankondiging passen niet bij het zegel").wait_for()
    answer(lambda text: text[:-1])
    page.get_by_text("Het bewijs is niet leesbaar.").wait_for()
    page.unroute_all()
    page.route(proof, lambda route: route.abort())
    page.get_by_role("button", name="Controleer de kaarten").click()
    page.get_by_text("Het bewijs kon niet opgehaald worden.").wait_for()


def test_a_tournament_with_an_ingredient_from_announcement_to_proof(page, site):
    organiser = make_account("Organisator", is_staff=True, is_demo=True)
    log_in(page, site, organiser)
    typed = {
        "Titel": "Lottobeker",
        "Delen, hoogstens": "1",
        "Openbaar ingrediënt": "de Lottotrekking van zaterdag",
    }
    number = announce_by_form(page, site, **typed)
    page.get_by_role("button", name="Nu openen").click()
    page.get_by_role("button", name="Afmelden").click()

    player = make_account("Speler A")
    log_in(page, site, player)
    page.goto(f"{site}/toernooien/{number}/")
    page.get_by_role("button", name="Inschrijven").click()
    page.get_by_text("we wachten op de Lottotrekking van zaterdag").wait_for()
    page.goto(f"{site}/toernooien/{number}/tafel/")
    page.get_by_text("we wachten op de Lottotrekking van zaterdag").wait_for()
    assert page.get_by_role("button", name="Beginnen").count() == 0
    page.get_by_role("button", name="Afmelden").click()

    log_in(page, site, organiser)
    page.goto(f"{site}/organisatie/{number}/")
    page.get_by_label("Waarde").fill("3 14 15 9 26 5")
    page.get_by_role("button", name="Definitief invullen").click()
    page.get_by_text("Het ingrediënt is ingevuld.").wait_for()
    program = Program(site, player, number, choose_by(2))
    table = program.ask("table/", "POST", {})
    while not table["finished"]:
        act = program.choose(table["choices"] or table["legal"])
        table = program.ask("table/acts/", "POST", {"ply": table["ply"], "act": act})["table"]

    close_by_form(page, site, number)
    page.get_by_text("openbaar ingrediënt ingevuld").wait_for()
    page.get_by_role("link", name="Controleer de kaarten").click()
    page.get_by_text("Het klopt.").wait_for()
    assert page.locator("code[aria-labelledby=ingredient]").inner_text() == "3 14 15 9 26 5"
    proof = program.ask("proof/")
    assert verify_proof(proof).fault is None
    assert proof["ingredient"] == "3 14 15 9 26 5"


# Two verifiers, one engine's and one without it


def make_any(number: int) -> Proof:
    """The proof of a tournament of its own system, options, dealer, number of boards and perhaps ingredient."""
    chance = random.Random(number)
    names = list(SYSTEMS)
    options = chance.choice([{}, {"packing": chance.choice([323, 332, 44])}, {"target": 31}])
    drawn = chance.random() < 0.3
    return make_proof(
        entries=1,
        secret=chance.randbytes(32),
        boards=chance.randint(1, 12),
        rules=names[number % len(names)],
        options=options,
        first_dealer=chance.choice("NESW"),
        id=str(number),
        title=chance.choice(["Lentebeker", "Bekér \u2028 “ß” \U0001f0a1", 'a\\"b</script>', ""]),
        ingredient="de trekking" if drawn else None,
        value=f"{number} é 7" if drawn else None,
    )


def damage(proof: Proof, kind: int, chance: random.Random) -> Proof:
    damaged = copy.deepcopy(proof)
    deal = chance.choice(damaged["deals"])
    if kind == 0:
        damaged["secret"] = chance.randbytes(32).hex()
    elif kind == 1:
        damaged["announcement"] = damaged["announcement"].replace('"boards":', '"boards":1', 1)
    elif kind == 2:
        hands = deal["deal"].removeprefix("N:").split(" ")
        deal["deal"] = "N:" + " ".join([*hands[1:], hands[0]])
    elif kind == 3:
        damaged["ingredient"] = "iets anders"
    else:
        deal["dealer"] = "NESW"["SWNE".index(deal["dealer"])]
    return damaged


@pytest.mark.parametrize(
    ("count", "damaged"), [pytest.param(10, 5, id="ten"), pytest.param(50, 10, id="fifty", marks=pytest.mark.slow)]
)
def test_both_verifiers_agree_on_the_deals(page, site, count, damaged):
    page.goto(f"{site}/gelijke-kaarten/")
    chance = random.Random(count)
    spoiled = set(chance.sample(range(count), damaged))
    found_wrong = 0
    for number in range(count):
        proof = make_any(number)
        if number in spoiled:
            proof = damage(proof, len([one for one in spoiled if one < number]) % 5, chance)
        here = page.evaluate(RECOMPUTE, write_proof(proof).decode())
        fault = verify_proof(proof).fault
        if fault is None:
            assert here["boards"] == proof["deals"]
        else:
            found_wrong += 1
            assert here == {"part": fault.part, "board": fault.board}
        assert (fault is not None) == (number in spoiled)
    assert found_wrong == damaged
