"""A second reading of the rules, slow and to the letter, to hold the engine against.

Cards are texts such as "ST" (the ten of spades), hands are lists of them, a trick is a list of (seat, card) in the
order of play, seats are letters. Every sentence of the rules is written out where it is used, card by card. It shares
nothing with the engine, and is no faster than it needs to be.
"""

from collections.abc import Callable
from dataclasses import dataclass

SUITS = ["S", "H", "D", "C"]
HIGH_TO_LOW = ["T", "A", "K", "Q", "J", "9", "8", "7"]  # A2
PIPS = {"T": 5, "A": 4, "K": 3, "Q": 2, "J": 1, "9": 0, "8": 0, "7": 0}  # A3
DECK = [suit + rank for suit in SUITS for rank in HIGH_TO_LOW]
CLOCKWISE = ["N", "E", "S", "W"]
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}  # A4
WE, THEY = ("N", "S"), ("E", "W")


@dataclass(frozen=True)
class Sheet:
    """One column of the table of systems, in its own words, and the options."""

    direction: str = "clockwise"
    packets: tuple[int, ...] = (3, 2, 3)
    trump: str = "dealer names, or none"
    blind_no_trump: bool = False
    partner_blind: bool = True
    doubling: bool = False
    overtake: str = "if opponents hold it"
    must_ruff: str = "if opponents hold it"
    only_lower_trumps: str = "discard"
    last_trick: int = 0
    all_eight_tricks: int = 1
    without_trump: int = 2
    tie: str = "next deal x2"
    highest_multiplier: int = 4
    target: int = 101
    fixed_number: int | None = None
    deal_limit: int | None = 40
    losers: str = "write nothing"
    writes: str = "pips above half"


SHEETS = {
    "site": Sheet(),
    "whisthub": Sheet(packets=(3, 3, 2), partner_blind=False, doubling=True, deal_limit=None),
    "malilla": Sheet(
        direction="counter-clockwise",
        trump="the last card dealt",
        partner_blind=False,
        overtake="no duty",
        must_ruff="always",
        only_lower_trumps="must under-ruff, C2",
        tie="nothing",
        deal_limit=None,
    ),
    "manillen61": Sheet(
        direction="counter-clockwise",
        packets=(4, 4),
        trump="each names a suit or none, or passes",
        partner_blind=False,
        overtake="no duty",
        must_ruff="always",
        only_lower_trumps="must under-ruff, C2",
        last_trick=1,
        tie="cannot happen",
        highest_multiplier=2,
        target=21,
        deal_limit=None,
    ),
    "manilj": Sheet(all_eight_tricks=2, deal_limit=None),
}


def stands_above(card: str, other: str) -> bool:
    """A2: both of one suit, and the first stands before the other in the list from high to low."""
    return card[0] == other[0] and HIGH_TO_LOW.index(card[1]) < HIGH_TO_LOW.index(other[1])


def who_holds(trick: list[tuple[str, str]], trump: str) -> tuple[str, str]:
    """A5: the highest trump; without trumps in the trick, the highest card of the suit led. Seat and card."""
    trumps = [(seat, card) for seat, card in trick if card[0] == trump]
    led = trick[0][1][0]
    fighting = trumps or [(seat, card) for seat, card in trick if card[0] == led]
    for seat, card in fighting:
        if not any(stands_above(other, card) for _, other in fighting):
            return seat, card
    raise AssertionError("one card stands above all others")


def what_forbids(
    card: str, hand: list[str], trick: list[tuple[str, str]], seat: str, trump: str, sheet: Sheet
) -> str | None:
    """The number of the rule that forbids `seat` to play `card` of its hand to the trick, or None."""
    if not trick:
        return None  # B5: a leader plays any card
    led = trick[0][1][0]
    holder, holding = who_holds(trick, trump)
    opponent_holds = holder != PARTNER[seat]
    if any(held[0] == led for held in hand):
        return _what_forbids_a_follower(card, hand, led, opponent_holds, holding, sheet)
    if trump == "NT":
        return None  # B13: who cannot follow plays any card
    return _what_forbids_a_void_hand(card, hand, trick, opponent_holds, trump, sheet)


def _what_forbids_a_follower(
    card: str, hand: list[str], led: str, opponent_holds: bool, holding: str, sheet: Sheet
) -> str | None:
    if card[0] != led:
        return "B6"
    overtaking_asked = sheet.overtake == "if opponents hold it" and opponent_holds
    if not overtaking_asked or holding[0] != led:  # B7: if the trick has been ruffed, any card of the suit will do
        return None
    has_higher = any(stands_above(held, holding) for held in hand)
    return "B7" if has_higher and not stands_above(card, holding) else None


def _what_forbids_a_void_hand(
    card: str, hand: list[str], trick: list[tuple[str, str]], opponent_holds: bool, trump: str, sheet: Sheet
) -> str | None:
    trumps_in_trick = [played for _, played in trick if played[0] == trump]
    trumps_in_hand = [held for held in hand if held[0] == trump]

    def beats_trumps_in_trick(held: str) -> bool:
        return held[0] == trump and all(stands_above(held, played) for played in trumps_in_trick)

    def is_lower_trump(held: str) -> bool:
        return held[0] == trump and not beats_trumps_in_trick(held)

    has_higher = any(beats_trumps_in_trick(held) for held in trumps_in_hand)
    if sheet.only_lower_trumps == "must under-ruff, C2":
        if sheet.must_ruff == "always, but on partner's trick any card" and not opponent_holds:
            return None
        if not trumps_in_hand:
            return None
        if has_higher:  # a higher one than the highest in the trick if he has it
            if card[0] != trump:
                return "C12"
            return None if beats_trumps_in_trick(card) else "C13"
        return None if card[0] == trump else "C2"  # otherwise a lower one; nothing may be discarded
    if opponent_holds and not trumps_in_trick:
        return "B8" if trumps_in_hand and card[0] != trump else None
    if opponent_holds and has_higher:
        if card[0] != trump:
            return "B8"
        return None if beats_trumps_in_trick(card) else "B9"
    nothing_but_lower_trumps = all(is_lower_trump(held) for held in hand)
    return "B10" if is_lower_trump(card) and not nothing_but_lower_trumps else None


def turn_order(leader: str, direction: str) -> list[str]:
    """The four seats in order of play from the leader."""
    circle = CLOCKWISE if direction == "clockwise" else CLOCKWISE[::-1]
    start = circle.index(leader)
    return circle[start:] + circle[:start]


def deal(deck: list[str], dealer: str, sheet: Sheet) -> dict[str, list[str]]:
    """B1: in packets, first the player after the dealer."""
    rest = list(deck)
    hands: dict[str, list[str]] = {seat: [] for seat in CLOCKWISE}
    receivers = [*turn_order(dealer, sheet.direction)[1:], dealer]
    for packet in sheet.packets:
        for seat in receivers:
            for _ in range(packet):
                hands[seat].append(rest.pop(0))
    return hands


@dataclass(frozen=True)
class Said:
    """What was said before the first card, in the end."""

    trump: str
    maker: str
    calls: tuple[str, ...]
    blind: bool = False


def converse(dealer: str, last_card: str, carry: int, sheet: Sheet, ask: Callable[[str, list[str]], str]) -> Said:
    """B3, C1, C8, D1 to D3: ask each seat in its turn what it says, out of a list."""
    names = ["S", "H", "D", "C", "NT"]
    if sheet.blind_no_trump and ask(dealer, ["blind", "look"]) == "blind":
        return Said("NT", dealer, (), blind=True)
    maker = dealer
    if sheet.trump == "the last card dealt":
        trump = last_card[0]
    elif sheet.trump == "always without":
        trump = "NT"
    elif sheet.trump == "dealer names, or none":
        trump = ask(dealer, names)
    else:
        trump = "pass"
        for seat in turn_order(dealer, sheet.direction)[1:]:
            maker = seat
            trump = ask(seat, [*names, "pass"])
            if trump != "pass":
                break
        if trump == "pass":
            maker = dealer
            must_go_without = sheet.trump == "each names or passes, the dealer must play without"
            trump = ask(dealer, ["NT"] if must_go_without else names)
    calls: list[str] = []
    if sheet.doubling:
        before = carry * (sheet.without_trump if trump == "NT" else 1)
        order = turn_order(maker, sheet.direction)
        if before * 2 <= sheet.highest_multiplier:
            for opponent in (order[1], order[3]):
                if ask(opponent, ["mee", "pass"]) == "mee":
                    calls.append(opponent + ":mee")
                    break
        if calls and before * 4 <= sheet.highest_multiplier:
            for own in (maker, PARTNER[maker]):
                if ask(own, ["tegen", "pass"]) == "tegen":
                    calls.append(own + ":tegen")
                    break
    return Said(trump, maker, tuple(calls))


def count_pips(tricks: list[list[tuple[str, str]]], trump: str, sheet: Sheet) -> tuple[int, int, int, int]:
    """A6: pips in won tricks (the last may count one more), and tricks: wij, zij, wij, zij."""
    pips = {"we": 0, "they": 0}
    won = {"we": 0, "they": 0}
    for number, trick in enumerate(tricks, 1):
        winner = who_holds(trick, trump)[0]
        side = "we" if winner in WE else "they"
        won[side] += 1
        for _, card in trick:
            pips[side] += PIPS[card[1]]
        if number == 8:
            pips[side] += sheet.last_trick
    return pips["we"], pips["they"], won["we"], won["they"]


def multiplier_of(said: Said, carry: int, sheet: Sheet) -> int:
    """B14, before the double of eight tricks: no trump, carry and call multiplied, within the highest."""
    factor = carry
    if said.trump == "NT":
        factor *= 4 if said.blind else sheet.without_trump
    if any(call.endswith("tegen") for call in said.calls):
        factor *= 4
    elif any(call.endswith("mee") for call in said.calls):
        factor *= 2
    return factor if factor <= sheet.highest_multiplier else sheet.highest_multiplier


def write_points(pips: tuple[int, int], tricks: tuple[int, int], multiplier: int, sheet: Sheet) -> tuple[int, int]:
    """A7, B16, C3: who has more than half writes the pips above 30, times the multiplier."""
    if tricks in [(8, 0), (0, 8)]:
        multiplier = multiplier * sheet.all_eight_tricks
    if sheet.writes == "all pips":
        return pips[0] * multiplier, pips[1] * multiplier
    for winner, loser in ((0, 1), (1, 0)):
        if pips[winner] > pips[loser]:
            written = [0, 0]
            written[winner] = (pips[winner] - 30) * multiplier
            if sheet.losers == "lose what winners write":
                written[loser] = -written[winner]
            return written[0], written[1]
    return 0, 0


@dataclass
class Boom:
    """The sheet of a boom, deal by deal (B14 to B19, C4)."""

    sheet: Sheet
    we: int = 0
    they: int = 0
    deals: int = 0
    ties_in_a_row: int = 0
    over: str | None = None

    def carry(self) -> int:
        """B15: 2 after one tie, 4 after two in a row or more."""
        if self.sheet.tie != "next deal x2":
            return 1
        return [1, 2, 4][min(self.ties_in_a_row, 2)]

    def write(self, pips: tuple[int, int], points: tuple[int, int]) -> None:
        """Add what one deal wrote."""
        assert self.over is None
        self.deals += 1
        self.ties_in_a_row = self.ties_in_a_row + 1 if pips[0] == pips[1] else 0
        self.we += points[0]
        self.they += points[1]
        crossed = self.we >= self.sheet.target or self.they >= self.sheet.target
        if self.sheet.fixed_number is not None:
            if self.deals == self.sheet.fixed_number:
                self.over = "limit"
        elif crossed and not (self.sheet.writes == "all pips" and self.we == self.they):
            self.over = "target"  # B17, C4
        elif self.deals == self.sheet.deal_limit:
            self.over = "limit"  # B18

    def score(self) -> int:
        """B19."""
        return self.we - self.they
