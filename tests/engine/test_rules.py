"""The duties in which the systems differ (C2, C11-C14); those of the site's own stand in test_worked_examples.py."""

import pytest

from engine.cards import card_name, card_set, list_cards, parse_card, parse_trump
from engine.rules import forbidding_rule, legal_cards, rule_name
from engine.systems import get_system
from tests.engine.tables import SYSTEMS

ALWAYS = ("malilla", "manillen61")
"""The systems in which who cannot follow always ruffs."""


def refuse(
    name: str, hand: str, trick: str, options: dict[str, int] | None = None, trump: str = "H"
) -> tuple[str, dict[str, str]]:
    """The cards of the hand that may be played to the trick, and the rule against each other one.

    Of three cards the second is partner's, of two the first.
    """
    duties = get_system(name, options).duties
    held = card_set(map(parse_card, hand.split()))
    cards, suit = tuple(map(parse_card, trick.split())), parse_trump(trump)
    legal = legal_cards(held, cards, suit, duties)
    refused = {
        card_name(card): rule_name(forbidding_rule(card, held, cards, suit, duties))
        for card in list_cards(held & ~legal)
    }
    return " ".join(map(card_name, list_cards(legal))), refused


@pytest.mark.parametrize("name", SYSTEMS)
def test_b6_the_suit_led_is_followed(name: str) -> None:
    assert refuse(name, "H9 D8 D7", "DA") == ("D8 D7", {"H9": "B6"})


@pytest.mark.parametrize("name", SYSTEMS)
def test_c11_overtake_in_the_suit(name: str) -> None:
    free = ("ST S7", {"H9": "B6"})
    assert refuse(name, "ST S7 H9", "SK") == (free if name in ALWAYS else ("ST", {"S7": "B7", "H9": "B6"}))
    assert refuse(name, "ST S7 H9", "SK S8") == free, "partner holds it"


@pytest.mark.parametrize("name", SYSTEMS)
def test_c11_overtake_where_trump_is_led(name: str) -> None:
    assert refuse(name, "HT H7 D8", "HK") == (
        ("HT H7", {"D8": "B6"}) if name in ALWAYS else ("HT", {"H7": "B7", "D8": "B6"})
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_c12_who_cannot_follow_an_opponents_card_ruffs(name: str) -> None:
    rule = "C12" if name in ALWAYS else "B8"
    assert refuse(name, "H9 H7 D8", "CA") == ("H9 H7", {"D8": rule})
    assert refuse(name, "H9 H7 D8", "C7 CA C8") == (("H9 H7", {"D8": rule}) if name in ALWAYS else ("H9 H7 D8", {})), (
        "partner, who played second of three, holds it"
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_c12_must_ruff_on_partners_trick(name: str) -> None:
    assert refuse(name, "H9 H7 D8", "CA C7") == (("H9 H7", {"D8": "C12"}) if name in ALWAYS else ("H9 H7 D8", {}))


@pytest.mark.parametrize("name", ALWAYS)
def test_c12_partner_exempt_by_option(name: str) -> None:
    options = {"partner_exempt": 1}
    assert refuse(name, "H9 H7 D8", "CA C7", options) == ("H9 H7 D8", {})
    assert refuse(name, "H9 H7 D8", "CA C7 H8", options) == ("H9", {"H7": "C13", "D8": "C12"}), "an opponent ruffed"
    assert refuse(name, "H9 H7 D8", "C7 H8 C8", options) == ("H9 H7 D8", {}), "partner ruffed"
    assert refuse(name, "H7 D8", "CA", options) == ("H7", {"D8": "C12"})
    assert refuse(name, "H9 H7 D8", "CA C7", {"partner_exempt": 0}) == ("H9 H7", {"D8": "C12"})


@pytest.mark.parametrize("name", SYSTEMS)
def test_c13_over_ruff_an_opponent(name: str) -> None:
    rules = {"H7": "C13", "D8": "C12"} if name in ALWAYS else {"H7": "B9", "D8": "B8"}
    assert refuse(name, "H9 H7 D8", "CA C7 H8") == ("H9", rules)


@pytest.mark.parametrize("name", SYSTEMS)
def test_c13_over_ruff_partner(name: str) -> None:
    assert refuse(name, "H9 H7 D8", "C7 H8 CA") == (
        ("H9", {"H7": "C13", "D8": "C12"}) if name in ALWAYS else ("H9 D8", {"H7": "B10"})
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_c14_only_lower_trumps_than_an_opponents(name: str) -> None:
    assert refuse(name, "H7 D8", "CA C7 H8") == (("H7", {"D8": "C2"}) if name in ALWAYS else ("D8", {"H7": "B10"}))


@pytest.mark.parametrize("name", SYSTEMS)
def test_c14_only_lower_trumps_than_partners(name: str) -> None:
    assert refuse(name, "H7 D8", "C7 H8 CA") == (("H7", {"D8": "C2"}) if name in ALWAYS else ("D8", {"H7": "B10"}))


@pytest.mark.parametrize("name", SYSTEMS)
def test_c14_a_hand_of_lower_trumps_alone_plays_any(name: str) -> None:
    assert refuse(name, "H8 H7", "CA C7 H9") == ("H8 H7", {})


@pytest.mark.parametrize("name", ALWAYS)
def test_c2_a_lower_trump_goes_before_any_discard(name: str) -> None:
    assert refuse(name, "HJ H7 DT SA", "CA HQ") == ("HJ H7", {"SA": "C2", "DT": "C2"})
    assert refuse(name, "DT SA", "CA HQ") == ("SA DT", {}), "without a trump anything goes"


@pytest.mark.parametrize("name", SYSTEMS)
def test_c17_without_trump_only_the_duties_in_the_suit_bind(name: str) -> None:
    assert refuse(name, "H9 D8", "CA", trump="NT") == ("H9 D8", {})
    assert refuse(name, "CT C7 D8", "CA", trump="NT") == (
        ("CT C7", {"D8": "B6"}) if name in ALWAYS else ("CT", {"C7": "B7", "D8": "B6"})
    )
