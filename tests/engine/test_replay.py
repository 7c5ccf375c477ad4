"""Records held against the rules, and the engine's command lines that do it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.notation import parse_record
from engine.replay import Replay, replay_record

DATA = Path(__file__).parent.parent / "data"
RECORDS = DATA / "records"
SITE_01 = (RECORDS / "site-01.pbn").read_text(encoding="utf-8")
FIRST_BOARD = SITE_01.split("\n\n")[0] + "\n"


def replay_text(text: str) -> Replay:
    return replay_record(parse_record(text))


def only_fault(text: str) -> str:
    faults = replay_text(text).faults
    assert len(faults) == 1, faults
    return str(faults[0])


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.pbn")), ids=lambda file: file.stem)
def test_replay_gives_what_stands_beside_the_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.pop("file") == str(file)
    assert found == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


DUTIES = (
    '% manillen 1\n[Board "1"]\n[Dealer "S"]\n[Rules "site"]\n'
    '[Deal "N:J9.TAKQ..T7 T87.J8.KQJ. AKQ.97.TA8. ..97.AKQJ98"]\n[Trump "H"]\n[Play "W"]\n{rows}\n*\n'
)
"""A deal in which every duty can be broken at the first trick."""


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("CK CT HJ SQ", None),
        ("CK CT H8 H9", None),
        ("SK - - -", "trick 1, card SK: the seat to play does not hold it (A4)"),
        ("CK HT - -", "trick 1, card HT: the suit led must be followed (B6)"),
        ("CK C7 - -", "trick 1, card C7: a higher card of the suit led must be played (B7)"),
        ("CK CT ST -", "trick 1, card ST: a trump must be played (B8)"),
        ("CK CT H8 H7", "trick 1, card H7: a higher trump must be played (B9)"),
        ("CK CT HJ H7", "trick 1, card H7: a trump lower than one in the trick may not be played (B10)"),
        ("CK - HJ -", "trick 1, card CK: W leads to this trick, and a seat plays out of turn (A5)"),
        ("CK CT H8 H9\nCQ - - -", "trick 2, card CQ: S leads to this trick, and a seat plays out of turn (A5)"),
        ("CK CT - -\nCQ - - -", "trick 2: a trick begins before the one before it ends (A5)"),
    ],
)
def test_an_illegal_card_is_named_with_board_trick_card_and_rule(row: str, fault: str | None) -> None:
    faults = [str(found) for found in replay_text(DUTIES.format(rows=row)).faults]
    assert faults == ([f"board 1, {fault}"] if fault else [])


def test_hands_not_known_are_held_to_what_they_play_later() -> None:
    unknown = DUTIES.replace("J9.TAKQ..T7 T87.J8.KQJ. AKQ.97.TA8. ..97.AKQJ98", "- - AKQ.97.TA8. -")
    assert replay_text(unknown.format(rows="CK C7 H8 H9")).faults == []
    later = "CK C7 H8 H9\nCA CT HJ SQ"
    assert only_fault(unknown.format(rows=later.replace("CA CT HJ SQ", "- CT - SQ"))).startswith(
        "board 1, trick 1, card C7"
    )
    twice = only_fault(unknown.format(rows="CK H9 - -"))
    assert twice == "board 1, trick 1, card H9: the seat to play does not hold it (A4)"


def test_one_hand_not_known_is_the_rest_of_the_pack() -> None:
    unknown = DUTIES.replace("J9.TAKQ..T7", "-")
    assert only_fault(unknown.format(rows="CK C7 - -")).startswith("board 1, trick 1, card C7: a higher card")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('[Multiplier "1"]', '[Multiplier "2"]', "board 1: Multiplier is stated as 2 and should be 1 (B14)"),
        ('[Pips "19 41"]', '[Pips "20 40"]', "board 1: Pips is stated as 20 40 and should be 19 41 (A6)"),
        ('[Points "0 11"]', '[Points "11 0"]', "board 1: Points is stated as 11 0 and should be 0 11 (A7)"),
        ('[Total "0 11"]', '[Total "0 12"]', "board 1: Total is stated as 0 12 and should be 0 11 (B17)"),
        ('[Dealer "S"]', '[Dealer "N"]', "board 1: W leads where it is E's turn (B5)"),
        ('[Trump "H"]\n', "", "board 1: cards are played before trump is named (B3)"),
        ("AK8.K.TJ9.7", "AK8.K.TJ9.", "board 1: N holds 7 cards, not eight (A4)"),
        ("AK8.K.TJ9.7", "AK8.K.TJ9.8", "board 1: W holds a card that is in another hand (A1)"),
    ],
)
def test_a_wrong_figure_is_a_fault(old: str, new: str, fault: str) -> None:
    assert old in FIRST_BOARD
    assert only_fault(FIRST_BOARD.replace(old, new)) == fault


def test_a_figure_not_stated_is_not_missed() -> None:
    bare = re.sub(r"\[(Multiplier|Pips|Points|Total) .*\n", "", SITE_01)
    assert replay_text(bare).faults == []
    assert replay_text(bare).as_dict() == replay_text(SITE_01).as_dict()


def test_every_fault_of_a_record_is_told() -> None:
    wrong = SITE_01.replace('[Pips "19 41"]', '[Pips "20 40"]').replace('[Pips "13 47"]', '[Pips "12 48"]')
    assert [fault.board for fault in replay_text(wrong).faults] == [1, 2]


def test_a_record_may_stop_in_the_middle_of_a_deal() -> None:
    boards = SITE_01.split("\n\n")
    rows = boards[2].split("\n")
    stopped = [row for row in rows[:-6] if not re.match(r"\[(Pips|Points|Total)", row)]
    replay = replay_text("\n\n".join([*boards[:2], "\n".join([*stopped, "*\n"])]))
    assert replay.faults == []
    assert replay.as_dict()["finished"] is False
    assert [deal["board"] for deal in as_list(replay.as_dict()["deals"])] == [1, 2]
    assert replay.as_dict()["total"] == [0, 28]


def as_list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_figures_of_a_deal_that_is_not_finished_are_those_up_to_now() -> None:
    tags = '[Multiplier "1"]\n[Pips "{pips}"]\n[Points "{points}"]\n[Total "0 0"]\n[Play "W"]'
    text = DUTIES.format(rows="CK CT H8 H9").replace('[Play "W"]', tags)
    assert replay_text(text.format(pips="8 0", points="0 0")).faults == []
    assert "(A6)" in only_fault(text.format(pips="0 8", points="0 0"))
    assert "(A7)" in only_fault(text.format(pips="8 0", points="1 0"))


def test_b1_the_deal_passes_clockwise_and_boards_are_numbered_in_order() -> None:
    first, second = SITE_01.split("\n\n")[:2]
    bare = second.split("[Trump")[0] + "\n"
    assert only_fault(first + "\n\n" + bare.replace('[Dealer "W"]', '[Dealer "E"]')) == (
        "board 2: E deals where it is W's turn (B1)"
    )
    assert only_fault(first + "\n\n" + second.replace('"2"', '"3"') + "\n") == (
        "board 3: board 2 comes after board 1 (B1)"
    )


def test_b17_no_deal_comes_after_the_end_of_the_boom() -> None:
    extra = SITE_01.split("\n\n")[1].replace('[Board "2"]', '[Board "14"]')
    assert only_fault(SITE_01 + "\n" + extra + "\n") == "board 14: a deal after the end of the boom (B17)"


def test_no_deal_is_played_after_one_that_is_not_finished() -> None:
    second = SITE_01.split("\n\n")[1]
    text = DUTIES.format(rows="CK CT H8 H9") + "\n" + second + "\n"
    assert only_fault(text) == "board 2: a deal after board 1, which is not finished (B1)"


def test_exit_codes_are_those_of_the_worst_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, wrong, torn = RECORDS / "site-02.pbn", tmp_path / "wrong.pbn", tmp_path / "torn.pbn"
    wrong.write_text(SITE_01.replace('[Points "0 11"]', '[Points "0 12"]'), encoding="utf-8")
    torn.write_text(SITE_01[:300], encoding="utf-8")
    assert main(["replay", str(good)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert main(["replay", str(wrong), str(good)]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert told.err == f"{wrong}: board 1: Points is stated as 0 12 and should be 0 11 (A7)\n"
    assert main(["replay", str(torn), str(wrong), str(good)]) == 2
    assert capsys.readouterr().err.startswith(f"{torn}: line ")


def test_a_file_that_is_no_text_or_not_there_is_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.pbn"
    odd.write_bytes(b"% manillen 1\n\xff\n")
    assert main(["replay", str(odd)]) == 2
    assert capsys.readouterr().err == f"{odd}: line 2: not UTF-8 text\n"
    assert main(["replay", str(tmp_path / "none.pbn")]) == 2
    assert str(tmp_path / "none.pbn") in capsys.readouterr().err


def test_deal_prints_the_boards_of_every_vector(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for vector in json.loads((RECORDS / "deal-vectors.json").read_text(encoding="utf-8")):
        file = tmp_path / "announcement.json"
        file.write_text(json.dumps(vector["announcement"]), encoding="utf-8")
        arguments = ["deal", "--announcement", str(file), "--secret", vector["secret"], "--boards", "1-40"]
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        boards = {str(board["board"]): board for board in vector["deals"]}
        found = re.findall(r'\[Board "(\d+)"\]\n\[Dealer "(.)"\]\n\[Rules "site"\]\n\[Deal "(.*)"\]\n', printed)
        assert len(found) == 40
        checked = [(dealer, deal) for number, dealer, deal in found if number in boards]
        assert checked == [(board["dealer"], board["deal"]) for board in vector["deals"]]
        assert replay_text(printed).faults == []


@pytest.mark.parametrize(
    ("announcement", "secret", "boards"),
    [
        ('{"rules":"site"}', "00", "1-2"),
        ('{"rules":"site"}', "zz" * 32, "1-2"),
        ('{"rules":"site"}', "00" * 32, "2-1"),
        ('{"rules":"site"}', "00" * 32, "0-1"),
        ('{"rules":"site"}', "00" * 32, "een"),
        ('{"rules":"bridge"}', "00" * 32, "1"),
        ('{"rules":"site","options":{"kleur":1}}', "00" * 32, "1"),
        ('{"rules":["site"]}', "00" * 32, "1"),
        ('{"rules":"site","first_dealer":"X"}', "00" * 32, "1"),
        ('["site"]', "00" * 32, "1"),
        ('{"rules":', "00" * 32, "1"),
    ],
)
def test_deal_refuses_what_it_cannot_read(
    announcement: str, secret: str, boards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "announcement.json"
    file.write_text(announcement, encoding="utf-8")
    try:
        code = main(["deal", "--announcement", str(file), "--secret", secret, "--boards", boards])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert told.err.strip()


def test_the_value_of_an_ingredient_changes_the_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def deals(announcement: str, *value: str) -> list[str]:
        file = tmp_path / "announcement.json"
        file.write_text(announcement, encoding="utf-8")
        command = ["deal", "--announcement", str(file), "--secret", "00" * 32, "--boards", "1-3"]
        assert main([*command, *value]) == 0
        return re.findall(r"Deal .*", capsys.readouterr().out)

    assert deals('{"rules":"site","ingredient":null}') == deals('{"ingredient":null,"rules":"site"}')
    closing = '{"rules":"site","ingredient":"slotkoers Bel 20"}'
    first = deals(closing, "--ingredient", "4123,5")
    assert first != deals(closing, "--ingredient", "4123,6")


@pytest.mark.parametrize(
    ("announcement", "value"),
    [('{"ingredient":"slotkoers Bel 20"}', []), ('{"ingredient":null}', ["--ingredient", "4123,5"])],
)
def test_a_value_is_given_where_an_ingredient_was_announced_and_only_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], announcement: str, value: list[str]
) -> None:
    file = tmp_path / "announcement.json"
    file.write_text(announcement, encoding="utf-8")
    command = ["deal", "--announcement", str(file), "--secret", "00" * 32, "--boards", "1"]
    assert main([*command, *value]) == 2
    assert "ingredient" in capsys.readouterr().err


def test_the_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "engine", "replay", str(RECORDS / "site-03.pbn")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "score -47" in done.stdout
