"""Every refusal has its status and its sentence, in one place, and the duties name the cards."""

import random
import re
from itertools import product
from pathlib import Path

import pytest
from django.utils import translation

from engine.calls import open_calls
from engine.cards import Seat, card_set, parse_card
from engine.errors import OptionError
from engine.rules import FREE, forbidding_rule, rule_name
from engine.systems import OPTIONS, SYSTEMS, get_system
from tournaments import errors
from tournaments.errors import (
    CALLS,
    DUTIES,
    FIELD_FAULTS,
    REFUSALS,
    FieldFault,
    ServiceError,
    card_words,
    duty_sentence,
)

HERE = Path(errors.__file__)
OTHERS = [path.read_text() for path in HERE.parent.rglob("*.py") if path != HERE]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def find_all(pattern: str) -> set[str]:
    return {code for text in OTHERS for code in re.findall(pattern, text)}


def test_every_code_that_is_raised_has_a_sentence_and_every_sentence_a_use():
    assert find_all(r'ServiceError\(\s*"(\w+)"') - set(REFUSALS) == set()
    assert set(REFUSALS) - find_all(r'"(\w+)"') == set()


def test_every_fault_of_a_field_has_a_sentence_and_every_sentence_a_use():
    of_rules = {code for code in FIELD_FAULTS if re.match(r"[CD]\d", code)}
    assert find_all(r'FieldFault\(\s*"(\w+)"') == set(FIELD_FAULTS) - of_rules


def test_every_two_options_that_cannot_go_together_have_a_sentence():
    found = set()
    for name, (one, its), (other, others) in product(SYSTEMS, OPTIONS.items(), OPTIONS.items()):
        for value, another in product((its[0], its[1], its[-1]), (others[0], others[1], others[-1])):
            try:
                get_system(name, {one: value, other: another})
            except OptionError as error:
                found.add(f"{error.rule}_{error.option}")
    assert found == {code for code in FIELD_FAULTS if re.match(r"[CD]\d", code)}


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_status_and_a_sentence(code):
    error = ServiceError(
        code, state="open", rule="B7", legal=1, card="S7", limit=5, ingredient="Lotto", value="7", titles="Beker"
    )
    assert 400 <= error.status <= 503
    assert error.message.endswith(".")
    assert "%(" not in error.message


@pytest.mark.parametrize("code", FIELD_FAULTS)
def test_every_fault_has_a_sentence(code):
    message = FieldFault(code, limit=5, length=6, low=1, high=9, choices="1, 2", boards=3, fixed_deals=4).message
    assert message.endswith(".")
    assert "%(" not in message


@pytest.mark.parametrize(
    ("rule", "cards", "sentence"),
    [
        ("B6", ["HK", "H7"], "You must follow suit: hearts king or hearts 7."),
        ("B7", ["ST"], "You must overtake: spades 10."),
        ("B8", ["D9", "D8", "D7"], "You must ruff: diamonds 9, diamonds 8 or diamonds 7."),
        ("B9", ["CQ"], "You must over-ruff: clubs queen."),
        ("B10", ["SA", "SJ"], "You may not under-ruff: spades ace or spades jack."),
    ],
)
def test_a_duty_names_the_cards_that_may_be_played(rule, cards, sentence):
    assert duty_sentence(rule, card_set(map(parse_card, cards))) == sentence
    assert rule in DUTIES


def test_every_rule_that_forbids_a_card_has_a_sentence():
    chance = random.Random(3)
    rules = set()
    for _ in range(3000):
        cards = chance.sample(range(32), 11)
        trick = tuple(cards[: chance.randrange(1, 4)])
        hand = card_set(cards[3:])
        for card in cards[3:]:
            for system in SYSTEMS.values():
                rules.add(forbidding_rule(card, hand, trick, chance.randrange(5), system.duties))
    assert {rule_name(rule) for rule in rules - {FREE}} == set(DUTIES)


def test_every_rule_that_forbids_a_word_has_a_sentence():
    table = {"dealer": Seat.S, "turned": None}
    named = open_calls(get_system("whisthub"), **table).after("S")
    round_ = open_calls(get_system("manillen61"), **table).after("pass").after("pass").after("pass")
    without = open_calls(get_system("manillen61", {"forced_no_trump": 1}), **table).after("pass").after("pass")
    refused = [
        open_calls(get_system("site"), **table).refusal("pass"),
        named.refusal("tegen"),
        round_.refusal("pass"),
        without.after("pass").refusal("H"),
    ]
    assert set(refused) == set(CALLS)
    for rule in CALLS:
        assert ServiceError("illegal_call", rule=rule).message.endswith(".")


def test_cards_in_words():
    assert card_words([]) == ""
    assert card_words(["S7"]) == "spades 7"
    assert card_words(["S7", "HT", "CA"]) == "spades 7, hearts 10 or clubs ace"
