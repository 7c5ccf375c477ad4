"""The rules of a trick: which cards may be played and who wins (A5, B5-B13, C2, C11-C13).

A card, a card set and a trump are those of `engine.cards`. `beats` and `bind_hand` are the only place that decides.
They use nothing but ints, so that they can be compiled as they stand; what stands below them applies them to a trick.
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


def beats(card: int, held: int, trump: int) -> bool:
    """Whether a card takes the trick from the card that holds it so far (A5)."""
    if card >> 3 == held >> 3:
        return card > held
    return card >> 3 == trump


def bind_hand(
    hand: int, led: int, held: int, partner_holds: bool, trump: int, duties: int
) -> tuple[int, int, int, int]:
    """What binds a hand that does not lead: `(wide, wide_rule, narrow, narrow_rule)`.

    `led` is the suit led, `held` the card that holds the trick, `partner_holds` whether partner played it; `duties` is
    that of the system. A card of the hand outside the set `wide` is forbidden by `wide_rule`, one in `wide` but outside
    `narrow` by `narrow_rule` (see `rule_name`); the cards of `narrow`, never none, may be played.
    """
    above = -(2 << held)
    following = hand & 0xFF << 8 * led
    if following:
        higher = following & above
        if duties & OVERTAKE and not partner_holds and held >> 3 == led and higher:
            return following, 6, higher, 7
        return following, 6, following, FREE
    trumps = 0 if trump == NO_TRUMP else hand & 0xFF << 8 * trump
    # The highest trump in a trick always holds it, so that `held` is all one must know of the trumps played.
    higher = trumps & above if held >> 3 == trump else trumps
    if duties & ALWAYS_RUFF:
        if not trumps or (partner_holds and duties & PARTNER_EXEMPT):
            return hand, FREE, hand, FREE
        if higher:
            return trumps, SECTION_C + 12, higher, SECTION_C + 13
        return trumps, SECTION_C + 2, trumps, FREE
    if duties & RUFF and not partner_holds and higher:
        return trumps, 8, higher, 9
    lower = trumps & ~higher
    if duties & NO_UNDER_RUFF and hand != lower:
        return hand, FREE, hand & ~lower, 10
    return hand, FREE, hand, FREE


def winning_place(trick: tuple[int, ...], trump: int) -> int:
    """The place in the trick (0 for the card led) of the card that holds it. The trick has a card at least."""
    place = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[place], trump):
            place = i
    return place


def duties_of(hand: int, trick: tuple[int, ...], trump: int, duties: int) -> tuple[int, int, int, int]:
    """`bind_hand` for the hand that plays to this trick; a leader plays any card (B5)."""
    if not trick:
        return hand, FREE, hand, FREE
    place = winning_place(trick, trump)
    partner_holds = len(trick) - place == 2
    return bind_hand(hand, trick[0] >> 3, trick[place], partner_holds, trump, duties)


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
