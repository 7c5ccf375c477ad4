"""The arena: the same deals from both sides, and what it prints."""

import json
import math

import pytest

from engine.__main__ import main
from engine.arena import play_match
from engine.boards import Chance
from engine.bots import get_bot
from engine.errors import UnknownError
from engine.systems import get_system
from engine.view import SeatView

SITE = get_system("site")


def test_a_bot_against_itself_is_even_to_the_pip() -> None:
    match = play_match("rulebook@1", "rulebook@1", 20, 3, SITE)
    assert (match.pips.mean, match.pips.se) == (0, 0)
    assert (match.points.mean, match.points.se) == (0, 0)


def test_sides_swapped_give_the_opposite() -> None:
    ours = play_match("rulebook@1", "random@1", 12, 5, SITE)
    theirs = play_match("random@1", "rulebook@1", 12, 5, SITE)
    assert ours.pips.mean == pytest.approx(-theirs.pips.mean)
    assert ours.pips.se == pytest.approx(theirs.pips.se)
    assert ours.points.mean == pytest.approx(-theirs.points.mean)


def test_a_match_follows_from_its_seed() -> None:
    first, again, other = (play_match("rulebook@1", "random@1", 12, seed, SITE) for seed in (1, 1, 2))
    assert first.pips == again.pips
    assert first.pips != other.pips


def test_rulebook_is_clearly_better_than_random() -> None:
    match = play_match("rulebook@1", "random@1", 200, 1, SITE)
    assert match.pips.mean - 2 * match.pips.se > 4
    assert match.points.mean - 2 * match.points.se > 4


@pytest.mark.slow
def test_rulebook_beats_random_by_what_was_promised() -> None:
    match = play_match("rulebook@1", "random@1", 2000, 1, SITE)
    assert match.pips.mean > 6.5
    assert match.points.mean > 8


def test_each_dealer_names_trump_with_his_own_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[tuple[int, str]] = []
    for name in ("rulebook@1", "random@1"):
        kind = type(get_bot(name))
        decide = kind.decide

        def watch(self: object, view: SeatView, chance: Chance, name: str = name, decide: object = decide) -> str:
            assert callable(decide)
            if view.phase == "trump":
                named.append((view.number, name))
            text = decide(self, view, chance)
            assert isinstance(text, str)
            return text

        monkeypatch.setattr(kind, "decide", watch)
    play_match("rulebook@1", "random@1", 4, 1, SITE)
    assert sorted(named) == [(n, name) for n in range(1, 5) for name in ("random@1", "rulebook@1")]


def test_the_command_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "rulebook@1", "random@1", "--deals", "4", "--seed", "1", "--json"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert told.err == ""
    assert list(found) == ["a", "b", "deals", "pips", "points", "ms"]
    assert (found["a"], found["b"], found["deals"]) == ("rulebook@1", "random@1", 4)
    assert set(found["pips"]) == set(found["points"]) == {"mean", "se"}
    assert set(found["ms"]) == {"a", "b"}
    assert math.isfinite(found["pips"]["se"])


def test_the_command_prints_lines_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random@1", "random@1", "--deals", "2", "--seed", "1", "--rules", "site"]) == 0
    assert "pips above half" in capsys.readouterr().out


def test_the_command_takes_options_of_the_system(capsys: pytest.CaptureFixture[str]) -> None:
    def points(*options: str) -> float:
        command = ["arena", "rulebook@1", "random@1", "--deals", "10", "--seed", "1", "--rules", "manilj", "--json"]
        assert main([*command, *options]) == 0
        found: float = json.loads(capsys.readouterr().out)["points"]["mean"]
        return found

    assert points("--options", "doubling=1", "cap=8") != points()
    assert points("--options", "doubling=0") == points()


def test_a_terminal_sees_a_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["arena", "random@1", "random@1", "--deals", "10", "--seed", "1"]) == 0
    assert "10/10" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["random@1", "solver@9", "--deals", "2", "--seed", "1"],
        ["random@1", "random@1", "--deals", "2", "--seed", "1", "--rules", "bridge"],
        ["random@1", "random@1", "--deals", "2", "--seed", "1", "--options", "kleur=1"],
        ["random@1", "random@1", "--deals", "2", "--seed", "1", "--options", "doubling"],
        ["random@1", "random@1", "--deals", "2", "--seed", "1", "--options", "doubling=1", "cap=1"],
        ["random@1", "random@1", "--deals", "1", "--seed", "1"],
        ["random@1", "random@1", "--deals", "veel", "--seed", "1"],
        ["random@1", "random@1", "--deals", "2", "--seed", "x"],
        ["random@1", "--deals", "2", "--seed", "1"],
    ],
)
def test_the_command_refuses_what_it_cannot_run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["arena", *arguments])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    assert code == 2
    assert capsys.readouterr().err.strip()


def test_unknown_bots_and_single_deals_are_refused() -> None:
    with pytest.raises(UnknownError):
        play_match("random@1", "nobody@1", 2, 1, SITE)
    with pytest.raises(ValueError, match="two deals"):
        play_match("random@1", "random@1", 1, 1, SITE)
