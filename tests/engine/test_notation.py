"""Records as text: what is read is what was written, and what cannot be read says on which line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import Board, deal_hands
from engine.cards import Seat, list_cards, parse_card
from engine.errors import NotationError
from engine.notation import BoardRecord, Record, RecordError, parse_record, write_record
from engine.play import Play
from engine.recording import record_play
from engine.systems import get_system
from engine.tags import hands_text, parse_doubling, parse_hands, parse_options, parse_pair, parse_trump_tag

RECORDS = Path(__file__).parent.parent / "data" / "records"
SITE = get_system("site")

HEAD = '% manillen 1\n[Board "1"]\n[Dealer "S"]\n[Rules "site"]\n'
DEAL = '[Deal "N:AK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.AK QJ.TJ.AK.Q8"]\n'


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.pbn")), ids=lambda file: file.stem)
def test_a_record_is_written_as_it_was_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert write_record(parse_record(text)) == text


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A play by legal cards that stops anywhere."""
    deck = draw(st.permutations(range(32)))
    dealer = draw(st.sampled_from(Seat))
    play = Play(Board(draw(st.integers(1, 40)), dealer, deal_hands(tuple(deck), dealer, SITE)), SITE)
    acts = draw(st.integers(0, 33))
    if acts:
        play.choose_trump(draw(st.integers(0, 4)))
    for _ in range(acts - 1):
        play.play_card(draw(st.sampled_from(list_cards(play.legal_cards()))))
    return play


TAG_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=30)


@given(plays(), st.sets(st.sampled_from(Seat)), TAG_TEXT)
def test_every_play_round_trips_whatever_is_known(play: Play, seats: set[Seat], player: str) -> None:
    total = (12, 0) if play.phase == "over" else None
    board = record_play(play, sorted(seats), total, others=(("Event", "Zaterdag"), ("South", player)))
    record = Record((board,))
    assert parse_record(write_record(record)) == record


def test_a_record_for_one_seat_holds_no_other_hand() -> None:
    board = parse_record((RECORDS / "site-01.pbn").read_text(encoding="utf-8")).boards[0]
    hands = tuple(hand for hand in board.hands if hand is not None)
    assert len(hands) == 4
    play = Play(Board(1, Seat.S, (hands[0], hands[1], hands[2], hands[3])), SITE)
    play.choose_trump(1)
    for text in ("CQ", "C7", "CJ", "CK", "S9"):
        play.perform(text)
    assert record_play(play, [Seat.S]).hands == (None, None, hands[2], None)
    assert record_play(play, []).hands == (None, None, None, None)


def test_b2_a_record_for_the_blind_partner_holds_no_hand_at_all() -> None:
    hands = parse_hands("N:AK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.AK QJ.TJ.AK.Q8")
    play = Play(Board(3, Seat.N, tuple(hand or 0 for hand in hands)), SITE)  # type: ignore[arg-type]
    assert record_play(play, [Seat.S]).hands == (None, None, None, None)
    play.choose_trump(0)
    assert record_play(play, [Seat.S]).hands == (None, None, hands[2], None)


def test_an_unfinished_trick_has_its_cards_in_the_columns_of_their_seats() -> None:
    text = HEAD + DEAL + '[Trump "H"]\n[Play "W"]\nCQ C7 CJ CK\n- - - S9\n*\n'
    board = parse_record(text).boards[0]
    assert board.rows[1] == (None, None, None, parse_card("S9"))
    assert write_record(Record((board,))) == text


def test_other_tags_comments_and_line_ends_of_windows_are_read() -> None:
    text = HEAD + '[Event "Zaterdag \\"de Kroon\\""]\n; a comment\n' + DEAL
    board = parse_record(("\ufeff" + text).replace("\n", "\r\n")).boards[0]
    assert board.others == (("Event", 'Zaterdag "de Kroon"'),)
    assert parse_record(write_record(Record((board,)))).boards[0] == board


def test_rules_and_options_left_out_are_those_of_the_board_before() -> None:
    second = '\n[Board "2"]\n[Dealer "W"]\n' + DEAL
    first, after = parse_record(HEAD + '[Options "target=61"]\n' + DEAL + second).boards
    assert first.options == after.options == (("target", 61),)
    assert after.system == "site"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("% manillen 2\n", 1),
        ("% manillen 1\n", 2),
        (HEAD, 2),
        (HEAD + '[Deal "N:AK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.AK"]\n', 5),
        (HEAD + '[Deal "N:AK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.A1 QJ.TJ.AK.Q8"]\n', 5),
        (HEAD + '[Deal "N:AAK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.A QJ.TJ.AK.Q8"]\n', 5),
        (HEAD + DEAL + '[Trump "X"]\n', 6),
        (HEAD + DEAL + '[Trump "H\n', 6),
        (HEAD + DEAL + '[Dealer "S"]\n', 6),
        (HEAD + DEAL + '[Pips "19"]\n', 6),
        (HEAD + DEAL + '[Multiplier "twee"]\n', 6),
        (HEAD + DEAL + '[Multiplier "²"]\n', 6),
        (HEAD + DEAL + '[Doubling "E:ja"]\n', 6),
        (HEAD + DEAL + '[Options "target"]\n', 6),
        (HEAD + DEAL + '[Options "kleur=3"]\n', 6),
        (HEAD + DEAL + '[Pips "19 41"]\n[Points "0 11"]\n', 7),
        (HEAD + DEAL + "CQ C7 CJ CK\n", 6),
        (HEAD + DEAL + '[Play "W"]\n', 6),
        (HEAD + DEAL + '[Play "W"]\nCQ C7 CJ CK\n', 7),
        (HEAD + DEAL + '[Play "W"]\nCQ C7 CJ\n*\n', 7),
        (HEAD + DEAL + '[Play "W"]\nCQ C7 CJ C\n*\n', 7),
        (HEAD + DEAL + '[Play "W"]\n*\nCQ C7 CJ CK\n', 8),
        (HEAD + DEAL + '[Play "W"]\n' + 9 * "CQ C7 CJ CK\n", 15),
        (HEAD.replace("site", "bridge") + DEAL, 4),
    ],
)
def test_what_cannot_be_read_names_its_line(text: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert caught.value.details["line"] == line


def test_a_record_torn_off_anywhere_inside_a_line_cannot_be_read() -> None:
    whole = (RECORDS / "site-02.pbn").read_text(encoding="utf-8")
    for length in range(len(whole) - 1):
        torn = whole[:length]
        if whole[length] == "\n" or torn.endswith("\n"):
            continue
        with pytest.raises(RecordError):
            parse_record(torn)


@pytest.mark.parametrize(
    ("text", "parse"),
    [
        ("1 2 3", parse_pair),
        ("-1 2", parse_pair),
        ("NT blond", parse_trump_tag),
        ("Q:mee", parse_doubling),
        ("=3", parse_options),
        ("target=-3", parse_options),
        ("Q:... ... ... ...", parse_hands),
        ("N:... ...  ...", parse_hands),
    ],
)
def test_a_value_that_is_no_value_is_refused(text: str, parse: object) -> None:
    assert callable(parse)
    with pytest.raises(NotationError):
        parse(text)


def test_a_deal_may_begin_with_any_seat() -> None:
    hands = parse_hands("E:T7.Q98..TJ9 9.A7.Q87.AK - AK8.K.TJ9.7")
    assert hands_text(hands) == "N:AK8.K.TJ9.7 T7.Q98..TJ9 9.A7.Q87.AK -"


def test_a_tag_that_would_break_its_line_is_not_written() -> None:
    board = BoardRecord(1, Seat.S, (None, None, None, None), others=(("Event", "een\ntwee"),))
    with pytest.raises(NotationError):
        write_record(Record((board,)))
