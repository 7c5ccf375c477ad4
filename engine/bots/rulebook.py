"""A club player's rules of thumb, weighed in pips.

A card is played for what the trick will bring with it, less what it would be worth later on: masters are kept for
tricks of their own, manilles out of reach of a ruff, small trumps for ruffing. On a trick that partner holds for sure
pips are thrown (vetten), on a lost one the least; between equal cards the cheaper one goes. Trump is chosen by the
points that the eight cards may bring.
"""

from dataclasses import dataclass

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.knowledge import Knowledge
from engine.cards import NO_TRUMP, RANK_PIPS, TRUMPS, card_name, list_cards, suit_set
from engine.rules import beats, winning_place
from engine.view import SeatView


@dataclass(frozen=True)
class Worth:
    """What a card kept is worth, in pips above half. Tables go by the number of higher cards unseen (0, 1, 2, more),
    those of masters by the number of unseen cards in the suit (0, 1-2, 3-4, more)."""

    trump: tuple[float, ...] = (5.0, 3.0, 2.0, 1.5)
    master: tuple[float, ...] = (1.0, 1.5, 3.0, 3.5)
    safe_master: tuple[float, ...] = (2.5, 3.5, 4.0, 4.0)
    pips: tuple[float, ...] = (0.0, 0.0, -0.2, -0.4)
    lead: float = 0.5
    partner_lead: float = 0.2
    fat: float = 2.0
    lean: float = 0.8
    again: float = 0.5
    void: float = 0.5


WORTH = Worth()


class RulebookBot:
    """Plays the card whose trick, less its own worth, brings most pips."""

    def __init__(self, name: str, worth: Worth) -> None:
        self.name = name
        self.worth = worth

    def decide(self, view: SeatView, chance: Chance) -> str:
        if view.phase == "trump":
            assert view.hand is not None
            return TRUMPS[choose_trump(view.hand)]
        if view.legal & (view.legal - 1) == 0:
            return card_name(view.legal.bit_length() - 1)
        return card_name(_Thought(view, self.worth).choose_card())


def choose_trump(hand: int) -> int:
    best, best_value = 0, -1000.0
    for trump in range(5):
        value = 0.0
        for card in list_cards(hand):
            rank = card & 7
            if card >> 3 == trump:
                value += (1.5, 1.6, 1.8, 2.2, 2.6, 3.2, 4.0, 5.0)[rank]
            else:
                value += (0, 0, 0, 0.1, 0.2, 0.5, 1.2, 2.8)[rank]
        if trump == NO_TRUMP:
            value = (value - 9) * 2
        else:
            value -= 12
        if value > best_value:
            best, best_value = trump, value
    return best


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

    def choose_card(self) -> int:
        best, best_value = -1, -1000.0
        for card in reversed(list_cards(self.view.legal)):
            value = self.value_of(card)
            if value > best_value + 1e-9:
                best, best_value = card, value
        return best

    def value_of(self, card: int) -> float:
        view, table = self.view, self.table
        trick = view.trick
        if trick:
            place = winning_place(trick, self.trump)
            held = trick[place]
            ours = len(trick) - place == 2
            mine = beats(card, held, self.trump)
            if mine:
                held, ours = card, True
        else:
            held, ours, mine = card, True, True
        led = trick[0] >> 3 if trick else card >> 3
        pips = sum(RANK_PIPS[c & 7] for c in trick) + RANK_PIPS[card & 7]
        stands, p_ours = self.outlook(led, held, ours)
        if mine:
            lead_me, lead_partner = stands, p_ours - stands
        else:
            lead_me, lead_partner = 0.0, p_ours
        gain = (2 * p_ours - 1) * pips / 2
        for seat in self.rest:
            p = p_ours if seat == self.partner else 1 - p_ours
            add = table.fat * p + table.lean * (1 - p)
            gain += (2 * p_ours - 1) * add / 2
        value = gain - self.worth_of(card)
        value += table.lead * lead_me + table.partner_lead * lead_partner
        return value

    def outlook(self, led: int, held: int, ours: bool) -> tuple[float, float]:
        """The chances that the card that holds the trick goes on doing so, and that our side wins it."""
        stands = 1.0
        p_ours = 1.0 if ours else 0.0
        for seat in self.rest:
            friend = seat == self.partner
            chance = self.known.chance_to_beat(seat, led, held)
            if friend == ours:
                # Our own side holds with `held`: only those who beat it are beaten again.
                moved = (1 - stands if True else 0) * chance * self.table.again
                moved = min(moved, 1 - p_ours if friend else p_ours)
            else:
                moved = stands * chance
                stands -= moved
                other = (p_ours if not friend else 1 - p_ours) - (stands + moved)
                extra = max(0.0, other) * chance * self.table.again
                moved += extra
            p_ours += moved if friend else -moved
        return (stands, p_ours)

    def worth_of(self, card: int) -> float:
        table = self.table
        suit = card >> 3
        unseen = self.known.unseen & suit_set(suit)
        higher = (unseen & -(2 << card)).bit_count()
        if suit == self.trump:
            return table.trump[min(higher, 3)]
        rank = RANK_PIPS[card & 7]
        if higher == 0:
            u = (unseen.bit_count() + 1) // 2
            return (table.master if self.ruffs_out else table.safe_master)[min(u, 3)]
        return rank * table.pips[min(higher, 3)]


RULEBOOK: Bot = RulebookBot("rulebook@1", WORTH)
