"""Finding what is hidden in anything that is bytes, in whatever notation the site writes cards and keys."""

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.boards import Board, board_key, bots_key
from engine.cards import RANKS, SUITS, Seat, card_name, list_cards

CODE = re.compile(r"(?<![A-Za-z0-9])([SHDC][7-9TJQKA])(?![A-Za-z0-9])")
WORDS = re.compile(r"(schoppen|harten|ruiten|klaveren) (7|8|9|10|boer|vrouw|heer|aas)\b")
SIGNS = re.compile(r"([♠♥♦♣])\ufe0e?(10|[789BVHA])\b")
PBN = re.compile(r"(?<![\w.])([7-9TJQKA]*\.[7-9TJQKA]*\.[7-9TJQKA]*\.[7-9TJQKA]*)(?![\w.])")
NUMBER = re.compile(r"(?<!\d)\d{5,10}(?!\d)")
SUIT_OF = dict(zip(("schoppen", "harten", "ruiten", "klaveren", *"♠♥♦♣"), SUITS * 2, strict=True))
RANK_OF = {"10": "T", "boer": "J", "vrouw": "Q", "heer": "K", "aas": "A", "B": "J", "V": "Q", "H": "K"}
LINE = 6
"""So many cards of a playing or of a hand, one after the other, are no chance."""

Cards = frozenset[str]


def name_cards(cards: int) -> Cards:
    """The names of a card set."""
    return frozenset(card_name(card) for card in list_cards(cards))


def read_cards(text: str) -> list[list[str]]:
    """The cards that a text shows, in order: one list a notation. A drawn card is a code, its address in the sprite."""
    lists = [CODE.findall(text)]
    for pattern in (WORDS, SIGNS):
        lists.append([SUIT_OF[suit] + RANK_OF.get(rank, rank) for suit, rank in pattern.findall(text)])
    return lists


def read_hands(text: str) -> Iterable[Cards]:
    """The hands that a text writes as records do: "AT.K97.J8.7"."""
    for hand in PBN.findall(text):
        suits = zip(SUITS, hand.split("."), strict=True)
        yield frozenset(suit + rank for suit, ranks in suits for rank in ranks if rank in RANKS)


def write_bytes(secret: bytes) -> set[bytes]:
    """A secret or a key in every form in which it could be written down, hexadecimal in small letters."""
    forms = {secret, secret.hex().encode(), str(int.from_bytes(secret, "big")).encode()}
    forms |= {repr(secret)[2:-1].encode(), ", ".join(map(str, secret)).encode(), ",".join(map(str, secret)).encode()}
    for offset in range(3):
        # As it looks inside a longer text in base64: what depends on its neighbours is cut off.
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            forms.add(encode(b"\0" * offset + secret)[4 if offset else 0 : -4])
    return forms


@dataclass
class Watch:
    """What one reader may not know, and what shows it: keys, hands, and the lines that others played."""

    texts: dict[bytes, str] = field(default_factory=dict)
    hands: dict[Cards, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    lines: dict[tuple[str, ...], str] = field(default_factory=dict)

    def add_secret(self, what: str, secret: bytes, announcement: bytes, boards: int) -> None:
        """A secret, and the keys that follow from it."""
        self.texts |= dict.fromkeys(write_bytes(secret), f"secret of {what}")
        for number in range(1, boards + 1):
            for name, derive in (("cards", board_key), ("bots", bots_key)):
                key = derive(secret, announcement, number)
                self.texts |= dict.fromkeys(write_bytes(key), f"key of the {name} of board {number} of {what}")

    def add_hands(self, what: str, board: Board, seats: Iterable[Seat], played: Cards = frozenset()) -> None:
        """The hands of these seats, as dealt and as they are after the cards that were `played`."""
        for seat in seats:
            hand = name_cards(board.hands[seat])
            self.hands |= dict.fromkeys((hand, hand - played), f"{seat.name} of board {board.number} of {what}")
            self.numbers[str(board.hands[seat])] = f"{seat.name} of board {board.number} of {what}, as a number"

    def add_line(self, what: str, acts: str) -> None:
        """The cards of a deal as another played it."""
        cards = CODE.findall(acts)
        self.lines |= {tuple(cards[at : at + LINE]): f"the play of {what}" for at in range(len(cards) - LINE + 1)}

    def find(self, data: bytes, allowed: Cards | None = None) -> set[str]:
        """What of it stands in `data`; with `allowed`, every other card that is shown as well."""
        low = data.lower()
        found = {what for text, what in self.texts.items() if text in data or text in low}
        text = data.decode(errors="replace")
        found |= {self.numbers[number] for number in NUMBER.findall(text) if number in self.numbers}
        shown = list(read_hands(text))
        found |= {self.hands[hand] for hand in shown if hand in self.hands}
        sizes = {len(hand) for hand in self.hands}
        for cards in read_cards(text):
            for size in sizes:
                windows = (frozenset(cards[at : at + size]) for at in range(len(cards) - size + 1))
                found |= {self.hands[window] for window in windows if window in self.hands}
            runs = (tuple(cards[at : at + LINE]) for at in range(len(cards) - LINE + 1))
            found |= {self.lines[run] for run in runs if run in self.lines}
            shown.append(frozenset(cards))
        if allowed is not None:
            found |= {f"card {card}" for cards in shown for card in cards - allowed}
        return found
