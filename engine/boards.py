"""From a secret to the cards of each board, so that anyone can check them afterwards.

The announcement is canonical JSON of all that fixes play. Its commitment is SHA-256(announcement || 0x00 || secret).
Every board has a key of its own, HMAC-SHA256(secret, label || 0x00 || SHA-256(announcement) || number), so that
nothing in a board depends on how earlier boards were played. The bots' chance hangs on another label, so that it
tells nothing of the cards.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.cards import Seat, next_seat
from engine.errors import NotationError
from engine.systems import System

DEAL_LABEL = b"manillen/1 deal"
BOTS_LABEL = b"manillen/1 bots"
SECRET_BYTES = 32


@dataclass(frozen=True)
class Board:
    """The cards of one deal: `hands` are card sets in the order N E S W.

    `turned` is the last card dealt, the dealer's, where the system turns it up for all to see; otherwise None.
    """

    number: int
    dealer: Seat
    hands: tuple[int, int, int, int]
    turned: int | None = None


def canonical(announcement: Mapping[str, object]) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8."""
    return json.dumps(announcement, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def parse_secret(text: str) -> bytes:
    """Read a secret, 32 bytes in hexadecimal. Raises `NotationError`."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise NotationError("not hexadecimal", text) from None
    if len(secret) != SECRET_BYTES:
        raise NotationError(f"{len(secret)} bytes, not {SECRET_BYTES}", text)
    return secret


def commit(announcement: bytes, secret: bytes) -> str:
    """The commitment to a secret of 32 bytes, in hexadecimal."""
    return hashlib.sha256(announcement + b"\0" + secret).hexdigest()


def board_key(secret: bytes, announcement: bytes, number: int, ingredient: str | None = None) -> bytes:
    """The 32 bytes that fix the deck of board `number` (from 1)."""
    return _derive_key(DEAL_LABEL, secret, announcement, number, ingredient)


def bots_key(secret: bytes, announcement: bytes, number: int, ingredient: str | None = None) -> bytes:
    """The 32 bytes from which the bots draw their chance on board `number`."""
    return _derive_key(BOTS_LABEL, secret, announcement, number, ingredient)


def _derive_key(label: bytes, secret: bytes, announcement: bytes, number: int, ingredient: str | None) -> bytes:
    message = label + b"\0" + hashlib.sha256(announcement).digest()
    if ingredient is not None:
        message += hashlib.sha256(ingredient.encode()).digest()
    return hmac.digest(secret, message + number.to_bytes(4, "big"), "sha256")


class Chance:
    """Fair draws from a key: the bytes are HMAC-SHA256(key, n) for n = 0, 1, …, each block asked for when needed.

    `numbers` set streams of one key apart, such as a seat and the number of acts it has seen.
    """

    def __init__(self, key: bytes, *numbers: int) -> None:
        for number in numbers:
            key = hmac.digest(key, number.to_bytes(4, "big"), "sha256")
        self._key = key

    @cached_property
    def _bytes(self) -> Iterator[int]:
        def blocks() -> Iterator[int]:
            n = 0
            while True:
                yield from hmac.digest(self._key, n.to_bytes(4, "big"), "sha256")
                n += 1

        return blocks()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others; n from 1 to 256."""
        limit = 256 - 256 % n
        while (byte := next(self._bytes)) >= limit:
            pass
        return byte % n


def shuffle_deck(key: bytes) -> tuple[int, ...]:
    """The 32 cards in the order in which they are dealt: Fisher-Yates from the last place down."""
    deck = list(range(32))
    chance = Chance(key)
    for i in range(31, 0, -1):
        j = chance.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal_hands(deck: tuple[int, ...], dealer: Seat, system: System) -> tuple[int, int, int, int]:
    """Deal the deck in the system's packets, first to the seat after the dealer (B1). Card sets of N E S W."""
    hands = [0, 0, 0, 0]
    seat = dealer
    dealt = 0
    for packet in system.packets:
        for _ in range(4):
            seat = next_seat(seat, system.clockwise)
            for card in deck[dealt : dealt + packet]:
                hands[seat] |= 1 << card
            dealt += packet
    return (hands[0], hands[1], hands[2], hands[3])


def dealer_of(number: int, first_dealer: Seat, system: System) -> Seat:
    """The dealer of board `number` (from 1): the deal passes one seat after every deal (B1)."""
    return Seat((first_dealer + (number - 1) * (1 if system.clockwise else -1)) % 4)


def make_board(
    secret: bytes,
    announcement: bytes,
    number: int,
    system: System,
    first_dealer: Seat = Seat.S,
    ingredient: str | None = None,
) -> Board:
    """Board `number` (from 1) of a tournament or a boom; the same for everyone who plays it."""
    dealer = dealer_of(number, first_dealer, system)
    deck = shuffle_deck(board_key(secret, announcement, number, ingredient))
    return deal_board(number, dealer, deck, system)


def deal_board(number: int, dealer: Seat, deck: tuple[int, ...], system: System) -> Board:
    """The board that this deck makes when `dealer` deals it."""
    return Board(number, dealer, deal_hands(deck, dealer, system), deck[-1] if system.turned_trump else None)
