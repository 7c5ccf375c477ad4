"""The table as it is heard: every card, trick and turn told once, in order, and the focus always on something."""

from typing import Any

import pytest
from django.utils import timezone

from tests.e2e.people import log_in, make_account, make_quick
from tests.e2e.seat import Seat
from tests.e2e.words import SUITS, card_in_dutch
from tests.pages.scene import make_running
from tests.tournaments import staging
from tournaments import selectors

pytestmark = pytest.mark.e2e

NAMES = {"W": "West", "N": "Noord (maat)", "E": "Oost"}
LISTEN = """() => {
    window.heard = [];
    const speech = document.getElementById("speech");
    new MutationObserver((changes) => {
        for (const change of changes) for (const line of change.addedNodes) window.heard.push(line.textContent);
    }).observe(speech, {childList: true});
}"""


def describe_said(act: dict[str, Any]) -> str:
    if act["seat"] == "S":
        return f"Je kiest als troef: {SUITS[act['act']]}."
    return f"{NAMES[act['seat']]} kiest als troef: {SUITS[act['act']]}."


def write_transcript(deal: dict[str, Any], trump: str) -> list[str]:
    """What is to be heard of a deal that South has dealt, from the choice of trump to the result."""
    heard = [describe_said({"seat": "S", "act": trump})]
    for trick in deal["tricks"]:
        for number, play in enumerate(trick["cards"]):
            if play["seat"] == "S":
                # His turn was told before it.
                heard.append("Jij bent aan zet" if number else "Jij komt uit")
            who = "Je legt" if play["seat"] == "S" else f"{NAMES[play['seat']]} legt"
            told = f"{who} {card_in_dutch(play['card'])}"
            if number == 3:
                points = "1 punt" if trick["pips"] == 1 else f"{trick['pips']} punten"
                told += f", slag voor {'ons' if trick['winner'] in 'NS' else 'hen'}, {points}"
            heard.append(f"{told}.")
    we, they = deal["result"]["pips"]
    written = max(deal["result"]["points"])
    if we == they:
        heard.append("30–30: niemand schrijft, en het volgende deel telt dubbel.")
    else:
        heard.append(f"WIJ {we}, ZIJ {they}: {'wij schrijven' if we > they else 'zij schrijven'} {written}.")
    return heard


def test_a_whole_deal_is_heard_card_by_card_in_order_and_once(page: Any, site: str):
    tournament = make_running(boards=1)
    user = make_quick(staging.start(tournament, make_account("Frans")))
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    page.evaluate(LISTEN)
    seat = Seat(page)
    trump = seat.play_by_keyboard()
    for _ in range(8):
        assert page.evaluate("document.activeElement.matches('.hand button.hand-card')")
        seat.play_by_keyboard()
    deal = selectors.table_state(user, tournament.pk, timezone.now())["last_deal"]
    assert page.evaluate("window.heard") == [*write_transcript(deal, trump), "Je boom is uit"]


def test_the_hand_is_a_list_of_buttons_with_names_and_the_table_says_who_deals_and_plays(page: Any, site: str):
    tournament = make_running(boards=1)
    user = make_quick(staging.start(tournament, make_account("Frans")))
    staging.play_acts(tournament, user, 1)
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    table = selectors.table_state(user, tournament.pk, timezone.now())
    hand = page.get_by_role("list", name="Je kaarten")
    buttons = hand.get_by_role("listitem").get_by_role("button")
    assert buttons.count() == len(table["hand"])
    for card in table["hand"]:
        name = f"{card_in_dutch(card)}{'' if card in table['legal'] else ' (mag nu niet)'}"
        assert hand.get_by_role("button", name=name, exact=True).count() == 1, name
    on_the_table = page.get_by_role("group", name="Op tafel").inner_text()
    assert all(card_in_dutch(play["card"]) in on_the_table for play in table["trick"])


def test_the_focus_stays_where_it_was_put_while_the_table_is_drawn_anew(page: Any, site: str):
    tournament = make_running(boards=1)
    user = make_quick(staging.start(tournament, make_account("Frans")))
    staging.play_acts(tournament, user, 2)
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    seat = Seat(page)
    for selector in ("#last-trick summary", "#keys summary", "#scores"):
        page.locator(".hand button.hand-card:not([data-why])").first.click()
        page.locator(selector).focus()
        seat.wait()
        assert page.evaluate(f"document.activeElement === document.querySelector('{selector}')"), selector
