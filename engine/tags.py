"""The values of a record's tags, each as a pair that reads and writes it. The readers raise `NotationError`."""

import re

from engine.cards import (
    RANKS,
    SUITS,
    Seat,
    card_name,
    list_cards,
    next_seat,
    parse_card,
    parse_seat,
    parse_trump,
    trump_name,
)
from engine.errors import NotationError

UNKNOWN = "-"
"""A hand not known, or a card not played yet."""
CALLS = ("mee", "tegen")

Pair = tuple[int, int]
Hands = tuple[int | None, int | None, int | None, int | None]
Calls = tuple[tuple[Seat, str], ...]
Options = tuple[tuple[str, int], ...]


def parse_number(text: str) -> int:
    """Read a number of at most six figures."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise NotationError(f"not a number: {text!r}", text)
    return int(text)


def parse_pair(text: str) -> Pair:
    """Read two numbers, that of wij and that of zij."""
    words = text.split()
    if len(words) != 2:
        raise NotationError(f"not two numbers, of wij and of zij: {text!r}", text)
    return parse_number(words[0]), parse_number(words[1])


def parse_trump_tag(text: str) -> tuple[int, bool]:
    """Read a trump, and whether it was named blind: "H", "NT" or "NT blind"."""
    name, _, rest = text.partition(" ")
    if rest not in ("", "blind"):
        raise NotationError(f"not a trump: {text!r}", text)
    return parse_trump(name), bool(rest)


def parse_doubling(text: str) -> Calls:
    """Read the calls of a deal in order: "E:mee N:tegen", or nothing where nobody called."""
    calls = []
    for word in text.split():
        seat, colon, call = word.partition(":")
        if not colon or call not in CALLS:
            raise NotationError(f"not a call: {word!r} (such as E:mee or N:tegen)", text, text.find(word))
        calls.append((parse_seat(seat), call))
    return tuple(calls)


def parse_options(text: str) -> Options:
    """Read the options of a system: "target=61 deal_limit=12"."""
    options = []
    for word in text.split():
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise NotationError(f"not an option: {word!r} (such as target=61)", text, text.find(word))
        options.append((name, parse_number(value)))
    return tuple(options)


def parse_hands(text: str) -> Hands:
    """Read a `Deal` tag: a seat, ":", then four hands clockwise from that seat, each S.H.D.C or "-"."""
    first, colon, rest = text.partition(":")
    words = rest.split(" ")
    if not colon or len(words) != 4:
        raise NotationError(f"not a deal: {text!r} (a seat, a colon and four hands)", text)
    hands: list[int | None] = [None] * 4
    seat = parse_seat(first)
    for word in words:
        hands[seat] = None if word == UNKNOWN else _parse_hand(word, text)
        seat = next_seat(seat)
    return hands[0], hands[1], hands[2], hands[3]


def _parse_hand(word: str, text: str) -> int:
    suits = word.split(".")
    if len(suits) != 4:
        raise NotationError(f"not a hand: {word!r} (the ranks of S.H.D.C)", text, text.find(word))
    cards = 0
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                raise NotationError(f"not a rank: {rank!r} in the hand {word!r}", text, text.find(word))
            card = 1 << parse_card(suit + rank)
            if cards & card:
                raise NotationError(f"{suit}{rank} twice in the hand {word!r}", text, text.find(word))
            cards |= card
    return cards


def hands_text(hands: Hands) -> str:
    """What `parse_hands` reads, from North on, each suit from high to low."""
    return "N:" + " ".join(UNKNOWN if hand is None else _hand_text(hand) for hand in hands)


def _hand_text(hand: int) -> str:
    names = [card_name(card) for card in list_cards(hand)]
    return ".".join("".join(name[1] for name in names if name[0] == suit) for suit in SUITS)


def pair_text(pair: Pair) -> str:
    """What `parse_pair` reads."""
    return f"{pair[0]} {pair[1]}"


def trump_tag_text(trump: int, blind: bool) -> str:
    """What `parse_trump_tag` reads."""
    return trump_name(trump) + (" blind" if blind else "")


def doubling_text(calls: Calls) -> str:
    """What `parse_doubling` reads."""
    return " ".join(f"{seat.letter}:{call}" for seat, call in calls)


def options_text(options: Options) -> str:
    """What `parse_options` reads."""
    return " ".join(f"{name}={value}" for name, value in options)
