"""From a play to its record, with no more in it than the seats it is written for may know."""

from collections.abc import Iterable

from engine.cards import Seat, next_seat
from engine.notation import BoardRecord, Row
from engine.play import Play
from engine.result import multiplier_of, score_play
from engine.tags import Hands, Options, Pair
from engine.view import SeatView, reveal_hands, view_play


def record_play(
    play: Play,
    seats: Iterable[Seat] = tuple(Seat),
    total: Pair | None = None,
    options: Options = (),
    others: tuple[tuple[str, str], ...] = (),
) -> BoardRecord:
    """The board record of a play as the `seats` together know it; of a finished deal all hands are known.

    `total` is what the boom stands at after this deal, in points (wij, zij), for a finished deal. `others` are tags
    of other meaning, such as ("South", "Ann").
    """
    views = [view_play(play, seat) for seat in seats]
    result = score_play(play) if play.phase == "over" else None
    trump = play.trump
    opener = next_seat(play.board.dealer, play.system.clockwise)
    return BoardRecord(
        number=play.board.number,
        dealer=play.board.dealer,
        hands=reveal_hands(play) or _known_hands(views),
        system=play.system.name,
        options=options,
        turned=play.board.turned,
        maker=play.calls.maker if play.system.pass_round else None,
        trump=trump,
        blind=bool(play.calls.blind),
        doubling=play.calls.said if play.system.doubling and trump is not None else None,
        multiplier=None if trump is None else multiplier_of(play),
        pips=None if result is None else result.pips,
        points=None if result is None else result.points,
        total=None if result is None else total,
        leader=None if trump is None else opener,
        rows=_rows(play, opener),
        others=others,
    )


def _known_hands(views: list[SeatView]) -> Hands:
    """The hands of these seats as dealt: what they still hold and what they played."""
    hands: list[int | None] = [None] * 4
    for view in views:
        if view.hand is not None:
            played = (act.value for act in view.acts if act.kind == "card" and act.seat == view.seat)
            hands[view.seat] = sum((1 << card for card in played), view.hand)
    return hands[0], hands[1], hands[2], hands[3]


def _rows(play: Play, opener: Seat) -> tuple[Row, ...]:
    step = 1 if play.system.clockwise else -1
    tricks = [(trick.leader, trick.cards) for trick in play.tricks]
    if play.trick:
        tricks.append((play.leader, play.trick))
    rows = []
    for leader, cards in tricks:
        row: list[int | None] = [None] * 4
        for place, card in enumerate(cards):
            row[(step * (leader - opener) + place) % 4] = card
        rows.append((row[0], row[1], row[2], row[3]))
    return tuple(rows)
