"""Tables laid out by hand: deals whose course can be told without playing them, and what may be said at them."""

from engine.boards import Board
from engine.cards import Seat, card_set, parse_card
from engine.play import Play
from engine.systems import System, get_system
from engine.view import view_play

SYSTEMS = ("site", "whisthub", "malilla", "manillen61", "manilj")

HALVES = {
    Seat.N: "ST SA SK SQ DJ D9 D8 D7",
    Seat.E: "SJ S9 S8 S7 DT DA DK DQ",
    Seat.S: "HT HA HK HQ CJ C9 C8 C7",
    Seat.W: "HJ H9 H8 H7 CT CA CK CQ",
}
"""North leads. Spades are trump, or nothing is: North wins four tricks with spades, loses the fifth to East's manille
of diamonds, and East wins the last three with diamonds. South and West never follow: what they throw first North gets.

North's four tricks hold 15 pips of spades and East's four 15 of diamonds. With his hearts first South adds 14 to
North's, with his clubs first 1; West 1 with hearts first, 14 with clubs first."""

WHOLE_SUITS = {
    Seat.N: "ST SA SK SQ SJ S9 S8 S7",
    Seat.E: "HT HA HK HQ HJ H9 H8 H7",
    Seat.S: "DT DA DK DQ DJ D9 D8 D7",
    Seat.W: "CT CA CK CQ CJ C9 C8 C7",
}
"""Whose suit is trump wins all eight tricks; without trump, who leads does."""


def hold(hands: dict[Seat, str]) -> tuple[int, int, int, int]:
    """The card sets of N, E, S and W."""
    north, east, south, west = (card_set(map(parse_card, hands[seat].split())) for seat in Seat)
    return north, east, south, west


def sit_down(system: System, dealer: Seat, hands: dict[Seat, str] = WHOLE_SUITS, carry: int = 1) -> Play:
    """A play of these hands. Where the system turns up a card, it is the last one that the dealer's hand names."""
    turned = parse_card(hands[dealer].split()[-1]) if system.turned_trump else None
    return Play(Board(1, dealer, hold(hands), turned), system, carry)


def play_out(play: Play, hands: dict[Seat, str]) -> Play:
    """Play the deal to its end, each seat its cards in the order in which its hand names them."""
    rest = {seat: hands[seat].split() for seat in Seat}
    while (seat := play.to_act) is not None:
        play.perform(rest[seat].pop(0))
    return play


def play_halves(name: str, south: str, west: str, options: dict[str, int] | None = None, trump: str = "S") -> Play:
    """Play `HALVES` by that system; South throws his "hearts" or his "clubs" first, and so does West."""
    system = get_system(name, options)
    dealer = Seat.W if system.clockwise else Seat.E
    hands = dict(HALVES)
    for seat, first in ((Seat.S, south), (Seat.W, west)):
        hearts, clubs = hands[seat][:11], hands[seat][12:]
        hands[seat] = f"{hearts} {clubs}" if first == "hearts" else f"{clubs} {hearts}"
    if system.turned_trump:
        # East deals, and his seven of spades lies open; he goes on playing in the order above.
        play = Play(Board(1, dealer, hold(hands), parse_card("S7")), system)
    else:
        play = Play(Board(1, dealer, hold(hands)), system)
        if play.phase == "trump":
            play.say(trump)
    while play.phase == "double":
        play.say("pass")
    return play_out(play, hands)


def offered(play: Play) -> tuple[str, set[str]]:
    """Whose turn it is to speak, and what he may say."""
    assert play.to_act is not None
    return play.to_act.letter, set(view_play(play, play.to_act).choices)
