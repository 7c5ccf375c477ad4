"""Bots are pure functions of what their seat has seen."""

import random
import subprocess
import sys
import time

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import Board, deal_board
from engine.bots import BOTS, decide, get_bot
from engine.bots.knowledge import Knowledge, denied_cards
from engine.cards import ALL_CARDS, NO_TRUMP, Seat, card_name, card_set, list_cards, parse_card, parse_trump
from engine.errors import IllegalError, UnknownError
from engine.play import Play
from engine.rules import forbidding_rule
from engine.systems import System, get_system
from engine.view import view_play

SITE = get_system("site")
KEY = bytes(32)


SYSTEMS = {
    **{name: get_system(name) for name in ("site", "whisthub", "malilla", "manillen61", "manilj")},
    "blind and doubling": get_system("site", {"blind_no_trump": 1, "doubling": 1}),
    "partner exempt": get_system("malilla", {"partner_exempt": 1, "doubling": 1}),
    "D1": get_system("manilj", {"turned_trump": 1, "doubling": 1}),
    "D2": get_system("whisthub", {"always_no_trump": 1, "cap": 8}),
    "D3": get_system("manillen61", {"forced_no_trump": 1, "doubling": 1, "cap": 4}),
}
"""Between them every phase of a deal and every duty."""


def draw_board(chance: random.Random, system: System = SITE) -> Board:
    deck = list(range(32))
    chance.shuffle(deck)
    return deal_board(1, Seat(chance.randrange(4)), tuple(deck), system)


def play_on(play: Play, bots: tuple[str, str], key: bytes = KEY) -> Play:
    while (seat := play.to_act) is not None:
        play.perform(decide(bots[seat.side], view_play(play, seat), key))
    return play


SLOW = ("solver@1", "policy@1") if numba.config.DISABLE_JIT else ("solver@1",)
"""The bots that take a hundred times as long as the others, or without compiling thousands of times."""


def few(name: str, times: int) -> int:
    """A tenth of it for a slow bot."""
    return max(2, times // 10) if name in SLOW else times


def test_bots_go_by_name_and_version() -> None:
    assert [get_bot(name).name for name in BOTS] == list(BOTS)
    assert BOTS[0] == "solver@1"
    for name in ("rulebook", "rulebook@2", "Random@1", ""):
        with pytest.raises(UnknownError):
            get_bot(name)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
@pytest.mark.parametrize("name", BOTS)
def test_every_act_of_a_bot_is_allowed(name: str, system: System) -> None:
    chance = random.Random(name)
    for _ in range(few(name, 15)):
        carry = chance.choice([1, 2, 4]) if system.tie_carries else 1
        assert play_on(Play(draw_board(chance, system), system, carry), (name, "random@1")).phase == "over"


def test_random_plays_every_legal_card_and_names_every_trump() -> None:
    play = Play(draw_board(random.Random(5)), SITE)
    seat = play.to_act
    assert seat is not None
    keys = [bytes([n]) * 32 for n in range(100)]
    assert {decide("random@1", view_play(play, seat), key) for key in keys} == {"S", "H", "D", "C", "NT"}
    play.choose_trump(NO_TRUMP)
    leader = play.to_act
    assert leader is not None
    played = {decide("random@1", view_play(play, leader), key) for key in keys}
    assert played == {card_name(card) for card in list_cards(play.hands[leader])}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_random_says_whatever_may_be_said(system: System) -> None:
    for said in ("", "look", "pass pass", "H", "H mee", "pass H", "pass H mee", "mee"):
        play = Play(draw_board(random.Random(6), system), system)
        words = said.split()
        while words and play.can_say(words[0]):
            play.say(words.pop(0))
        seat = play.to_act
        assert seat is not None
        if not words and play.phase != "card":
            view = view_play(play, seat)
            assert {decide("random@1", view, bytes([n]) * 32) for n in range(100)} == set(view.choices)


def deal_unseen_anew(play: Play, seat: Seat, chance: random.Random) -> Play | None:
    """The same acts on cards that differ where `seat` cannot see them; None where a rule forbids these acts then."""
    played = [card_set(act.value for act in play.acts if act.kind == "card" and act.seat == s) for s in Seat]
    dealer, turned = play.board.dealer, play.board.turned
    shown = 0 if turned is None or dealer == seat else play.hands[dealer] & 1 << turned
    pool = list_cards(sum(play.hands[other] for other in Seat if other != seat) & ~shown)
    chance.shuffle(pool)
    hands = []
    for other in Seat:
        if other == seat:
            hands.append(play.board.hands[seat])
        else:
            known = shown if other == dealer else 0
            count = play.hands[other].bit_count() - known.bit_count()
            hands.append(played[other] | known | card_set(pool[:count]))
            del pool[:count]
    board = Board(play.board.number, dealer, (hands[0], hands[1], hands[2], hands[3]), turned)
    again = Play(board, play.system, play.carry)
    try:
        for act in play.acts:
            again.perform(act.text)
    except IllegalError:
        return None
    return again


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
@pytest.mark.parametrize("name", BOTS)
def test_cards_a_seat_cannot_see_never_change_its_act(name: str, system: System) -> None:
    chance = random.Random(17)
    compared = 0
    for _ in range(few(name, 25)):
        play = Play(draw_board(chance, system), system)
        stop = chance.randrange(28)
        while len(play.acts) < stop:
            seat = play.to_act
            assert seat is not None
            play.perform(decide("random@1", view_play(play, seat), chance.randbytes(32)))
        seat = play.to_act
        assert seat is not None
        for _ in range(10):
            other = deal_unseen_anew(play, seat, chance)
            if other is not None and other.board != play.board:
                compared += 1
                assert decide(name, view_play(other, seat), KEY) == decide(name, view_play(play, seat), KEY)
    assert compared > (0 if name in SLOW else 30)


@pytest.mark.parametrize("name", BOTS)
def test_the_carry_and_the_number_of_the_board_never_change_an_act(name: str) -> None:
    chance = random.Random(3)
    for _ in range(few(name, 20)):
        board = draw_board(chance)
        plain = play_on(Play(board, SITE, 1), (name, name))
        other = play_on(Play(Board(31, board.dealer, board.hands), SITE, 4), (name, name))
        assert other.text == plain.text


def test_the_carry_changes_what_is_offered_but_neither_calls_nor_cards_of_rulebook() -> None:
    system, chance = SYSTEMS["whisthub"], random.Random(4)
    called = 0
    for _ in range(60):
        board = draw_board(chance, system)
        plain, twice, capped = (
            play_on(Play(board, system, carry), ("rulebook@1", "rulebook@1")) for carry in (1, 2, 4)
        )
        cards = [[act.text for act in play.acts if act.kind in ("trump", "card")] for play in (plain, twice, capped)]
        assert cards[0] == cards[1] == cards[2]
        if twice.calls.said:
            assert twice.calls.said == plain.calls.said[:1]
            called += 1
    assert called


def test_chance_hangs_on_the_key_the_seat_and_the_number_of_acts() -> None:
    board = draw_board(random.Random(9))
    texts = {play_on(Play(board, SITE), ("random@1", "random@1"), bytes([n]) * 32).text for n in range(10)}
    assert len(texts) == 10
    assert len({play_on(Play(board, SITE), ("rulebook@1", "rulebook@1"), bytes([n]) * 32).text for n in range(10)}) == 1


WHOLE_BOOM = """
from engine.boards import bots_key, make_board
from engine.bots import decide
from engine.play import Play
from engine.systems import get_system
from engine.view import view_play

for number in range(1, 21):
    key = bots_key(bytes(32), b"{}", number)
    play = Play(make_board(bytes(32), b"{}", number, get_system("site")), get_system("site"))
    while (seat := play.to_act) is not None:
        play.perform(decide(("rulebook@1", "random@1")[seat.side], view_play(play, seat), key))
    print(play.text)
"""


def test_two_processes_play_the_same() -> None:
    played = [
        subprocess.run(
            [sys.executable, "-c", WHOLE_BOOM],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(played[0].splitlines()) == 20
    assert played[0] == played[1]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_what_a_seat_knows_is_never_wrong(system: System) -> None:
    chance = random.Random(29)
    positions = narrowed = 0
    for _ in range(25):
        play = Play(draw_board(chance, system), system)
        while play.phase != "card":
            play.perform(chance.choice(view_play(play, play.to_act or Seat.N).choices))
        while (seat := play.to_act) is not None:
            known = Knowledge(view_play(play, seat))
            others = [other for other in Seat if other != seat]
            assert known.unseen == sum(play.hands[other] for other in others)
            for other in others:
                assert play.hands[other] & ~known.may_hold[other] == 0
                assert known.sure[other] & ~play.hands[other] == 0
                narrowed += known.may_hold[other] != known.unseen
            positions += 3
            play.play_card(chance.choice(list_cards(play.legal_cards())))
    assert narrowed > positions / 5, "where duties are few, cards tell less"


@settings(max_examples=500)
@given(st.data())
def test_a_denied_card_is_one_that_would_have_forbidden_the_card_played(data: st.DataObject) -> None:
    trump = data.draw(st.integers(0, NO_TRUMP))
    trick = data.draw(st.lists(st.integers(0, 31), min_size=1, max_size=1))
    card, other = data.draw(
        st.lists(st.integers(0, 31).filter(lambda c: c != trick[0]), min_size=2, max_size=2, unique=True)
    )
    denied = denied_cards(card, trick[0] >> 3, trick[0], False, trump, SITE.duties)
    rule = forbidding_rule(card, card_set([card, other]), tuple(trick), trump, SITE.duties)
    assert bool(denied >> other & 1) == (rule != 0)


def test_who_did_not_overtake_has_no_higher_card() -> None:
    denied = denied_cards(parse_card("S8"), 0, parse_card("S7"), False, 1, SITE.duties)
    assert denied == 0
    denied = denied_cards(parse_card("S7"), 0, parse_card("SK"), False, 1, SITE.duties)
    assert {card_name(card) for card in list_cards(denied)} == {"ST", "SA"}


def test_who_discards_on_an_opponents_card_has_neither_the_suit_nor_a_trump() -> None:
    denied = denied_cards(parse_card("D7"), 0, parse_card("SK"), False, 1, SITE.duties)
    assert denied == 0xFFFF


def south_plays(south: str, others: str, trump: str, acts: str) -> str:
    """What rulebook@1 plays as South, who holds `south`, after West dealt, named trump and these cards were played.

    `others` are the hands of N, E and W; North leads.
    """
    north, east, west = others.split(" / ")
    hands = [card_set(map(parse_card, hand.split())) for hand in (north, east, south, west)]
    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert sum(hands) == ALL_CARDS
    play = Play(Board(1, Seat.W, (hands[0], hands[1], hands[2], hands[3])), SITE)
    play.choose_trump(parse_trump(trump))
    for act in acts.split():
        play.perform(act)
    assert play.to_act == Seat.S
    return decide("rulebook@1", view_play(play, Seat.S), KEY)


SPREAD = "DT D9 D8 S7 S8 C7 C8 C9 / DJ D7 S9 SJ CJ CQ H8 H9 / DA DK DQ ST SQ CT HT HA"
"""Hands of N, E and W around South's SA SK CA CK and small trumps."""


def test_vetten_on_a_trick_partner_holds_for_sure() -> None:
    south = "SA SK CA CK H7 HJ HQ HK"
    assert south_plays(south, SPREAD, "H", "DT DJ") in ("SA", "CA", "SK", "CK")


def test_the_least_is_thrown_on_a_lost_trick() -> None:
    others = "D7 D8 SA SK CT C7 C8 HT / DT DA S7 S8 S9 C9 CJ HA / DJ DQ SJ SQ CQ CK H8 H7"
    assert south_plays("D9 DK ST CA H9 HJ HQ HK", others, "H", "D7 DT") == "D9"


def test_the_cheapest_of_equal_cards_takes_a_trick_without_trump() -> None:
    others = "D7 D8 D9 S7 S8 C7 C8 C9 / DJ DQ S9 SJ CJ CQ H8 H9 / DK SA SK SQ CA CK H7 HJ"
    assert south_plays("DT DA ST CT HT HA HK HQ", others, "NT", "D7 DJ") == "DA"


def test_a_manille_is_kept_from_a_trick_that_was_ruffed() -> None:
    others = "D7 D8 DJ DQ S7 S8 S9 SJ / SQ SK C7 C8 C9 CJ HT HA / DK DA ST CQ CK HJ H8 H7"
    assert south_plays("DT D9 SA CT CA H9 HQ HK", others, "H", "D7 HT") == "D9"


def test_trump_is_the_suit_that_promises_most_points() -> None:
    def named(hand: str) -> str:
        cards = card_set(map(parse_card, hand.split()))
        rest = list_cards(ALL_CARDS & ~cards)
        hands = (card_set(rest[:8]), card_set(rest[8:16]), cards, card_set(rest[16:]))
        play = Play(Board(1, Seat.S, hands), SITE)
        return decide("rulebook@1", view_play(play, Seat.S), KEY)

    assert named("ST SA SK S8 S7 D9 D8 C7") == "S"
    assert named("HT H9 H8 H7 HJ SA D7 C7") == "H"
    assert named("ST SA HT HA DT DA CT CA") == "NT"


def test_a_decision_takes_microseconds() -> None:
    chance = random.Random(31)
    seconds, decisions = 0.0, 0
    for _ in range(40):
        play = Play(draw_board(chance), SITE)
        while (seat := play.to_act) is not None:
            view = view_play(play, seat)
            start = time.process_time()
            act = decide("rulebook@1", view, KEY)
            seconds += time.process_time() - start
            decisions += view.legal.bit_count() != 1
            play.perform(act)
    assert seconds / decisions < 0.001, "a thousand microseconds is far above what it takes"
