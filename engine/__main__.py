"""The engine's commands: `python -m engine replay | deal | verify | solve | arena | train`."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.arena import Match, play_match
from engine.boards import canonical, make_board, parse_secret
from engine.cards import Seat, card_name, parse_seat
from engine.errors import EngineError, NotationError
from engine.notation import DEFAULT_SYSTEM, BoardRecord, Record, RecordError, parse_record, write_record
from engine.proof import parse_proof
from engine.replay import Replay, replay_record
from engine.systems import get_system
from engine.tags import parse_options
from engine.verification import Verification, verify_proof

HOLDS, BREAKS_A_RULE, UNREADABLE = 0, 1, 2
BAR_WIDTH = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Wrong usage exits with 2, as argparse has it."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The game of manillen from the command line.")
    commands = parser.add_subparsers(required=True, metavar="command")
    replay = commands.add_parser("replay", help="hold records against the rules")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="one object a line for each file")
    replay.set_defaults(run=_replay)
    solve = commands.add_parser(
        "solve", help="the value of every card in the last position of a record, all cards open"
    )
    solve.add_argument("file", type=Path, metavar="FILE")
    solve.add_argument("--json", action="store_true")
    solve.set_defaults(run=_solve)
    deal = commands.add_parser("deal", help="print the boards that follow from a secret")
    deal.add_argument("--announcement", type=Path, required=True, metavar="FILE.json")
    deal.add_argument("--secret", type=_parse_secret, required=True, metavar="HEX", help="32 bytes in hexadecimal")
    deal.add_argument("--boards", type=_parse_range, required=True, metavar="1-40")
    deal.add_argument("--ingredient", metavar="VALUE", help="the public value, where the announcement describes one")
    deal.set_defaults(run=_deal)
    verify = commands.add_parser("verify", help="do all over again that a proof of a tournament states")
    verify.add_argument("files", nargs="+", type=Path, metavar="PROOF")
    verify.add_argument(
        "--commitment", type=str.lower, metavar="HEX", help="the seal that you saw when it was announced"
    )
    verify.add_argument("--json", action="store_true", help="one object a line for each file")
    verify.set_defaults(run=_verify)
    arena = commands.add_parser("arena", help="let two bots play the same deals, each from both sides")
    arena.add_argument("a", metavar="A")
    arena.add_argument("b", metavar="B")
    arena.add_argument("--deals", type=_parse_count, required=True, metavar="N", help="two or more")
    arena.add_argument("--seed", type=int, required=True, metavar="S")
    arena.add_argument("--rules", default=DEFAULT_SYSTEM, metavar="SYSTEM")
    arena.add_argument("--options", nargs="+", default=[], metavar="NAME=VALUE", help="such as doubling=1")
    arena.add_argument("--json", action="store_true")
    arena.set_defaults(run=_arena)
    train = commands.add_parser("train", help="make the network of policy@1 anew, by playing against itself")
    train.add_argument("--rounds", type=_parse_count, default=8, metavar="N")
    train.add_argument("--cards", type=_parse_count, default=2_000_000, metavar="N", help="how many are tried a round")
    train.add_argument("--seed", type=int, default=1, metavar="S")
    train.add_argument("--out", type=Path, required=True, metavar="FILE.npz")
    train.set_defaults(run=_train)
    options = parser.parse_args(arguments)
    run = options.run
    code: int = run(options)
    return code


def _complain(text: str) -> None:
    print(text, file=sys.stderr)


def _replay(options: argparse.Namespace) -> int:
    return max(_replay_file(file, options.json) for file in options.files)


def _read_file(file: Path) -> Replay | None:
    """The record in a file, replayed; None, and the reason told, where it cannot be read."""
    try:
        return replay_record(parse_record(file.read_text(encoding="utf-8")))
    except RecordError as error:
        _complain(f"{file}: line {error.line}: {error}")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        _complain(f"{file}: line {line}: not UTF-8 text")
    except OSError as error:
        _complain(f"{file}: {error.strerror}")
    return None


def _replay_file(file: Path, as_json: bool) -> int:
    replay = _read_file(file)
    if replay is None:
        return UNREADABLE
    for fault in replay.faults:
        _complain(f"{file}: {fault}")
    print(json.dumps({"file": str(file), **replay.as_dict()}) if as_json else f"{file}: {_summary(replay)}")
    return BREAKS_A_RULE if replay.faults else HOLDS


def _summary(replay: Replay) -> str:
    if replay.faults:
        return f"{len(replay.faults)} fault{'s' if len(replay.faults) > 1 else ''}"
    state = replay.state
    end = {"target": "target reached", "limit": "last deal played", None: "not finished"}[state.reason]
    return f"{state.deals} deals, wij {state.total[0]}, zij {state.total[1]}, score {state.score:+d}, {end}"


def _solve(options: argparse.Namespace) -> int:
    replay = _read_file(options.file)
    if replay is None:
        return UNREADABLE
    for fault in replay.faults:
        _complain(f"{options.file}: {fault}")
    if replay.faults or replay.last is None:
        return BREAKS_A_RULE
    from engine.solver.encode import PositionError  # half a second that no other command should take
    from engine.solver.solve import solve_play

    try:
        solution = solve_play(replay.last)
    except PositionError as error:
        _complain(f"{options.file}: board {replay.last.board.number}: {error}")
        return BREAKS_A_RULE
    if options.json:
        print(json.dumps(solution.as_dict()))
    else:
        print(f"{solution.to_play.letter} to play; pips of wij in this deal with best play by all:")
        for card, value in solution.values.items():
            print(f"{card_name(card)}  {value:2d}{'  best' if card in solution.best else ''}")
    return HOLDS


def _deal(options: argparse.Namespace) -> int:
    try:
        announcement = json.loads(options.announcement.read_text(encoding="utf-8"))
    except OSError as error:
        _complain(f"{options.announcement}: {error.strerror}")
        return UNREADABLE
    except ValueError as error:
        _complain(f"{options.announcement}: {error}")
        return UNREADABLE
    try:
        record = _deal_boards(announcement, options.secret, options.boards, options.ingredient)
    except EngineError as error:
        _complain(f"{options.announcement}: {error}")
        return UNREADABLE
    sys.stdout.write(write_record(record))
    return HOLDS


def _deal_boards(announcement: object, secret: bytes, numbers: range, ingredient: str | None) -> Record:
    if not isinstance(announcement, dict):
        raise NotationError("an announcement is one JSON object", str(announcement))
    options = announcement.get("options", {})
    if not isinstance(options, dict) or not all(type(value) is int for value in options.values()):
        raise NotationError("the options of an announcement are names with whole numbers", str(options))
    system = get_system(_read_text(announcement, "rules") or DEFAULT_SYSTEM, options)
    first_dealer = parse_seat(_read_text(announcement, "first_dealer") or Seat.S.letter)
    described = _read_text(announcement, "ingredient")
    if (described is None) != (ingredient is None):
        raise NotationError("an ingredient has its value given where one is announced, and only there", described or "")
    fixed = canonical(announcement)
    boards = [make_board(secret, fixed, number, system, first_dealer, ingredient) for number in numbers]
    stated = tuple(options.items())
    return Record(
        tuple(
            BoardRecord(board.number, board.dealer, board.hands, system.name, stated, board.turned) for board in boards
        )
    )


def _read_text(announcement: dict[str, object], name: str) -> str | None:
    value = announcement.get(name)
    if value is not None and not isinstance(value, str):
        raise NotationError(f"{name!r} of an announcement is a text", str(value))
    return value


def _verify(options: argparse.Namespace) -> int:
    return max(_verify_file(file, options.commitment, options.json) for file in options.files)


def _verify_file(file: Path, commitment: str | None, as_json: bool) -> int:
    try:
        proof = parse_proof(file.read_bytes())
    except NotationError as error:
        _complain(f"{file}: {error}")
        return UNREADABLE
    except OSError as error:
        _complain(f"{file}: {error.strerror}")
        return UNREADABLE
    found = verify_proof(proof, commitment, _show_bar)
    if found.fault is not None:
        _complain(("\n" if sys.stderr.isatty() else "") + f"{file}: {found.fault}")
    if as_json:
        print(json.dumps({"file": str(file), "commitment": proof["commitment"], **found.as_dict()}))
    else:
        print(f"{file}: {_describe_verification(found, proof['commitment'], commitment)}")
    return HOLDS if found.fault is None else BREAKS_A_RULE


def _describe_verification(found: Verification, stated: str, seen: str | None) -> str:
    if found.fault is not None:
        return "does not hold"
    lines = [
        f"{found.title}: all of it holds",
        f"{found.boards} boards dealt again, {found.entries} entries and {found.acts} acts replayed, "
        f"{found.asked} of them asked of the bots again",
        f"commitment {stated}",
    ]
    if seen is None:
        lines.append(
            "Is it the one you saw when the tournament was announced? Only then were these cards fixed before."
        )
    return "\n".join(lines)


def _show_bar(done: int, total: int) -> None:
    """On a terminal a progress bar, drawn where it has grown; elsewhere nothing."""
    filled = BAR_WIDTH * done // total
    if not sys.stderr.isatty() or filled == BAR_WIDTH * (done - 1) // total:
        return
    bar = "#" * filled + "." * (BAR_WIDTH - filled)
    print(f"\r{bar} {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _arena(options: argparse.Namespace) -> int:
    try:
        system = get_system(options.rules, dict(parse_options(" ".join(options.options))))
        match = play_match(
            options.a, options.b, options.deals, options.seed, system, lambda done: _show_bar(done, options.deals)
        )
    except EngineError as error:
        _complain(str(error))
        return UNREADABLE
    print(json.dumps(match.as_dict()) if options.json else _describe(match))
    return HOLDS


def _train(options: argparse.Namespace) -> int:
    import numpy as np

    from engine.bots.training import train_network

    def show(number: int, pips: float, error: float) -> None:
        _complain(
            f"round {number} of {options.rounds}: {pips:+.2f} ± {error:.2f} pips a deal against rulebook@1's rules"
        )

    network = train_network(get_system(DEFAULT_SYSTEM), options.rounds, options.cards, options.seed, show)
    try:
        with options.out.open("wb") as file:
            np.savez_compressed(file, network=network)
    except OSError as error:
        _complain(f"{options.out}: {error.strerror}")
        return UNREADABLE
    return HOLDS


def _describe(match: Match) -> str:
    return (
        f"{match.a} against {match.b}, {match.deals} deals from both sides\n"
        f"pips above half   {match.pips.mean:+.2f} ± {match.pips.se:.2f}\n"
        f"points a deal     {match.points.mean:+.2f} ± {match.points.se:.2f}\n"
        f"ms a decision     {match.ms_a:.3f} and {match.ms_b:.3f}"
    )


def _parse_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 2:
        raise argparse.ArgumentTypeError("not a number of two or more")
    return int(text)


def _parse_secret(text: str) -> bytes:
    try:
        return parse_secret(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parse_range(text: str) -> range:
    first, dash, last = text.partition("-")
    if not (first.isascii() and first.isdigit() and (last if dash else first).isascii()):
        raise argparse.ArgumentTypeError("not a range such as 1-40")
    if dash and not last.isdigit():
        raise argparse.ArgumentTypeError("not a range such as 1-40")
    numbers = range(int(first), int(last if dash else first) + 1)
    if not numbers or numbers[0] < 1 or numbers[-1] >= 2**32:
        raise argparse.ArgumentTypeError("boards are numbered from 1, the first before the last")
    return numbers


if __name__ == "__main__":
    sys.exit(main())
