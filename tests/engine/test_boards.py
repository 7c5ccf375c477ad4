"""Dealing from a secret: the published vectors, and what must hold of every deck."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import (
    Chance,
    board_key,
    bots_key,
    canonical,
    commit,
    deal_hands,
    dealer_of,
    make_board,
    shuffle_deck,
)
from engine.cards import ALL_CARDS, RANKS, Seat, card_name, list_cards, rank_of, suit_set
from engine.systems import get_system

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "records" / "deal-vectors.json").read_text())
SITE = get_system("site")
SECRET = bytes(range(32))


def write_hands(hands: tuple[int, ...]) -> str:
    return "N:" + " ".join(
        ".".join("".join(RANKS[rank_of(card)] for card in list_cards(hand & suit_set(suit))) for suit in range(4))
        for hand in hands
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["announcement"]["id"])
def test_announcement_and_commitment_equal_the_published_vectors(vector: dict) -> None:
    announcement = canonical(vector["announcement"])
    assert announcement.decode() == vector["canonical"]
    assert commit(announcement, bytes.fromhex(vector["secret"])) == vector["commitment"]


@pytest.mark.parametrize(
    ("vector", "deal"),
    [(vector, deal) for vector in VECTORS for deal in vector["deals"]],
    ids=[f"{vector['announcement']['id']}-{deal['board']}" for vector in VECTORS for deal in vector["deals"]],
)
def test_keys_decks_and_hands_equal_the_published_vectors(vector: dict, deal: dict) -> None:
    secret, announcement = bytes.fromhex(vector["secret"]), vector["canonical"].encode()
    key = board_key(secret, announcement, deal["board"])
    assert key.hex() == deal["key"]
    assert " ".join(map(card_name, shuffle_deck(key))) == deal["deck"]
    board = make_board(secret, announcement, deal["board"], SITE)
    assert (board.dealer.letter, write_hands(board.hands)) == (deal["dealer"], deal["deal"])


def test_b1_packets_of_three_two_three_from_the_left_of_the_dealer() -> None:
    deck = tuple(range(32))
    north, east, south, west = deal_hands(deck, Seat.S, SITE)
    assert list_cards(west) == [2, 1, 0, 13, 12, 22, 21, 20]
    assert sorted(list_cards(north)) == [3, 4, 5, 14, 15, 23, 24, 25]
    assert sorted(list_cards(east)) == [6, 7, 8, 16, 17, 26, 27, 28]
    assert sorted(list_cards(south)) == [9, 10, 11, 18, 19, 29, 30, 31]


def test_b1_b20_the_deal_passes_clockwise_from_south() -> None:
    assert [dealer_of(number, Seat.S, SITE) for number in (1, 2, 3, 4, 5, 40)] == [
        Seat.S,
        Seat.W,
        Seat.N,
        Seat.E,
        Seat.S,
        Seat.E,
    ]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 40))
def test_every_deck_deals_eight_of_thirty_two_cards_to_each(secret: bytes, number: int) -> None:
    hands = make_board(secret, b"{}", number, SITE).hands
    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert hands[0] | hands[1] | hands[2] | hands[3] == ALL_CARDS


def test_bots_draw_from_a_key_that_is_not_the_deals() -> None:
    assert bots_key(SECRET, b"{}", 1) != board_key(SECRET, b"{}", 1)


def test_an_ingredient_changes_every_key() -> None:
    assert board_key(SECRET, b"{}", 1, "lotto") != board_key(SECRET, b"{}", 1)
    assert board_key(SECRET, b"{}", 1, "lotto") != board_key(SECRET, b"{}", 1, "lotte")


def test_canonical_json_sorts_keys_and_keeps_letters() -> None:
    assert canonical({"title": "Café", "boards": 40}) == '{"boards":40,"title":"Café"}'.encode()


def test_chance_is_even_and_its_streams_stand_apart() -> None:
    chance = Chance(SECRET)
    counts = Counter(chance.below(5) for _ in range(5000))
    assert set(counts) == set(range(5))
    assert all(850 < count < 1150 for count in counts.values())

    def draw(*numbers: int) -> list[int]:
        stream = Chance(SECRET, *numbers)
        return [stream.below(256) for _ in range(16)]

    streams = [draw(), draw(0), draw(1), draw(0, 1), draw(1, 0)]
    assert len({tuple(stream) for stream in streams}) == len(streams)
    assert draw(1, 0) == draw(1, 0)
