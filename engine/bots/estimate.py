"""What eight cards promise before the first card is played, with this trump or that."""

from engine.cards import NO_TRUMP, SUIT_CARDS
from engine.result import multiply
from engine.systems import System


def choose_trump(hand: int, system: System) -> int:
    """The trump, or none, that promises the hand's side most points."""
    points = [promise_points(hand, trump, system) for trump in range(NO_TRUMP + 1)]
    return points.index(max(points))


def promise_points(hand: int, trump: int, system: System) -> float:
    """The points, wij minus zij, that a side may expect with this trump where it names it, before any call."""
    return expect_pips(hand, trump) * multiply(system, trump)


def expect_pips(hand: int, trump: int) -> float:
    """The pips above half that a side may expect with this trump, from the eight cards of one of its hands.

    The figures are those of self-play on random deals.
    """
    suits = [hand >> 8 * suit & SUIT_CARDS for suit in range(4)]
    if trump == NO_TRUMP:
        return sum(map(_expect_of_suit_without_trump, suits)) - _HALF_WITHOUT
    trumps = suits.pop(trump)
    return _expect_of_trumps(trumps) + sum(map(_expect_of_plain_suit, suits)) - _HALF


def tabulate_promises() -> tuple[list[float], list[float], list[float]]:
    """`expect_pips` in parts: by the cards of a suit, what they add as trumps, as a plain suit, and as one of four
    without trump. What is taken off is shared in."""
    return (
        [_expect_of_trumps(cards) - _HALF for cards in range(256)],
        [_expect_of_plain_suit(cards) for cards in range(256)],
        [_expect_of_suit_without_trump(cards) - _HALF_WITHOUT / 4 for cards in range(256)],
    )


_HALF, _HALF_WITHOUT = 11.6, 9.9
_TRUMP_WORTH = (1.4, 1.4, 1.4, 1.8, 2.3, 3.1, 4.9, 7.8)
_TEN, _ACE, _KING = 1 << 7, 1 << 6, 1 << 5


def _expect_of_trumps(cards: int) -> float:
    pips = sum(worth for rank, worth in enumerate(_TRUMP_WORTH) if cards >> rank & 1)
    return pips + 1.1 * max(0, cards.bit_count() - 3)


def _expect_of_plain_suit(cards: int) -> float:
    """A void ruffs, a manille wins unless ruffed, an ace alone falls to the manille."""
    length = cards.bit_count()
    if length == 0:
        return 5.2
    pips = 1.2 if length == 1 else 0.0
    if cards & _TEN:
        pips += 5.0 if length <= 3 else 3.2
    if cards & _ACE:
        pips += -0.7 if length == 1 else 0.5
    return pips


def _expect_of_suit_without_trump(cards: int) -> float:
    pips = 0.6 if cards & _KING else 0.0
    if cards & _TEN:
        pips += 7.0
    if cards & _ACE:
        pips += 1.9 if cards & _TEN else 3.1 if cards.bit_count() > 1 else -0.1
    return pips
