"""Cards, seats and sides (rules A1-A4).

A card is an int from 0 to 31: 8 x suit + rank, suits S H D C, ranks 7 8 9 J Q K A T from low to high (T is the
ten, the manille). Of two cards of one suit the higher int is the higher card. A card set is a 32-bit int with bit
`card` set for each card in it.
"""

from collections.abc import Iterable
from enum import IntEnum

from engine.errors import NotationError

SUITS = "SHDC"
RANKS = "789JQKAT"
RANK_PIPS = (0, 0, 0, 1, 2, 3, 4, 5)
NO_TRUMP = 4
TRUMPS = ("S", "H", "D", "C", "NT")
ALL_CARDS = (1 << 32) - 1
SUIT_CARDS = 0xFF
"""The eight cards of spades as a set; shifted by 8 x suit, those of another suit."""


class Side(IntEnum):
    """One of the two partnerships. Pairs of figures stand in this order: (wij, zij)."""

    WE = 0
    THEY = 1


class Seat(IntEnum):
    """A place at the table, in clockwise order. The participant sits South."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def letter(self) -> str:
        return self.name

    @property
    def partner(self) -> "Seat":
        return Seat((self + 2) % 4)

    @property
    def side(self) -> Side:
        return Side(self % 2)


PLAYER = Seat.S
"""The seat of the participant; bots hold the other three."""


def next_seat(seat: Seat, clockwise: bool = True) -> Seat:
    """The seat that comes after `seat` in the direction of play."""
    return Seat((seat + (1 if clockwise else -1)) % 4)


def parse_seat(text: str) -> Seat:
    """Read a seat letter N, E, S or W. Raises `NotationError`."""
    if text not in Seat.__members__:
        raise NotationError(f"not a seat: {text!r} (N, E, S or W)", text)
    return Seat[text]


def suit_of(card: int) -> int:
    """0 to 3, as in `SUITS`."""
    return card >> 3


def rank_of(card: int) -> int:
    """0 (the seven) to 7 (the manille), as in `RANKS`."""
    return card & 7


def pips_of(card: int) -> int:
    """What a card counts for the side that wins it, in pips (A3)."""
    return RANK_PIPS[card & 7]


def card_name(card: int) -> str:
    """Suit letter and rank letter: "ST" is the manille of spades."""
    return SUITS[card >> 3] + RANKS[card & 7]


def parse_card(text: str) -> int:
    """Read what `card_name` writes. Raises `NotationError` at the letter that is wrong."""
    if len(text) != 2:
        raise NotationError(f"not a card: {text!r} (a suit of {SUITS} and a rank of {RANKS})", text)
    suit, rank = SUITS.find(text[0]), RANKS.find(text[1])
    if suit < 0 or rank < 0:
        raise NotationError(f"not a card: {text!r} (a suit of {SUITS} and a rank of {RANKS})", text, int(suit >= 0))
    return 8 * suit + rank


def trump_name(trump: int) -> str:
    """ "S", "H", "D", "C", or "NT" for no trump."""
    return TRUMPS[trump]


def parse_trump(text: str) -> int:
    """Read what `trump_name` writes. Raises `NotationError`."""
    if text not in TRUMPS:
        raise NotationError(f"not a trump: {text!r} (S, H, D, C or NT)", text)
    return TRUMPS.index(text)


def card_set(cards: Iterable[int]) -> int:
    """The set of these cards."""
    cards_in = 0
    for card in cards:
        cards_in |= 1 << card
    return cards_in


def suit_set(suit: int) -> int:
    """The eight cards of a suit as a set; empty for `NO_TRUMP`."""
    return SUIT_CARDS << 8 * suit & ALL_CARDS


def list_cards(cards: int) -> list[int]:
    """The cards of a set as a hand is held: suits S H D C, each from high to low."""
    return [card for suit in range(4) for card in range(8 * suit + 7, 8 * suit - 1, -1) if cards >> card & 1]


def pips_in(cards: int) -> int:
    """The pips of all cards of a set together."""
    return sum(RANK_PIPS[card & 7] for card in list_cards(cards))
