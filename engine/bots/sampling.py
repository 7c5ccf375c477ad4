"""What each card brings on average, over deals of the unseen cards as they may lie given all that a seat has seen."""

from functools import cache

import numpy as np

from engine.boards import Chance
from engine.bots.club import write_rulebook
from engine.bots.estimate import tabulate_promises
from engine.bots.knowledge import Knowledge
from engine.bots.opinion import Effort, Opinion
from engine.bots.worlds import Worlds
from engine.cards import NO_TRUMP, Seat, list_cards, next_seat
from engine.policy.features import ONE, ONE_BITS
from engine.policy.network import VALUES, appraise, choose_card, load_network, make_space
from engine.policy.progress import (
    BONUS,
    COUNTS,
    DENIED,
    DUTIES,
    HANDS,
    SEAT,
    SIZE,
    STEP,
    TRUMP,
    put_card,
    tabulate_denials,
)
from engine.policy.rollouts import PRACTISED, tabulate_odds, value_by_play, weigh_deals
from engine.result import multiply
from engine.solver.kernels import Ints, value_cards
from engine.view import SeatView


def value_cards_held(view: SeatView, chance: Chance, effort: Effort, opinion: Opinion) -> dict[int, int]:
    """By card that may be played: how many pips of the seat's side it brought in all the deals kept, beside the others.

    Cards that fell behind on the first of the deals are left out.
    """
    assert view.hand is not None
    state = 1 + int.from_bytes(bytes(chance.below(256) for _ in range(4)), "big") % 0x7FFFFFFE
    deals = np.zeros((effort.drawn, 4), dtype=np.int64)
    deals[:, view.seat] = view.hand
    state = Worlds(Knowledge(view), view.seat).draw(deals, state)
    kinds = np.zeros((effort.drawn, 4), dtype=np.int64)
    weights, state = weigh(view, opinion, deals, kinds, state)
    kept = pick_evenly(weights, effort.kept)
    if view.hand.bit_count() > effort.solved:
        return play_deals(view, deals[kept], kinds[kept], state, effort)
    numbers, times = np.unique(kept, return_counts=True)
    return solve_deals(view, deals[numbers], times)


def play_deals(view: SeatView, deals: Ints, kinds: Ints, state: int, effort: Effort) -> dict[int, int]:
    """The values by playing each deal on: one in four with every card, the others with the cards still in the running.

    What the network thinks of a card counts as so many deals more.
    """
    side = 1 if view.seat % 2 == 0 else -1
    now, networks, space = find_progress(view), find_networks(), make_space()
    denials = find_denials(view.trump, view.system.duties)
    sums = np.zeros(32, dtype=np.int64)
    first = np.arange(len(deals)) % 4 == 0
    state = value_by_play(now, view.legal, deals[first], kinds[first], networks, denials, state, sums)
    appraise(now, view.legal, networks, PRACTISED, PRACTISED + 1, space)
    values = {card: side * int(sums[card]) for card in list_cards(view.legal)}
    behind = max(values.values()) - int(effort.behind * first.sum())
    left = [card for card in values if values[card] >= behind]
    if len(left) > 1:
        cards = sum(1 << card for card in left)
        value_by_play(now, cards, deals[~first], kinds[~first], networks, denials, state, sums)
    brought = {card: side * int(sums[card]) for card in left}
    thought = {card: effort.trusted * int(space[VALUES + PRACTISED, card]) >> ONE_BITS for card in left}
    # Cards that brought the same are equal: the network's opinion does not choose between them.
    return {
        card: pips + max(thought[other] for other in left if brought[other] == pips) for card, pips in brought.items()
    }


def solve_deals(view: SeatView, deals: Ints, times: Ints) -> dict[int, int]:
    """The values by solving each deal, which counts so many times."""
    assert view.trump is not None
    side = 1 if view.seat % 2 == 0 else -1
    trick = np.array(view.trick, dtype=np.int64)
    step, bonus = 1 if view.system.clockwise else 3, int(view.system.last_trick)
    values = np.zeros(32, dtype=np.int64)
    sums = np.zeros(32, dtype=np.int64)
    for hands, count in zip(deals, times, strict=True):
        value_cards(hands, trick, int(view.leader), view.trump, view.system.duties, step, bonus, values)
        sums += count * values
    return {card: side * int(sums[card]) for card in list_cards(view.legal)}


def weigh(view: SeatView, opinion: Opinion, deals: Ints, kinds: Ints, state: int) -> tuple[Ints, int]:
    """How likely each deal is after what the others have played and named, up to a factor; fills `kinds`. Also
    returns the generator's state."""
    played = np.zeros(4, dtype=np.int64)
    cards = [act for act in view.acts if act.kind == "card"]
    for act in cards:
        played[act.seat] |= 1 << act.value
    weights = np.zeros(len(deals), dtype=np.int64)
    maker = find_chooser(view)
    state = weigh_deals(
        begin_deal(view),
        deals,
        played,
        np.array([act.value for act in cards], dtype=np.int64),
        int(view.seat),
        -1 if maker is None else int(maker),
        find_networks(),
        find_denials(view.trump, view.system.duties),
        np.stack([find_odds(opinion.practised_pips), find_odds(opinion.club_pips)]),
        np.array([opinion.partner, opinion.opponents], dtype=np.int64),
        find_promises(),
        np.array([multiply(view.system, trump) for trump in range(NO_TRUMP + 1)], dtype=np.int64),
        find_odds(opinion.trump_points),
        state,
        weights,
        kinds,
    )
    return weights, state


def choose_by_network(view: SeatView) -> int:
    """The legal card that the trained network values highest."""
    return int(choose_card(find_progress(view), view.legal, find_networks(), PRACTISED, make_space()))


def find_progress(view: SeatView) -> Ints:
    """The deal of a view as it stands, with its own seat's hand."""
    deal = begin_deal(view)
    denials = find_denials(view.trump, view.system.duties)
    for act in view.acts:
        if act.kind == "card":
            put_card(deal, act.value, denials)
    deal[HANDS : HANDS + 4] = 0
    deal[HANDS + view.seat] = view.hand or 0
    return deal


def begin_deal(view: SeatView) -> Ints:
    """The deal of a view before its first card, the hands not filled in."""
    assert view.trump is not None
    deal = np.zeros(SIZE, dtype=np.int64)
    deal[COUNTS : COUNTS + 4] = 8
    deal[SEAT] = next_seat(view.dealer, view.system.clockwise)
    deal[TRUMP], deal[DUTIES] = view.trump, view.system.duties
    if view.turned is not None:
        for seat in range(4):
            deal[DENIED + seat] = 0 if seat == view.dealer else 1 << view.turned
    deal[STEP], deal[BONUS] = 1 if view.system.clockwise else 3, view.system.last_trick
    return deal


def pick_evenly(weights: Ints, count: int) -> Ints:
    """So many places of `weights`, at even distances along their sum: each about as often as its weight has it."""
    scaled = weights >> max(0, int(weights.max()).bit_length() - 40)
    heights = np.cumsum(scaled)
    marks = (2 * np.arange(count, dtype=np.int64) + 1) * heights[-1] // (2 * count)
    places: Ints = np.searchsorted(heights, marks, side="right")
    return places


@cache
def find_networks() -> Ints:
    """The networks of the kinds of player, in their order."""
    return np.stack([load_network(), write_rulebook()])


@cache
def find_denials(trump: int | None, duties: int) -> Ints:
    """What each card denies with this trump."""
    assert trump is not None
    return tabulate_denials(trump, duties)


@cache
def find_promises() -> Ints:
    """`expect_pips` in parts: a row for the cards of a suit as trumps, as a plain suit, and without trump."""
    return np.round(np.array(tabulate_promises()) * ONE).astype(np.int64)


@cache
def find_odds(pips: float) -> Ints:
    """See `tabulate_odds`."""
    return tabulate_odds(pips)


def find_chooser(view: SeatView) -> Seat | None:
    """The other seat that chose trump having seen its cards and free to choose; None where there is none."""
    if view.maker == view.seat or view.blind or not any(act.kind == "trump" for act in view.acts):
        return None
    return None if view.system.forced_no_trump and view.maker == view.dealer else view.maker
