"""What is said before the first card: who is asked, what is offered, what is refused (C1, C8, C10, C22, D1-D3)."""

import pytest

from engine.cards import Seat
from engine.errors import IllegalError, NotationError
from engine.play import Play
from engine.result import multiplier_of
from engine.systems import get_system
from engine.view import view_play
from tests.engine.tables import SYSTEMS, offered, sit_down

SUITS_OR_NONE = {"S", "H", "D", "C", "NT"}


def talk(name: str, options: dict[str, int] | None = None, said: str = "", carry: int = 1, dealer: str = "S") -> Play:
    """A play of that system after these words; South deals unless told otherwise."""
    play = sit_down(get_system(name, options), Seat[dealer], carry=carry)
    for word in said.split():
        play.say(word)
    return play


def refused(play: Play, word: str) -> str:
    """The rule that forbids to say the word now; the play stays as it is."""
    before = (play.text, play.to_act)
    assert not play.can_say(word)
    with pytest.raises(IllegalError) as refusal:
        play.perform(word)
    assert (play.text, play.to_act) == before
    return refusal.value.rule


@pytest.mark.parametrize("name", ["site", "whisthub", "manilj"])
def test_c8_the_dealer_names_trump(name: str) -> None:
    play = talk(name)
    assert (play.phase, *offered(play)) == ("trump", "S", SUITS_OR_NONE)
    assert refused(play, "pass") == "B3"
    play.say("C")
    assert (play.trump, play.calls.maker) == (3, Seat.S)


def test_c8_malilla_turns_trump_up_and_nobody_names_it() -> None:
    play = talk("malilla")
    assert (play.phase, play.trump, play.to_act) == ("card", 2, Seat.E)
    assert refused_trump(play) == "B3"


def refused_trump(play: Play) -> str:
    with pytest.raises(IllegalError) as refusal:
        play.choose_trump(0)
    return refusal.value.rule


def test_c8_in_manillen61_each_from_the_right_of_the_dealer_names_or_passes() -> None:
    play = talk("manillen61")
    for seat in "ENW":
        assert offered(play) == (seat, SUITS_OR_NONE | {"pass"})
        play.say("pass")
    assert offered(play) == ("S", SUITS_OR_NONE)
    assert refused(play, "pass") == "C8"
    play.say("NT")
    assert (play.phase, play.calls.maker) == ("card", Seat.S)


def test_c8_in_manillen61_the_first_who_names_is_the_maker() -> None:
    play = talk("manillen61", said="pass H")
    assert (play.phase, play.trump, play.calls.maker) == ("card", 1, Seat.N)
    assert view_play(play, Seat.S).maker == Seat.N


@pytest.mark.parametrize("name", SYSTEMS)
def test_c8_pass_round_by_option(name: str) -> None:
    options = {"pass_round": 1, "partner_blind": 0, "turned_trump": 0}
    first = "E" if name in ("malilla", "manillen61") else "W"
    assert offered(talk(name, options)) == (first, SUITS_OR_NONE | {"pass"})
    assert offered(talk(name, {**options, "pass_round": 0})) == ("S", SUITS_OR_NONE)


def test_c8_only_the_seat_whose_turn_it_is_has_a_choice() -> None:
    play = talk("manillen61", said="pass")
    assert [bool(view_play(play, seat).choices) for seat in Seat] == [True, False, False, False]


@pytest.mark.parametrize("name", SYSTEMS)
def test_c10_doubling_is_asked_only_where_the_system_has_it(name: str) -> None:
    play = talk(name, said="" if name == "malilla" else "H")
    assert play.phase == ("double" if name == "whisthub" else "card")


@pytest.mark.parametrize("name", SYSTEMS)
def test_c10_doubling_by_option(name: str) -> None:
    assert talk(name, {"doubling": 1}, "" if name == "malilla" else "H").phase == "double"
    assert talk(name, {"doubling": 0}, "" if name == "malilla" else "H").phase == "card"


ASKED = [
    ("whisthub", {}, "H", "W mee, E mee"),
    ("manilj", {"doubling": 1}, "H", "W mee, E mee"),
    ("site", {"doubling": 1}, "H", "W mee, E mee"),
    ("malilla", {"doubling": 1}, "", "E mee, W mee"),
    ("manillen61", {"doubling": 1}, "H", "N mee, S mee"),
    ("manillen61", {"doubling": 1}, "pass H", "W mee, E mee"),
    ("manillen61", {"doubling": 1}, "pass pass pass H", "E mee, W mee"),
    ("whisthub", {}, "H mee", "S tegen, N tegen"),
    ("whisthub", {}, "H pass mee", "S tegen, N tegen"),
    ("malilla", {"doubling": 1}, "mee", "S tegen, N tegen"),
    ("manillen61", {"doubling": 1, "cap": 4}, "pass H mee", "N tegen, S tegen"),
]
"""South deals; after these words the seats that are asked while all go on passing, and the call they may make."""


@pytest.mark.parametrize(("name", "options", "said", "asked"), ASKED, ids=[f"{a[0]} {a[2]}" for a in ASKED])
def test_c1_order_of_asking(name: str, options: dict[str, int], said: str, asked: str) -> None:
    play = talk(name, options, said)
    found = []
    while play.phase == "double":
        seat, choices = offered(play)
        assert "pass" in choices
        found.append(" ".join([seat, *sorted(choices - {"pass"})]))
        play.say("pass")
    assert ", ".join(found) == asked


def test_c1_one_mee_is_enough_and_likewise_tegen() -> None:
    play = talk("whisthub", said="H mee")
    assert play.calls.said == ((Seat.W, "mee"),)
    play.say("tegen")
    assert (play.phase, play.calls.said) == ("card", ((Seat.W, "mee"), (Seat.S, "tegen")))


WITHIN = [
    ("whisthub", {}, "H", 1, "mee tegen"),
    ("whisthub", {}, "H", 2, "mee"),
    ("whisthub", {}, "H", 4, ""),
    ("whisthub", {}, "NT", 1, "mee"),
    ("whisthub", {}, "NT", 2, ""),
    ("whisthub", {}, "NT", 4, ""),
    ("manilj", {"doubling": 1}, "H", 1, "mee tegen"),
    ("manilj", {"doubling": 1}, "NT", 1, "mee"),
    ("whisthub", {"cap": 8}, "NT", 1, "mee tegen"),
    ("whisthub", {"cap": 8}, "H", 4, "mee"),
    ("whisthub", {"cap": 2}, "H", 1, "mee"),
    ("whisthub", {"cap": 2}, "NT", 1, ""),
    ("manillen61", {"doubling": 1}, "pass H", 1, "mee"),
    ("manillen61", {"doubling": 1}, "pass NT", 1, ""),
    ("malilla", {"doubling": 1}, "", 1, "mee tegen"),
]


@pytest.mark.parametrize(
    ("name", "options", "said", "carry", "calls"), WITHIN, ids=[f"{w[0]} {w[1]} {w[2]} carry {w[3]}" for w in WITHIN]
)
def test_c1_b14_a_call_is_offered_only_within_the_cap(
    name: str, options: dict[str, int], said: str, carry: int, calls: str
) -> None:
    play = talk(name, options, said, carry)
    found = []
    while play.phase == "double":
        call = next(iter(offered(play)[1] - {"pass"}))
        found.append(call)
        play.say(call)
    assert " ".join(found) == calls
    assert multiplier_of(play) <= play.system.cap


def test_c1_a_call_out_of_turn_is_refused() -> None:
    assert refused(talk("whisthub", said="H"), "tegen") == "C1"
    assert refused(talk("whisthub", said="H mee"), "mee") == "C1"
    with pytest.raises(NotationError):
        talk("whisthub", said="H").perform("H")


MULTIPLIERS = [
    ("whisthub", {}, "H pass pass", 1, 1),
    ("whisthub", {}, "H", 4, 4),
    ("whisthub", {}, "H mee pass pass", 1, 2),
    ("whisthub", {}, "H mee tegen", 1, 4),
    ("whisthub", {}, "H mee", 2, 4),
    ("whisthub", {}, "NT pass mee", 1, 4),
    ("whisthub", {}, "NT", 4, 4),
    ("whisthub", {"blind_no_trump": 1}, "blind", 1, 4),
    ("whisthub", {"blind_no_trump": 1}, "blind", 4, 4),
    ("whisthub", {"blind_no_trump": 1, "cap": 8}, "blind", 1, 4),
    ("whisthub", {"blind_no_trump": 1, "cap": 8}, "blind", 4, 8),
    ("whisthub", {"blind_no_trump": 1}, "look NT pass pass", 1, 2),
    ("manillen61", {}, "NT", 1, 2),
    ("manillen61", {"cap": 1}, "NT", 1, 1),
    ("site", {"cap": 8}, "NT", 4, 8),
]


@pytest.mark.parametrize(
    ("name", "options", "said", "carry", "multiplier"),
    MULTIPLIERS,
    ids=[f"{m[0]} {m[1]} {m[2]} carry {m[3]}" for m in MULTIPLIERS],
)
def test_b14_trump_carry_and_call_multiply_within_the_cap(
    name: str, options: dict[str, int], said: str, carry: int, multiplier: int
) -> None:
    play = talk(name, options, said, carry)
    assert play.phase == "card"
    assert multiplier_of(play) == multiplier


@pytest.mark.parametrize("name", ["site", "whisthub", "manilj"])
def test_c22_the_dealer_says_blind_before_he_sees_his_cards(name: str) -> None:
    play = talk(name, {"blind_no_trump": 1})
    assert (play.phase, *offered(play)) == ("blind", "S", {"blind", "look"})
    assert view_play(play, Seat.S).hand is None
    looking = talk(name, {"blind_no_trump": 1}, "look")
    assert (looking.phase, view_play(looking, Seat.S).hand) == ("trump", looking.hands[Seat.S])
    play.say("blind")
    assert (play.phase, play.trump, play.calls.blind, multiplier_of(play)) == ("card", 4, True, 4)


def test_c22_no_call_follows_blind_no_trump() -> None:
    assert talk("whisthub", {"blind_no_trump": 1, "cap": 8}, "blind").phase == "card"
    assert talk("whisthub", {"blind_no_trump": 1, "cap": 8}, "look NT").phase == "double"


def test_c22_a_trump_is_not_named_before_the_dealer_has_looked() -> None:
    play = talk("site", {"blind_no_trump": 1})
    assert not play.can_say("H")
    with pytest.raises(NotationError):
        play.perform("NT")


@pytest.mark.parametrize("name", SYSTEMS)
def test_d1_trump_is_the_last_card_dealt_and_nobody_chooses(name: str) -> None:
    play = talk(name, {"turned_trump": 1, "pass_round": 0}, dealer="W")
    assert (play.trump, play.calls.maker) == (3, Seat.W)
    assert play.phase == ("double" if name == "whisthub" else "card")
    assert view_play(play, Seat.E).hand is not None, "trump is known, so partner may look"


@pytest.mark.parametrize("name", SYSTEMS)
def test_d2_always_without_trump_and_doubled(name: str) -> None:
    play = talk(name, {"always_no_trump": 1, "turned_trump": 0, "pass_round": 0})
    assert (play.trump, play.calls.maker, multiplier_of(play)) == (4, Seat.S, 2)
    assert play.board.turned is None


@pytest.mark.parametrize("name", SYSTEMS)
def test_d3_after_three_passes_the_dealer_must_play_without_trump(name: str) -> None:
    options = {"pass_round": 1, "forced_no_trump": 1, "partner_blind": 0, "turned_trump": 0}
    play = talk(name, options, "pass pass")
    assert offered(play)[1] == SUITS_OR_NONE | {"pass"}
    play.say("pass")
    assert offered(play) == ("S", {"NT"})
    assert refused(play, "H") == "D3"
    assert refused(play, "pass") == "C8"
    play.say("NT")
    assert (play.trump, play.calls.maker) == (4, Seat.S)
