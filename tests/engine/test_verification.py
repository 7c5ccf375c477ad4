"""A proof held against itself: whatever is changed in it is found, and named."""

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.boards import commit
from engine.errors import NotationError
from engine.proof import Proof, parse_proof, state_list, write_proof
from engine.verification import verify_proof
from tests.engine.proving import SECRET, make_proof

PROOF = make_proof(entries=4, left=15, capacity=3)
PUBLIC = make_proof(entries=2, value="5 12 23 34 45", ingredient="de trekking van de Lotto van 4 december")

Change = Callable[[Any], object]


def change_proof(change: Change, proof: Proof = PROOF) -> Proof:
    changed = copy.deepcopy(proof)
    change(changed)
    return changed


def told(proof: Proof, commitment: str | None = None) -> str:
    fault = verify_proof(proof, commitment).fault
    return "" if fault is None else str(fault)


def change_acts(entry: int, board: int, change: Callable[[list[str]], object]) -> Change:
    def apply(proof: Any) -> None:
        play = proof["entries"][entry - 1]["plays"][board - 1]
        acts = play["acts"].split(" ")
        change(acts)
        play["acts"] = " ".join(acts)

    return apply


def set_value(*path: str | int, to: object) -> Change:
    def apply(proof: Any) -> None:
        for step in path[:-1]:
            proof = proof[step]
        assert proof[path[-1]] != to
        proof[path[-1]] = to

    return apply


def test_a_true_proof_holds() -> None:
    found = verify_proof(PROOF, PROOF["commitment"])
    assert (found.fault, found.boards, found.entries) == (None, 3, 4)
    assert found.acts == sum(entry["acts"] for entry in PROOF["entries"])
    # Of 33 acts of a deal South does eight or nine.
    assert 0.7 < found.asked / found.acts < 0.8
    assert told(PUBLIC) == ""


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("site", {"target": 31}),
        ("whisthub", {}),
        ("malilla", {}),
        ("manillen61", {"doubling": 1, "cap": 8}),
        ("manilj", {"pass_round": 1, "partner_blind": 0, "forced_no_trump": 1}),
        ("site", {"blind_no_trump": 1, "doubling": 1, "losers_lose": 1}),
        ("malilla", {"turned_trump": 0, "always_no_trump": 1}),
        ("manilj", {"packing": 44, "tie_carries": 0, "pips_target": 1}),
    ],
)
@pytest.mark.parametrize("bots", ["rulebook@1", "random@1"])
def test_a_proof_holds_in_every_system(system: str, options: dict[str, int], bots: str) -> None:
    proof = make_proof(entries=2, left=2, boards=6, bots=bots, rules=system, options=options, first_dealer="W")
    assert told(parse_proof(write_proof(proof))) == ""


def test_a_proof_with_the_strongest_bots_holds() -> None:
    proof = make_proof(entries=2, boards=1, bots="solver@1")
    assert told(proof) == ""


def test_a_cancelled_tournament_proves_its_cards_and_has_no_list() -> None:
    cancelled = change_proof(lambda proof: proof.update(entries=[], list=None))
    assert told(cancelled) == ""
    assert "only a cancelled tournament" in told(change_proof(set_value("list", to=None)))


def test_an_ingredient_that_never_came_leaves_no_cards() -> None:
    never = change_proof(lambda proof: proof.update(ingredient=None, deals=[], entries=[], list=[]), PUBLIC)
    assert told(never) == ""
    played = change_proof(set_value("ingredient", to=None), PUBLIC)
    assert told(played) == "ingredient: cards were dealt before its value was known"
    assert told(change_proof(set_value("ingredient", to="7"))) == "ingredient: none was announced"


def test_the_commitment_seen_before_is_another() -> None:
    other = make_proof(secret=bytes(32))
    assert told(other) == ""
    assert told(other, PROOF["commitment"]) == "commitment: the one that was seen before is another"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (set_value("secret", to="01" + SECRET.hex()[2:]), "commitment: secret and announcement are not those"),
        (set_value("secret", to=SECRET.hex().upper()), "secret: not written in small letters"),
        (set_value("secret", to="00" * 31), "secret: 31 bytes, not 32"),
        (set_value("commitment", to="0" * 64), "commitment: secret and announcement are not those"),
        (
            set_value("announcement", to=PROOF["announcement"].replace("Lente", "Lenti")),
            "commitment: secret and announcement are not those",
        ),
        (
            set_value("announcement", to=PROOF["announcement"].replace("rulebook@1", "rulebook@7")),
            "announcement: no bot is called 'rulebook@7'",
        ),
        (set_value("announcement", to="{}"), "announcement: an announcement: without 'boards'"),
        (set_value("deals", 1, "deal", to=PROOF["deals"][0]["deal"]), "board 2: deal is stated as N:"),
        (set_value("deals", 2, "dealer", to="S"), "board 3: dealer is stated as S, and the secret makes it N"),
        (set_value("deals", 0, "turned", to="S7"), "board 1: turned is stated as S7"),
        (lambda proof: proof["deals"].pop(), "deals: 2 boards are stated, and 3 were announced"),
        (set_value("entries", 1, "plays", 0, "figures", "pips", to=[60, 0]), "entry 2, board 1: pips is stated as"),
        (set_value("entries", 1, "plays", 2, "figures", "total", to=[9, 9]), "entry 2, board 3: total is stated as"),
        (set_value("entries", 0, "plays", 0, "figures", "trump", to="x"), "entry 1, board 1: trump is stated as x"),
        (set_value("entries", 0, "plays", 0, "figures", to=None), "entry 1, board 1: it was played out, and states no"),
        (set_value("entries", 2, "score", to=99), "entry 3: score is stated as 99"),
        (set_value("entries", 2, "acts", to=1), "entry 3: acts is stated as 1"),
        (set_value("entries", 2, "status", to="unfinished"), "entry 3: status is stated as unfinished"),
        (set_value("entries", 3, "status", to="ranked"), "entry 4: status is stated as ranked and should be out"),
        (set_value("entries", 3, "deals", to=3), "entry 4: deals is stated as 3 and should be 2"),
        (set_value("entries", 1, "entry", to=1), "entry 1: entries are numbered from 1 up, each once"),
        (lambda proof: proof["entries"][0]["plays"].pop(0), "entry 1, board 2: board 1 comes next"),
        (lambda proof: proof["entries"][3]["plays"].pop(), "entry 4: acts is stated as"),
        (lambda proof: proof["entries"].pop(1), "list: 4 rows are stated, and 3 entries"),
        (lambda proof: proof["list"].reverse(), "list: row 1 is stated as"),
        (set_value("list", 0, "rank", to=2), "list: row 1 is stated as"),
        (change_acts(1, 1, lambda acts: acts.append("S7")), "entry 1, board 1, act S7: an act after the end"),
        (change_acts(1, 1, lambda acts: acts.pop()), "entry 1, board 1: it states figures, and was not played out"),
        (change_acts(4, 3, lambda acts: acts.pop()), "entry 4: acts is stated as"),
        (change_acts(2, 1, lambda acts: acts.__setitem__(0, "Z")), "entry 2, board 1, act Z: S: not"),
        (change_acts(2, 3, lambda acts: acts.insert(0, "")), "entry 2, board 3, act : N: not"),
        (set_value("entries", 0, "plays", 0, "acts", to=""), "entry 1, board 1: nothing was done on it"),
    ],
)
def test_each_kind_of_change_is_named(change: Change, sentence: str) -> None:
    assert told(change_proof(change)).startswith(sentence)


def find_card(proof: Proof, seat: int) -> tuple[int, int]:
    """Of entry 2 on board 1, the place of a card of South (0) or of a bot (1), and its trick."""
    acts = proof["entries"][1]["plays"][0]["acts"].split(" ")
    first = next(place for place, act in enumerate(acts) if act not in ("S", "H", "D", "C", "NT"))
    # South dealt, so West leads the first trick and South plays to it last.
    return (first + 3, 1) if seat == 0 else (first, 1)


def test_a_card_of_a_player_that_he_did_not_hold_is_named_with_trick_and_rule() -> None:
    place, trick = find_card(PROOF, 0)
    acts = PROOF["entries"][1]["plays"][0]["acts"].split(" ")
    changed = change_proof(change_acts(2, 1, lambda acts: acts.__setitem__(place, acts[place - 1])))
    sentence = f"entry 2, board 1, trick {trick}, card {acts[place - 1]}: S: the seat to play does not hold it (A4)"
    assert told(changed) == sentence


def test_a_card_of_a_bot_that_it_would_not_have_played_is_named() -> None:
    place, _ = find_card(PROOF, 1)
    acts = PROOF["entries"][1]["plays"][0]["acts"].split(" ")
    # West leads: any of its cards may be played, and only one is the bot's.
    west = [acts[later] for later in range(place + 1, len(acts)) if acts[later] in hand_of(PROOF, 3)]
    changed = change_proof(change_acts(2, 1, lambda acts: acts.__setitem__(place, west[0])))
    sentence = f"entry 2, board 1, trick 1, card {west[0]}: rulebook@1 as W does {acts[place]} here"
    assert told(changed) == sentence


def hand_of(proof: Proof, seat: int) -> list[str]:
    hand = proof["deals"][0]["deal"].removeprefix("N:").split(" ")[seat]
    return [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]


def test_no_byte_of_the_smallest_proof_can_be_another() -> None:
    """Every byte, each time another of its own kind, so that what comes of it can often be read."""
    data = write_proof(make_proof(entries=2, boards=1, left=7))
    kinds = (b"0123456789", b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for place, byte in enumerate(data):
        kind = next((kind for kind in kinds if byte in kind), bytes(range(32, 127)))
        other = kind[(kind.index(byte) + 1) % len(kind)]
        assert not holds(data[:place] + bytes([other]) + data[place + 1 :]), (place, chr(byte), chr(other))
        assert not holds(data[:place] + data[place + 1 :]), (place, chr(byte))


# Random mutations: at most the bytes of one place, or one value, and the whole put together again.


def change_bytes(proof: Proof, chance: random.Random) -> bytes:
    data = bytearray(write_proof(proof))
    place = chance.randrange(len(data))
    kind = chance.randrange(3)
    if kind == 0:
        data[place] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[place]
    else:
        data.insert(place, data[chance.randrange(len(data))])
    return bytes(data)


def list_places(value: Any) -> list[tuple[Any, str | int]]:
    """Everything in a proof that can be replaced, and in what it stands."""
    steps = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, step) for step in steps] + [place for step in steps for place in list_places(value[step])]


def change_value(proof: Proof, chance: random.Random) -> bytes:
    changed = copy.deepcopy(proof)
    holder, step = chance.choice(list_places(changed))
    value = holder[step]
    if isinstance(value, int):
        holder[step] = value + chance.choice((-1, 1, 10))
    elif isinstance(value, str) and " " in value:
        words = value.split(" ")
        one, other = chance.randrange(len(words)), chance.randrange(len(words))
        words[one], words[other] = words[other], words[one]
        holder[step] = " ".join(words[: chance.choice((None, -1))])
    elif isinstance(value, list) and value:
        one, other = chance.randrange(len(value)), chance.randrange(len(value))
        value[one], value[other] = value[other], value[one]
        if chance.random() < 0.5:
            value.pop(chance.randrange(len(value)))
    elif isinstance(value, dict) and value:
        value.pop(chance.choice(list(value)))
    else:
        holder[step] = chance.choice((None, "S", "unfinished", "disqualified", 0))
    return json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def holds(data: bytes) -> bool:
    try:
        return verify_proof(parse_proof(data)).fault is None
    except NotationError:
        return False


@pytest.mark.parametrize(
    "count", [pytest.param(150, id="short"), pytest.param(1000, id="thousand", marks=pytest.mark.slow)]
)
def test_no_mutation_is_accepted(count: int) -> None:
    chance = random.Random(8)
    proofs = [
        PROOF,
        PUBLIC,
        make_proof(entries=2, boards=2, rules="whisthub"),
        make_proof(entries=2, boards=2, rules="manillen61", options={"doubling": 1, "cap": 4}, left=3),
    ]
    tried = 0
    while tried < count:
        proof = chance.choice(proofs)
        data = chance.choice((change_bytes, change_value))(proof, chance)
        if data == write_proof(proof):
            continue
        tried += 1
        assert not holds(data), data


# The command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bewijs.json"
    path.write_bytes(write_proof(PROOF))
    return path


def test_the_command_says_what_was_done(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out
    assert "Lentebeker: all of it holds" in lines
    assert f"commitment {PROOF['commitment']}" in lines
    assert main(["verify", str(file), "--commitment", commit(b"{}", SECRET)]) == 1
    assert main(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["holds"], found["entries"], found["fault"]) == (True, 4, None)


def test_the_command_names_the_fault_and_exits_with_1(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(write_proof(change_proof(set_value("entries", 2, "score", to=99))))
    assert main(["verify", str(file), "--json"]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"{file}: entry 3: score is stated as 99")
    fault = json.loads(printed.out)["fault"]
    assert (fault["part"], fault["entry"], fault["rule"]) == ("entries", 3, "B19")


def test_the_command_exits_with_2_for_what_is_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bewijs.json"
    assert main(["verify", str(file)]) == 2
    file.write_text("{}")
    assert main(["verify", str(file)]) == 2
    assert f"{file}: a proof: without 'announcement'" in capsys.readouterr().err


def test_the_command_needs_neither_django_nor_a_socket(file: Path) -> None:
    script = (
        "import socket, sys; socket.socket = None; sys.modules['django'] = None\n"
        "from engine.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run([sys.executable, "-c", script, "verify", str(file)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_a_seat_says_is_checked_as_its_cards_are() -> None:
    proof = make_proof(entries=1, boards=2, rules="whisthub", first_dealer="E")
    acts = proof["entries"][0]["plays"][0]["acts"].split(" ")
    assert acts[0] in ("S", "H", "D", "C", "NT")
    other = next(trump for trump in ("S", "H", "D", "C", "NT") if trump != acts[0])
    changed = change_proof(change_acts(1, 1, lambda acts: acts.__setitem__(0, other)), proof)
    assert told(changed) == f"entry 1, board 1, act {other}: rulebook@1 as E does {acts[0]} here"


def test_disqualified_stands_last_and_its_score_is_checked_all_the_same() -> None:
    def disqualify(proof: Any) -> None:
        proof["entries"][0]["status"] = "disqualified"
        proof["list"] = state_list(proof["entries"])

    changed = change_proof(disqualify)
    assert told(changed) == ""
    assert changed["list"] is not None
    assert changed["list"][-1]["entry"] == 1
    disqualified = change_proof(set_value("entries", 0, "score", to=5), changed)
    assert told(disqualified).startswith("entry 1: score is stated as 5")
