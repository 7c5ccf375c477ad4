"""The tests of the deals: nothing to see in what is dealt, and a dealer who is not even is found out."""

import pytest

from benchmarks import dealing
from engine import boards
from engine.boards import Chance

BOARDS = 8_000


def chances():
    return {test.name: test.chance for test in dealing.measure(BOARDS).test()}


def test_what_is_dealt_could_be_chance_in_every_respect():
    found = chances()
    assert len(found) == 6
    assert min(found.values()) > 0.01


def test_a_shuffle_that_leaves_a_card_where_it_lies_is_found_out(monkeypatch):
    def shuffle(key):
        deck, chance = list(range(32)), Chance(key)
        for i in range(30, 0, -1):
            j = chance.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)

    monkeypatch.setattr(boards, "shuffle_deck", shuffle)
    found = chances()
    # Every seat deals as often, so only from the dealer on can it be seen.
    assert found["card by seat"] > 0.01
    assert found["card by seat, from the dealer on"] < 1e-6


def test_boards_that_hang_together_are_found_out(monkeypatch):
    derive = boards._derive_key
    monkeypatch.setattr(
        boards,
        "_derive_key",
        lambda label, secret, announcement, number, ingredient: derive(
            label, secret, announcement, number // 2, ingredient
        ),
    )
    found = chances()
    assert found["seat of a card, this board and the next"] < 1e-6
    assert found["spades of a seat, this board and the next"] < 1e-6


@pytest.mark.parametrize(("statistic", "freedom", "chance"), [(16.92, 9, 0.05), (21.67, 9, 0.01), (116.51, 93, 0.05)])
def test_how_often_chance_gives_as_much_is_as_in_the_tables(statistic, freedom, chance):
    assert dealing.exceed(statistic, freedom) == pytest.approx(chance, rel=0.02)
