"""The duties of C2 and C12-C13, where who cannot follow always ruffs; those of B stand in test_reference.py."""

import pytest

from engine.cards import card_name, card_set, list_cards, parse_card, parse_trump
from engine.rules import forbidding_rule, legal_cards, rule_name
from engine.systems import ALWAYS_RUFF, PARTNER_EXEMPT


def refuse(hand: str, trick: str, trump: str, duties: int) -> tuple[str, dict[str, str]]:
    """The cards that may be played, and the rule against each other one."""
    held = card_set(map(parse_card, hand.split()))
    cards, suit = tuple(map(parse_card, trick.split())), parse_trump(trump)
    legal = legal_cards(held, cards, suit, duties)
    refused = {
        card_name(card): rule_name(forbidding_rule(card, held, cards, suit, duties))
        for card in list_cards(held & ~legal)
    }
    return " ".join(map(card_name, list_cards(legal))), refused


@pytest.mark.parametrize("trick", ["CA", "C7 CA"], ids=["opponent holds", "opponent holds with the second card"])
def test_c12_who_cannot_follow_ruffs(trick: str) -> None:
    assert refuse("H9 H7 D8", trick, "H", ALWAYS_RUFF) == ("H9 H7", {"D8": "C12"})


def test_c12_on_partners_trick_too() -> None:
    assert refuse("H9 H7 D8", "CA C7", "H", ALWAYS_RUFF) == ("H9 H7", {"D8": "C12"})


def test_c13_over_ruffs_even_partner() -> None:
    assert refuse("H9 H7 D8", "CA H8 C7", "H", ALWAYS_RUFF) == ("H9", {"H7": "C13", "D8": "C12"})
    assert refuse("H9 H7 D8", "C7 CA H8", "H", ALWAYS_RUFF) == ("H9", {"H7": "C13", "D8": "C12"})


def test_c2_only_lower_trumps_must_be_played() -> None:
    assert refuse("H7 D8", "CA H8 C7", "H", ALWAYS_RUFF) == ("H7", {"D8": "C2"})


def test_c11_no_duty_to_overtake() -> None:
    assert refuse("ST S7 H9", "SK", "H", ALWAYS_RUFF) == ("ST S7", {"H9": "B6"})


def test_partner_exempt_plays_any_card_on_partners_trick_only() -> None:
    duties = ALWAYS_RUFF | PARTNER_EXEMPT
    assert refuse("H9 H7 D8", "CA C7", "H", duties) == ("H9 H7 D8", {})
    assert refuse("H9 H7 D8", "CA", "H", duties) == ("H9 H7", {"D8": "C12"})


def test_without_trump_nothing_binds_who_cannot_follow() -> None:
    assert refuse("H9 D8", "CA", "NT", ALWAYS_RUFF) == ("H9 D8", {})
