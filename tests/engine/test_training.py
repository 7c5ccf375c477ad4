"""Training: the network learns to beat the rules of thumb it starts from, and the same way each time."""

from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.bots.training import to_network, train_network
from engine.policy.network import HIDDEN, ROWS
from engine.systems import get_system


def train(cards: int) -> tuple[np.ndarray, float]:
    told: list[float] = []
    network = train_network(get_system("site"), 1, cards, 7, lambda number, pips, error: told.append(pips))
    return network, told[0]


@pytest.mark.compiled
def test_a_round_beats_the_rules_of_thumb_and_can_be_repeated() -> None:
    network, pips = train(100_000)
    assert pips > 0.5
    assert network.shape == (ROWS, HIDDEN + 1)
    again, pips_again = train(100_000)
    assert (network == again).all()
    assert pips == pips_again


def test_a_weight_too_large_to_keep_is_refused() -> None:
    weights = np.zeros((ROWS, HIDDEN + 1))
    weights[5, 3] = 8.5
    with pytest.raises(OverflowError):
        to_network(weights)


@pytest.mark.compiled
def test_the_command_writes_a_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.npz"
    assert main(["train", "--rounds", "2", "--cards", "5000", "--seed", "3", "--out", str(out)]) == 0
    assert "round 2 of 2" in capsys.readouterr().err
    with np.load(out) as stored:
        assert stored["network"].dtype == np.int16
        assert stored["network"].shape == (ROWS, HIDDEN + 1)
    assert main(["train", "--rounds", "2", "--cards", "5000", "--out", str(tmp_path / "no" / "folder.npz")]) == 2
    assert "No such file" in capsys.readouterr().err
