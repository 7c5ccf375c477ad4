"""The worked example of docs/fairness.md: every value on that page is what the engine makes of it."""

import hmac
import re
from hashlib import sha256
from pathlib import Path

from engine.boards import board_key, bots_key, commit, shuffle_deck
from engine.cards import card_name
from engine.proof import parse_proof
from engine.verification import verify_proof

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def test_the_worked_example_holds_and_has_the_values_that_are_stated() -> None:
    found = re.search(r"```json\n(.*)\n```", PAGE)
    assert found is not None
    proof = parse_proof(found[1].encode())
    assert verify_proof(proof).fault is None
    assert [entry["status"] for entry in proof["entries"]] == ["ranked", "unfinished"]
    stated = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", PAGE, re.MULTILINE))
    announcement, secret = proof["announcement"].encode(), bytes.fromhex(proof["secret"])
    value = proof["ingredient"]
    assert value is not None
    key = board_key(secret, announcement, 1, value)
    assert {name: stated[name] for name in stated if name != "`format`"} == {
        "SHA-256(announcement)": sha256(announcement).hexdigest(),
        "SHA-256(ingredient)": sha256(value.encode()).hexdigest(),
        "commitment": commit(announcement, secret),
        "key of board 1": key.hex(),
        "its first block, n = 0": hmac.digest(key, bytes(4), "sha256").hex(),
        "deck of board 1": " ".join(map(card_name, shuffle_deck(key))),
        "bots' key of board 1": bots_key(secret, announcement, 1, value).hex(),
    }
