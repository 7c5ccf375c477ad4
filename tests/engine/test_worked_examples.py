"""The duties of section B: the worked examples of the rules, and a hand for each duty. The reference confirms them."""

from engine.cards import NO_TRUMP, card_name, card_set, list_cards, parse_card
from engine.rules import FREE, forbidding_rule, legal_cards
from engine.systems import get_system
from tests.engine import reference

EXAMPLES = {
    "a": ("ST S7", "W:SK", "ST"),
    "b": ("H7 SA D8 D9", "W:CA", "H7"),
    "c with a higher trump": ("H9 H7 D8", "W:CA N:CK E:H8", "H9"),
    "c with a lower trump": ("H7 D8", "W:CA N:CK E:H8", "D8"),
    "c with a lower trump alone": ("H7", "W:CA N:CK E:H8", "H7"),
    "d": ("H7 HJ SA C9", "N:DT E:D7", "H7 HJ SA C9"),
    "e": ("H7 HJ DA", "W:CT N:H8 E:C9", "HJ DA"),
    "f": ("H9 H7", "W:CT N:H8 E:C9", "H9"),
}
"""The worked examples of section B, hearts trump: South's hand, the trick so far, what South may play."""


def check_example(key: str) -> None:
    hand, trick, legal = EXAMPLES[key]
    seated = [(part[0], part[2:]) for part in trick.split()]
    expected = set(legal.split())
    cards = hand.split()
    said = {card for card in cards if not reference.what_forbids(card, cards, seated, "S", "H", reference.Sheet())}
    found = legal_cards(
        card_set(map(parse_card, cards)),
        tuple(parse_card(card) for _, card in seated),
        1,
        get_system("site").duties,
    )
    assert said == expected
    assert set(map(card_name, list_cards(found))) == expected


def test_b7_example_a_overtake_in_the_suit() -> None:
    check_example("a")


def test_b8_example_b_ruff_what_an_opponent_holds() -> None:
    check_example("b")


def test_b9_example_c_over_ruff_with_a_higher_trump() -> None:
    check_example("c with a higher trump")


def test_b10_example_c_discard_rather_than_under_ruff() -> None:
    check_example("c with a lower trump")


def test_b10_example_c_under_ruff_with_nothing_else() -> None:
    check_example("c with a lower trump alone")


def test_b11_example_d_partner_holds_anything_goes() -> None:
    check_example("d")


def test_b10_example_e_no_under_ruff_of_partner() -> None:
    check_example("e")


def test_b10_example_f_over_ruffing_partner_is_forced() -> None:
    check_example("f")


def duty(hand: str, trick: str, trump: str) -> dict[str, str | None]:
    """The rule against each card of South's hand, as the engine has it and the reference confirms."""
    cards = hand.split()
    seated = [(part[0], part[2:]) for part in trick.split()]
    trump_value = "SHDC".index(trump) if trump != "NT" else NO_TRUMP
    found: dict[str, str | None] = {}
    for card in cards:
        rule = forbidding_rule(
            parse_card(card),
            card_set(map(parse_card, cards)),
            tuple(parse_card(played) for _, played in seated),
            trump_value,
            get_system("site").duties,
        )
        found[card] = None if rule == FREE else f"B{rule}"
    assert found == {c: reference.what_forbids(c, cards, seated, "S", trump, reference.Sheet()) for c in cards}
    return found


def test_b5_a_leader_plays_any_card() -> None:
    assert duty("ST H7 C9", "", "H") == {"ST": None, "H7": None, "C9": None}


def test_b6_following_goes_before_ruffing() -> None:
    assert duty("D7 H7", "W:DA", "H") == {"D7": None, "H7": "B6"}


def test_b7_a_ruffed_trick_needs_no_higher_card_of_the_suit() -> None:
    assert duty("CT C7", "W:CA N:CK E:H8", "H") == {"CT": None, "C7": None}


def test_b7_partner_holds_and_nobody_need_overtake() -> None:
    assert duty("CT C7", "N:CA E:CK", "H") == {"CT": None, "C7": None}


def test_b8_a_discard_is_forbidden_while_a_trump_is_held() -> None:
    assert duty("H7 HT S8", "W:CA", "H") == {"H7": None, "HT": None, "S8": "B8"}


def test_b9_a_lower_trump_is_forbidden_while_a_higher_is_held() -> None:
    assert duty("H7 HT S8", "W:CA N:CK E:H8", "H") == {"H7": "B9", "HT": None, "S8": "B8"}


def test_b10_no_under_ruff_of_an_opponent() -> None:
    assert duty("H7 S8", "W:CA N:CK E:H8", "H") == {"H7": "B10", "S8": None}


def test_b12_trump_led_is_followed_with_a_lower_trump() -> None:
    assert duty("H7 S8", "W:HA", "H") == {"H7": None, "S8": "B6"}


def test_b12_trump_led_is_overtaken() -> None:
    assert duty("H7 HT", "W:HA", "H") == {"H7": "B7", "HT": None}


def test_b13_without_trump_a_void_hand_plays_any_card() -> None:
    assert duty("H7 S8", "W:CA", "NT") == {"H7": None, "S8": None}
