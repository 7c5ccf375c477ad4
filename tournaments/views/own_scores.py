"""A small plot of one's own scores: a bar a boom, above the line what was won, below it what was lost."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 96
EDGE = 4
LEAST = 40
"""The scale never shows fewer points than these, so that a score of 3 stays a small bar."""


@dataclass(frozen=True)
class Bar:
    """A bar in the units of the drawing."""

    x: float
    y: float
    width: float
    height: float
    won: bool
    score: int


@dataclass(frozen=True)
class ScorePlot:
    """What the drawing shows, `zero` being the height of its line, and the figures that are read out instead."""

    width: int
    height: int
    zero: float
    bars: Sequence[Bar]
    number: int
    best: int
    worst: int
    mean: float


def draw_scores(scores: Sequence[int]) -> ScorePlot | None:
    """The plot of scores in the order in which they were made; None of none."""
    if not scores:
        return None
    top, bottom = max(LEAST, *scores), min(-LEAST, *scores)
    step = (HEIGHT - 2 * EDGE) / (top - bottom)
    zero = EDGE + top * step
    slot = min(24.0, WIDTH / len(scores))
    bars = [
        Bar(
            x=round(number * slot + slot * 0.12, 1),
            y=round(min(zero, zero - score * step) - (0 if score else 1), 1),
            width=round(slot * 0.76, 1),
            height=round(max(2.0, abs(score) * step), 1),
            won=score > 0,
            score=score,
        )
        for number, score in enumerate(scores)
    ]
    mean = sum(scores) / len(scores)
    return ScorePlot(WIDTH, HEIGHT, round(zero, 1), bars, len(scores), max(scores), min(scores), mean)
