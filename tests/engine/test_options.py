"""Options of a system: the values each may have, and those that cannot go together, refused with rule and reason."""

import re

import pytest

from engine.errors import OptionError, UnknownError
from engine.systems import OPTIONS, SYSTEMS, get_system

CONFLICTS = [
    ("site", {"turned_trump": 1, "pass_round": 1, "partner_blind": 0}, "C8", "trump comes in one way"),
    ("malilla", {"always_no_trump": 1}, "C8", "trump comes in one way"),
    ("manillen61", {"always_no_trump": 1}, "C8", "trump comes in one way"),
    ("whisthub", {"forced_no_trump": 1}, "D3", "only in a pass round"),
    ("manillen61", {"forced_no_trump": 1, "pass_round": 0}, "D3", "only in a pass round"),
    ("site", {"pass_round": 1}, "C9", "looks at his cards before trump is named"),
    ("manillen61", {"partner_blind": 1}, "C9", "looks at his cards before trump is named"),
    ("malilla", {"blind_no_trump": 1}, "C22", "blind no-trump is a choice"),
    ("manilj", {"blind_no_trump": 1, "always_no_trump": 1}, "C22", "blind no-trump is a choice"),
    ("manillen61", {"blind_no_trump": 1}, "C22", "counts 4 times, above the highest multiplier 2"),
    ("site", {"blind_no_trump": 1, "cap": 1}, "C22", "counts 4 times, above the highest multiplier 1"),
    ("whisthub", {"cap": 1}, "C1", "no call stays within a highest multiplier of 1"),
    ("manilj", {"doubling": 1, "cap": 1}, "C1", "no call stays within a highest multiplier of 1"),
    ("site", {"doubling": 1, "cap": 2, "always_no_trump": 1}, "C1", "no call stays within a highest multiplier of 2"),
    ("site", {"partner_exempt": 1}, "C12", "nothing binds on partner's trick"),
    ("whisthub", {"partner_exempt": 1}, "C12", "nothing binds on partner's trick"),
    ("manilj", {"partner_exempt": 1}, "C12", "nothing binds on partner's trick"),
    ("site", {"tie_same_dealer": 1}, "C18", "a tie that carries is not dealt again"),
    ("malilla", {"tie_same_dealer": 1, "last_trick": 1}, "C18", "61 pips cannot tie"),
    ("manillen61", {"tie_same_dealer": 1}, "C18", "61 pips cannot tie"),
    ("site", {"pips_target": 1}, "C4", "carries nothing"),
    ("manillen61", {"pips_target": 1, "losers_lose": 1}, "C4", "nobody loses any"),
    ("site", {"fixed_deals": 41}, "C21", "41 deals cannot be played within a limit of 40"),
    ("manilj", {"fixed_deals": 12, "deal_limit": 11}, "C21", "12 deals cannot be played within a limit of 11"),
]


@pytest.mark.parametrize(
    ("name", "options", "rule", "reason"), CONFLICTS, ids=[f"{c[2]} {c[0]} {' '.join(c[1])}" for c in CONFLICTS]
)
def test_options_at_odds_are_refused_with_rule_and_reason(
    name: str, options: dict[str, int], rule: str, reason: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(reason)) as refusal:
        get_system(name, options)
    assert refusal.value.rule == rule
    assert str(refusal.value).endswith(f"({rule})")
    assert refusal.value.option in OPTIONS


TOGETHER = [
    ("site", {"turned_trump": 1, "doubling": 1}),
    ("site", {"pass_round": 1, "partner_blind": 0, "blind_no_trump": 1, "doubling": 1}),
    ("site", {"always_no_trump": 1, "doubling": 1}),
    ("site", {"doubling": 1, "cap": 2}),
    ("site", {"fixed_deals": 40}),
    ("site", {"fixed_deals": 50, "deal_limit": 0}),
    ("site", {"tie_carries": 0, "tie_same_dealer": 1}),
    ("site", {"tie_carries": 0, "pips_target": 1}),
    ("malilla", {"partner_exempt": 1, "packing": 44, "last_trick": 1, "doubling": 1}),
    ("malilla", {"tie_same_dealer": 1, "target": 201}),
    ("manillen61", {"pips_target": 1, "target": 101}),
    ("manillen61", {"pass_round": 0, "always_no_trump": 1}),
    ("manillen61", {"blind_no_trump": 1, "cap": 4}),
    ("manilj", {"fixed_deals": 12, "doubling": 1, "blind_no_trump": 1, "losers_lose": 1}),
    ("whisthub", {"deal_limit": 40, "target": 61}),
]


@pytest.mark.parametrize(("name", "options"), TOGETHER, ids=[f"{name} {' '.join(o)}" for name, o in TOGETHER])
def test_options_that_go_together_change_just_what_they_name(name: str, options: dict[str, int]) -> None:
    system = get_system(name, options)
    assert {option: getattr(system, "packing" if option == "packing" else option) for option in options} == options
    others = set(OPTIONS) - set(options)
    assert {option: getattr(system, option) for option in others} == {
        option: getattr(SYSTEMS[name], option) for option in others
    }


OUTSIDE = {
    "all_tricks_factor": (0, 3, 4),
    "cap": (0, 3, 16),
    "deal_limit": (-1, 1001),
    "fixed_deals": (-1, 1001),
    "packing": (0, 33, 233, 2222),
    "target": (-1, -101, 1001),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_c21_a_value_an_option_cannot_have_is_refused(option: str) -> None:
    for value in OUTSIDE.get(option, (-1, 2)):
        with pytest.raises(OptionError, match=f"the option {option} cannot be {value}, only ") as refusal:
            get_system("site", {option: value})
        assert (refusal.value.rule, refusal.value.option) == ("C21", option)


def test_c20_a_boom_ends_at_a_target_or_after_a_fixed_number_of_deals() -> None:
    with pytest.raises(OptionError, match="both are off") as refusal:
        get_system("manilj", {"target": 0, "fixed_deals": 0})
    assert (refusal.value.rule, refusal.value.option) == ("C20", "target")
    assert get_system("manilj", {"target": 0, "fixed_deals": 12}).fixed_deals == 12


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_option_at_its_own_value_changes_nothing(name: str) -> None:
    options = {option: int(getattr(SYSTEMS[name], option)) for option in OPTIONS}
    assert get_system(name, options) == SYSTEMS[name]


def test_names_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownError, match="whisthub"):
        get_system("bridge")
    with pytest.raises(UnknownError, match="doubling"):
        get_system("site", {"kleur": 1})
