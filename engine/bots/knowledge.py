"""What a seat can tell of the hands it does not see: what has gone, and what the duties gave away.

Who plays a card that a rule would have forbidden next to some other card, does not hold that other card: who did not
follow has none of the suit, who did not overtake has no higher card, who discarded has no trump to ruff with. The
rules themselves say so, card by card, and so these inferences hold in every system.
"""

from functools import cache

from engine.cards import ALL_CARDS, NO_TRUMP, suit_set
from engine.rules import beats, bind_hand
from engine.view import SeatView


@cache
def denied_cards(card: int, led: int, held: int, partner_holds: bool, trump: int, duties: int) -> int:
    """The cards that a hand cannot hold out of which `card` was played: any of them would have forbidden it."""
    denied = 0
    for other in range(32):
        if other != card:
            hand = 1 << card | 1 << other
            narrow = bind_hand(hand, led, held, partner_holds, trump, duties)[2]
            if not narrow >> card & 1:
                denied |= 1 << other
    return denied


class Knowledge:
    """The unseen cards and where they may be, from a view with trump named.

    `unseen` is the set of cards in the three other hands. `may_hold` and `sure` give, by seat, the cards it can still
    hold and those that nobody else can hold; both are empty for the own seat.
    """

    __slots__ = ("counts", "may_hold", "scarce", "sure", "trump", "unseen")

    def __init__(self, view: SeatView) -> None:
        assert view.hand is not None
        assert view.trump is not None
        self.trump = view.trump
        self.counts = view.counts
        me, duties = view.seat, view.system.duties
        step = 1 if view.system.clockwise else 3
        gone = view.hand
        denied = [0, 0, 0, 0]
        for leader, cards in _tricks(view):
            held, place, seat = cards[0], 0, leader
            led = held >> 3
            gone |= 1 << held
            for i in range(1, len(cards)):
                card = cards[i]
                seat = (seat + step) & 3
                gone |= 1 << card
                denied[seat] |= denied_cards(card, led, held, i - place == 2, self.trump, duties)
                if beats(card, held, self.trump):
                    held, place = card, i
        self.unseen = ALL_CARDS & ~gone
        if view.turned is not None:
            for seat in range(4):
                denied[seat] |= 1 << view.turned if seat != view.dealer else 0
        self.may_hold = [0 if seat == me else self.unseen & ~denied[seat] for seat in range(4)]
        self._settle()
        once = twice = 0
        for cards_of in self.may_hold:
            twice |= once & cards_of
            once |= cards_of
        self.sure = [cards_of & ~twice for cards_of in self.may_hold]
        self.scarce = [_chance_of_none(self.may_hold[s], self.sure[s], self.counts[s]) for s in range(4)]

    def _settle(self) -> None:
        """A seat that can hold no more cards than it has holds them all, and nobody else does."""
        may_hold = self.may_hold
        settled = 0
        for _ in range(3):
            for seat in range(4):
                cards = may_hold[seat]
                if cards & ~settled and cards.bit_count() == self.counts[seat]:
                    settled |= cards
                    for other in range(4):
                        if other != seat:
                            may_hold[other] &= ~cards

    def chance_of(self, seat: int, cards: int) -> float:
        """How likely it is, from 0 to 1, that the seat holds at least one of these cards."""
        if cards & self.sure[seat]:
            return 1.0
        return 1.0 - self.scarce[seat] ** (cards & self.may_hold[seat]).bit_count()

    def chance_to_beat(self, seat: int, led: int, held: int) -> float:
        """How likely it is that the seat can take the trick from the card that holds it."""
        above = suit_set(held >> 3) & -(2 << held)
        if held >> 3 == led:
            chance = self.chance_of(seat, above)
            if self.trump in (NO_TRUMP, led):
                return chance
            ruffs = suit_set(self.trump)
        else:
            chance = 0.0
            ruffs = above
        void = 1.0 - self.chance_of(seat, suit_set(led))
        return chance + void * self.chance_of(seat, ruffs)


def _tricks(view: SeatView) -> list[tuple[int, tuple[int, ...]]]:
    tricks: list[tuple[int, tuple[int, ...]]] = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick:
        tricks.append((view.leader, view.trick))
    return tricks


def _chance_of_none(may_hold: int, sure: int, count: int) -> float:
    """The chance that a seat lacks one given card of those it may hold and others may hold too."""
    open_cards = (may_hold & ~sure).bit_count()
    if open_cards == 0:
        return 1.0
    return 1.0 - min(1.0, max(0.0, (count - sure.bit_count()) / open_cards))
