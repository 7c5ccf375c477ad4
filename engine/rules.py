"""The rules of a trick, on ints alone: which cards may be played and who wins (rules A5, B5-B13, C2, C11-C14).

A card, a card set and a trump are those of `engine.cards`. These functions are the only place that decides; they
use nothing but ints, so that they can be compiled as they stand.
"""

from engine.cards import NO_TRUMP
from engine.systems import ALWAYS_RUFF, NO_UNDER_RUFF, OVERTAKE, PARTNER_EXEMPT, RUFF

FREE = 0
"""The rule number that forbids nothing."""
SECTION_C = 100
"""Rule numbers of section C stand above this; those of section B below it."""


def rule_name(rule: int) -> str:
    """How a rule number is written: 10 is "B10", 112 is "C12"."""
    return f"C{rule - SECTION_C}" if rule > SECTION_C else f"B{rule}"


def highest_trump(trick: tuple[int, ...], trump: int) -> int:
    """The highest trump among the cards of a trick, or -1."""
    best = -1
    for card in trick:
        if card >> 3 == trump and card > best:
            best = card
    return best


def winning_place(trick: tuple[int, ...], trump: int) -> int:
    """The place in the trick (0 for the card led) of the card that holds it (A5). The trick has a card at least."""
    place = 0
    for i in range(1, len(trick)):
        held, card = trick[place], trick[i]
        if card >> 3 == held >> 3:
            if card > held:
                place = i
        elif card >> 3 == trump:
            place = i
    return place


def duties_of(hand: int, trick: tuple[int, ...], trump: int, duties: int) -> tuple[int, int, int, int]:
    """What binds the hand that plays to this trick: `(wide, wide_rule, narrow, narrow_rule)`.

    A card of the hand outside the set `wide` is forbidden by rule `wide_rule`, one in `wide` but outside `narrow` by
    rule `narrow_rule` (see `rule_name`); the cards of `narrow` may be played. `duties` is that of the system.
    """
    if len(trick) == 0:
        return hand, 0, hand, 0
    place = winning_place(trick, trump)
    held = trick[place]
    partner_holds = (len(trick) - place) % 2 == 0
    led = trick[0] >> 3
    above_held = hand & (0xFF << (held & ~7)) & ~((2 << held) - 1)
    suit = hand & (0xFF << 8 * led)
    if suit:
        narrow = suit
        if duties & OVERTAKE and not partner_holds and held >> 3 == led and above_held:
            narrow = above_held
        return suit, 6, narrow, 7
    trumps = 0 if trump == NO_TRUMP else hand & (0xFF << 8 * trump)
    highest = highest_trump(trick, trump)
    higher = trumps if highest < 0 else trumps & ~((2 << highest) - 1)
    if duties & ALWAYS_RUFF:
        if not trumps or (partner_holds and duties & PARTNER_EXEMPT):
            return hand, 0, hand, 0
        if higher:
            return trumps, SECTION_C + 12, higher, SECTION_C + 13
        return trumps, SECTION_C + 2, trumps, 0
    if duties & RUFF and not partner_holds and higher:
        return trumps, 8, higher, 9
    if duties & NO_UNDER_RUFF and hand != trumps & ~higher:
        return hand, 0, hand & ~(trumps & ~higher), 10
    return hand, 0, hand, 0


def legal_cards(hand: int, trick: tuple[int, ...], trump: int, duties: int) -> int:
    """The set of cards this hand may play to this trick; never empty for a hand with cards."""
    return duties_of(hand, trick, trump, duties)[2]


def forbidding_rule(card: int, hand: int, trick: tuple[int, ...], trump: int, duties: int) -> int:
    """The number of the first duty that forbids a card of the hand, or `FREE`."""
    wide, wide_rule, narrow, narrow_rule = duties_of(hand, trick, trump, duties)
    if not wide >> card & 1:
        return wide_rule
    if not narrow >> card & 1:
        return narrow_rule
    return FREE
