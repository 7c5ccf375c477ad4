"""The file of a proof: read and written to the byte, and what is none."""

import json
from typing import Any

import pytest

from engine.errors import EngineError, NotationError
from engine.proof import parse_announcement, parse_proof, write_proof
from tests.engine.proving import USUAL, make_proof

PROOF = make_proof(left=7)


def test_a_proof_is_read_as_it_was_written() -> None:
    assert parse_proof(write_proof(PROOF)) == PROOF


def test_equal_proofs_are_equal_bytes_whatever_the_order_they_were_put_together_in() -> None:
    assert write_proof(dict(reversed(PROOF.items()))) == write_proof(PROOF)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"[]", "a proof: not an object"),
        (b"\xff{}", "not UTF-8"),
        (b"[" * 100_000, "too deep"),
        (b'{"list":NaN}', "a proof: without"),
        (b"1" * 5000, "not JSON"),
        (write_proof(PROOF) + b"\n", "canonical"),
        (json.dumps(PROOF, sort_keys=True).encode(), "canonical"),
        (write_proof(PROOF).replace(b'"acts"', b'"acts":"","acts"', 1), "canonical"),
        (write_proof(PROOF).replace(b"Lentebeker", b"\\ud800"), "canonical"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_proof_to_the_byte_cannot_be_read(data: bytes, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_proof(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "manillen proof 2"}, "another format"),
        ({"secret": None}, "a proof, secret: not a text"),
        ({"ingredient": 4}, "a proof, ingredient: not a text"),
        ({"deals": {}}, "a proof, deals: not a list"),
        ({"extra": 1}, "does not know 'extra'"),
        ({"list": [{}]}, "a proof, list 1: without 'deals'"),
        (
            {"entries": [PROOF["entries"][0], {**PROOF["entries"][1], "status": "best"}]},
            "entries 2, status: not one of",
        ),
        ({"entries": [{**PROOF["entries"][0], "acts": True}]}, "entries 1, acts: not a whole number"),
        ({"entries": [{**PROOF["entries"][0], "score": 1.0}]}, "entries 1, score: not a whole number"),
    ],
)
def test_a_proof_of_another_shape_is_refused_and_the_place_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_proof(write_proof({**PROOF, **change}))  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    "change",
    [
        {"boards": 0},
        {"boards": 5000},
        {"capacity": 0},
        {"first_dealer": "Q"},
        {"rules": "poker"},
        {"options": {"target": 0}},
        {"options": {"target": "61"}},
        {"options": {"doubling": True}},
        {"ingredient": 3},
        {"prize": 1},
    ],
)
def test_an_announcement_that_nothing_can_be_played_by_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        parse_announcement(json.dumps(USUAL | change, sort_keys=True, separators=(",", ":")))
