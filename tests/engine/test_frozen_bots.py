"""A version of a bot plays for good as it did when it was first offered: proofs and practice ask it again."""

import hashlib
import random

import pytest

from engine.bots import BOTS, decide
from engine.play import Play
from engine.view import view_play
from tests.engine.test_bots import SYSTEMS, draw_board

DIGESTS = {
    "random@1": "732678744a30c6f952c3b11a",
    "rulebook@1": "a12bcac8a100d25065a7dc6f",
    "policy@1": "1f4f994dec2427871925a86b",
    "solver@1": "07ab817b70cde96d43ee1715",
}
DEALS = {"solver@1": 2}


def digest_play(name: str) -> str:
    """Of every act on a fixed corpus: some deals of every system, the bot against `random@1`."""
    digest = hashlib.sha256()
    for system_name, system in SYSTEMS.items():
        chance = random.Random(f"frozen {system_name}")
        for number in range(DEALS.get(name, 20)):
            play = Play(draw_board(chance, system), system)
            bots = (name, "random@1") if number % 2 else ("random@1", name)
            while (seat := play.to_act) is not None:
                play.perform(decide(bots[seat.side], view_play(play, seat), bytes([number]) * 32))
            digest.update(play.text.encode() + b"\n")
    return digest.hexdigest()[:24]


@pytest.mark.parametrize("name", BOTS)
def test_a_version_plays_as_it_always_did(name: str) -> None:
    assert digest_play(name) == DIGESTS[name], (
        f"{name} plays otherwise than it did. Tournaments that use it are played with these cards, and their proofs "
        "hold it to them: leave it as it was, and give the new play a new version."
    )
