"""What a seat may know of a play. Bots, pages, the API and records read a play through here and nowhere else."""

from dataclasses import dataclass

from engine.cards import Seat, list_cards
from engine.play import Act, Phase, Play, Trick
from engine.systems import System


@dataclass(frozen=True)
class SeatView:
    """One deal as a seat sees it. Card sets are those of `engine.cards`; pips are (wij, zij).

    `hand` is None while the seat may not see its own cards (B2). `legal` is the set of cards the seat may play now,
    empty when it is not its turn to play a card; `forbidden` pairs its other cards with the rule against each.
    `turned` is the card turned up for trump, `maker` who named trump, `blind` whether he did so without looking, `said`
    the calls mee and tegen; `choices` is what the seat may say now, empty when it is not its turn to speak.
    The carry is left out on purpose: what a bot plays does not depend on it.
    """

    seat: Seat
    system: System
    number: int
    dealer: Seat
    phase: Phase
    to_act: Seat | None
    trump: int | None
    hand: int | None
    legal: int
    forbidden: tuple[tuple[int, str], ...]
    leader: Seat
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    pips: tuple[int, int]
    counts: tuple[int, int, int, int]
    acts: tuple[Act, ...]
    turned: int | None = None
    maker: Seat | None = None
    blind: bool = False
    said: tuple[tuple[Seat, str], ...] = ()
    choices: tuple[str, ...] = ()


def is_blind(play: Play, seat: Seat) -> bool:
    """Whether the seat may not see its own cards yet.

    The dealer's partner may not until trump is named (B2), the dealer until he has said whether he plays blind (C22).
    """
    if play.trump is not None:
        return False
    dealer = play.board.dealer
    return (play.system.partner_blind and seat == dealer.partner) or (play.phase == "blind" and seat == dealer)


def view_play(play: Play, seat: Seat) -> SeatView:
    """The play as `seat` may see it now."""
    hand = None if is_blind(play, seat) else play.hands[seat]
    plays_now = play.phase == "card" and play.to_act == seat
    legal = play.legal_cards() if plays_now else 0
    forbidden = []
    if plays_now:
        for card in list_cards(play.hands[seat] & ~legal):
            rule = play.forbidding_rule(card)
            assert rule is not None
            forbidden.append((card, rule))
    counts = [hand.bit_count() for hand in play.hands]
    return SeatView(
        seat=seat,
        system=play.system,
        number=play.board.number,
        dealer=play.board.dealer,
        phase=play.phase,
        to_act=play.to_act,
        trump=play.trump,
        hand=hand,
        legal=legal,
        forbidden=tuple(forbidden),
        leader=play.leader,
        trick=play.trick,
        tricks=tuple(play.tricks),
        pips=play.pips,
        counts=(counts[0], counts[1], counts[2], counts[3]),
        acts=tuple(play.acts),
        turned=play.board.turned,
        maker=play.calls.maker,
        blind=bool(play.calls.blind),
        said=play.calls.said,
        choices=play.calls.choices if play.to_act == seat and not plays_now else (),
    )


def reveal_hands(play: Play) -> tuple[int, int, int, int] | None:
    """The four hands as dealt, for anyone who may see this play, once it is over; None before."""
    return play.board.hands if play.phase == "over" else None
