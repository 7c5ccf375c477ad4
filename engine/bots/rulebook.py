"""A club player's rules of thumb, weighed in pips.

A card is played for what the trick will bring with it, less what it would be worth later on: masters are kept for
tricks of their own, manilles out of reach of a ruff, small trumps for ruffing. On a trick that partner holds for sure
pips are thrown (vetten), on a lost one the least; between equal cards the cheaper one goes. What is said before the
first card goes by what the eight cards promise (`engine.bots.calling`).
"""

from dataclasses import dataclass

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.calling import say
from engine.bots.knowledge import Knowledge
from engine.cards import NO_TRUMP, RANK_PIPS, card_name, list_cards, suit_set
from engine.rules import beats, winning_place
from engine.systems import ALWAYS_RUFF
from engine.view import SeatView


@dataclass(frozen=True)
class Worth:
    """What a card kept is worth, in pips above half. Tables go by the number of higher cards unseen (0, 1, 2, more),
    those of masters by the number of unseen cards in the suit (0, 1-2, 3-4, more)."""

    trump: tuple[float, ...] = (3.5, 2.3, 1.8, 1.45)
    trump_pips: float = 0.57
    master: tuple[float, ...] = (0.36, 0.77, 1.65, 3.4)
    safe_master: tuple[float, ...] = (3.0, 2.85, 3.4, 3.9)
    safe_pips: float = 0.25
    nt_master: tuple[float, ...] = (0.16, 0.1, 0.45, 1.15)
    nt_pips: float = 0.88
    pips: tuple[float, ...] = (0.0, 0.07, -0.13, -0.4)
    nt_other: tuple[float, ...] = (0.0, 0.36, 0.29, -0.5)
    leads: tuple[float, float] = (0.6, 0.9)
    nt_leads: tuple[float, float] = (1.8, 1.35)
    draw: float = 0.0
    short: float = 0.0
    fat: float = 2.0
    lean: float = 0.8
    again: float = 0.5


WORTH = Worth()
WORTH_ALWAYS_RUFF = Worth(
    master=(0.36, 0.77, 0.99, 2.04),
    nt_master=(-0.34, 0.1, 0.45, 1.65),
    nt_pips=0.58,
    pips=(0.0, 0.07, -0.13, -0.7),
    fat=1.2,
)
"""Where who cannot follow always ruffs (C12), on partner's trick too, masters are ruffed sooner and partner has fewer
pips to throw; and where nobody need overtake (C11), the high cards of no trump bring less."""


class RulebookBot:
    """Plays the card whose trick, less its own worth, brings most pips."""

    def __init__(self, name: str, worth: Worth, worth_always_ruff: Worth) -> None:
        self.name = name
        self.worth = worth
        self.worth_always_ruff = worth_always_ruff

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.choices:
            return say(view)
        if view.legal & (view.legal - 1) == 0:
            return card_name(view.legal.bit_length() - 1)
        worth = self.worth_always_ruff if view.system.duties & ALWAYS_RUFF else self.worth
        return card_name(_Thought(view, worth).choose_card())


class _Thought:
    """One decision about a card."""

    def __init__(self, view: SeatView, worth: Worth) -> None:
        assert view.hand is not None
        assert view.trump is not None
        self.view = view
        self.hand = view.hand
        self.trump = view.trump
        self.table = worth
        self.known = Knowledge(view)
        step = 1 if view.system.clockwise else 3
        self.rest = [(view.seat + step * i) & 3 for i in range(1, 4 - len(view.trick))]
        self.partner = (view.seat + 2) & 3
        known = self.known
        trumps = suit_set(self.trump) if self.trump != NO_TRUMP else 0
        opponents = known.may_hold[(view.seat + 1) & 3] | known.may_hold[(view.seat + 3) & 3]
        self.ruffs_out = bool(opponents & trumps)
        self.trumps = trumps
        trick = view.trick
        self.pips_in_trick = sum(RANK_PIPS[card & 7] for card in trick)
        if trick:
            place = winning_place(trick, self.trump)
            self.held = trick[place]
            self.partner_holds = len(trick) - place == 2
        else:
            self.masters = 0
            for suit in range(4):
                if suit != self.trump:
                    cards, out = self.hand & suit_set(suit), known.unseen & suit_set(suit)
                    while cards and cards.bit_length() > out.bit_length():
                        self.masters += 1
                        cards &= ~(1 << cards.bit_length() - 1)

    def choose_card(self) -> int:
        best, best_value = -1, -1000.0
        for card in reversed(list_cards(self.view.legal)):
            value = self.value_of(card)
            if value > best_value + 1e-9:
                best, best_value = card, value
        return best

    def value_of(self, card: int) -> float:
        """What playing the card brings in pips above half: the trick, who leads next, less what is given up."""
        table, trick = self.table, self.view.trick
        held, ours, mine, led = card, True, True, card >> 3
        if trick:
            led = trick[0] >> 3
            mine = beats(card, self.held, self.trump)
            held, ours = (card, True) if mine else (self.held, self.partner_holds)
        stands, wins = self.outlook(led, held, ours)
        pips = float(self.pips_in_trick + RANK_PIPS[card & 7])
        for seat in self.rest:
            shared = wins if seat == self.partner else 1 - wins
            pips += table.fat * shared + table.lean * (1 - shared)
        value = (wins - 0.5) * pips - self.worth_of(card)
        lead, partner_lead = table.nt_leads if self.trump == NO_TRUMP else table.leads
        by_me = stands if mine else 0.0
        value += lead * by_me + partner_lead * (wins - by_me)
        if not trick and card >> 3 == self.trump and self.ruffs_out:
            value += table.draw * self.masters
        if card >> 3 != self.trump and self.hand & self.trumps and (self.hand & suit_set(card >> 3)).bit_count() == 1:
            value += table.short
        return value

    def outlook(self, led: int, held: int, ours: bool) -> tuple[float, float]:
        """The chance that the card that holds the trick goes on doing so, and that our side wins the trick.

        A seat takes the trick from the other side wherever it can, as the duties have it; from a card higher than
        `held`, less often.
        """
        stands = 1.0
        over = [0.0, 0.0]
        for seat in self.rest:
            friend = seat == self.partner
            chance = self.known.chance_to_beat(seat, led, held)
            taken = stands * chance if friend != ours else 0.0
            taken_again = over[not friend] * chance * self.table.again
            stands -= taken
            over[not friend] -= taken_again
            over[friend] += taken + taken_again
        return stands, over[True] + (stands if ours else 0.0)

    def worth_of(self, card: int) -> float:
        table = self.table
        suit = card >> 3
        unseen = self.known.unseen & suit_set(suit)
        higher = (unseen & -(2 << card)).bit_count()
        rank = RANK_PIPS[card & 7]
        if suit == self.trump:
            return table.trump[min(higher, 3)] + rank * table.trump_pips
        if higher == 0:
            u = min(3, (unseen.bit_count() + 1) // 2)
            if self.trump == NO_TRUMP:
                return table.nt_master[u] + table.nt_pips * rank
            if self.ruffs_out:
                return table.master[u]
            return table.safe_master[u] + table.safe_pips * rank
        return rank * (table.nt_other if self.trump == NO_TRUMP else table.pips)[min(higher, 3)]


RULEBOOK: Bot = RulebookBot("rulebook@1", WORTH, WORTH_ALWAYS_RUFF)
