"""Plots as the server draws them: figures in, whole coordinates of an SVG out. No script, no style but classes.

Every plot is `WIDTH` units wide; its template stands in `tournaments/plots/`. All figures stand on the page as text.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 800
SCORES_HEIGHT = 520
CURVE_HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 74, 178, 20, 56
LABEL_GAP = 32
"""The least distance between two names beside the ends of their lines."""
FULL_NAME, SHORT_NAME = 12, 9
"""Letters that fit beside a line: on a wide page, and on a phone, where the letters take more of the drawing."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200)
MOST_TICKS = 7
MOST_COLUMNS = 25
DOT = 12


@dataclass(frozen=True)
class Tick:
    """A line of the scale at `at`, in units, with its figure."""

    at: int
    figure: int


@dataclass(frozen=True)
class Line:
    """One player's line: `points` of the polyline, its end, and his name beside it at `label_y`."""

    name: str
    short_name: str
    points: str
    end_x: int
    end_y: int
    label_y: int
    place: int
    mine: bool
    ended: bool


@dataclass(frozen=True)
class Lines:
    """A plot of lines from left to right; `zero` is the height of nothing, where it is in the picture."""

    height: int
    left: int
    right: int
    bottom: int
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    lines: Sequence[Line]


@dataclass(frozen=True)
class Dot:
    """One result in a column of its like."""

    x: int
    y: int
    mine: bool


@dataclass(frozen=True)
class Dots:
    """A plot of how often each result was made, a dot a result; `mean_x` is where the mean lies."""

    height: int
    left: int
    right: int
    base: int
    ticks: Sequence[Tick]
    dots: Sequence[Dot]
    mean_x: int | None


@dataclass(frozen=True)
class Scale:
    """From figures to units along one axis."""

    low: float
    high: float
    start: int
    end: int

    def place(self, figure: float) -> int:
        return round(self.start + (figure - self.low) / (self.high - self.low) * (self.end - self.start))

    def ticks(self) -> list[Tick]:
        """Round figures along the axis, at most `MOST_TICKS`."""
        step = next((one for one in STEPS if (self.high - self.low) / one <= MOST_TICKS), STEPS[-1])
        first = -(-int(self.low) // step) * step
        return [Tick(self.place(figure), figure) for figure in range(first, int(self.high) + 1, step)]


def plot_scores(rows: Sequence[tuple[str, Sequence[int], bool, bool]]) -> Lines | None:
    """The running scores of a tournament: for each row name, scores from 0 deals on, whether one's own, whether ended.

    Rows are in the order of the list; one's own line is drawn last, in front. None where nobody ended a deal.
    """
    played = [row for row in rows if len(row[1]) > 1]
    if not played:
        return None
    deals = max(len(scores) for _, scores, _, _ in played) - 1
    figures = [score for _, scores, _, _ in played for score in scores]
    x = Scale(0, deals, LEFT, WIDTH - RIGHT)
    y = Scale(min(figures) - 2, max(figures) + 2, SCORES_HEIGHT - BOTTOM, TOP)
    labels = spread([y.place(scores[-1]) for _, scores, _, _ in played], LABEL_GAP, TOP, SCORES_HEIGHT - BOTTOM)
    lines = [
        Line(
            name=shorten(name, FULL_NAME),
            short_name=shorten(name, SHORT_NAME),
            points=" ".join(f"{x.place(number)},{y.place(score)}" for number, score in enumerate(scores)),
            end_x=x.place(len(scores) - 1),
            end_y=y.place(scores[-1]),
            label_y=label,
            place=place,
            mine=mine,
            ended=ended,
        )
        for place, ((name, scores, mine, ended), label) in enumerate(zip(played, labels, strict=True))
    ]
    return Lines(
        height=SCORES_HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=SCORES_HEIGHT - BOTTOM,
        x_ticks=[tick for tick in x.ticks() if tick.figure],
        y_ticks=y.ticks(),
        lines=sorted(lines, key=lambda line: line.mine),
    )


def plot_curve(values: Sequence[float]) -> Lines | None:
    """One line through these values, oldest first, with nothing always in the picture; None for fewer than two."""
    if len(values) < 2:
        return None
    x = Scale(1, len(values), LEFT, WIDTH - DOT * 2)
    y = Scale(min(0.0, *values) - 1, max(0.0, *values) + 1, CURVE_HEIGHT - BOTTOM, TOP)
    points = [(x.place(number), y.place(value)) for number, value in enumerate(values, start=1)]
    line = Line("", "", " ".join(f"{one},{other}" for one, other in points), *points[-1], 0, 0, mine=True, ended=True)
    return Lines(CURVE_HEIGHT, LEFT, WIDTH - DOT * 2, CURVE_HEIGHT - BOTTOM, x.ticks(), y.ticks(), [line])


def plot_frequency(differences: Sequence[int], own: int | None, mean: float | None) -> Dots | None:
    """How often each difference was made, neighbours together where they would touch; None for fewer than two.

    `own` is the place in `differences` of one's own; its dot lies at the foot of its column.
    """
    if len(differences) < 2:
        return None
    low, high = min(differences), max(differences)
    width = next(one for one in STEPS if (high - low) / one < MOST_COLUMNS)
    x = Scale(low - width, high + width, DOT * 3, WIDTH - DOT * 3)
    columns = Counter[int]()
    dots = []
    order = sorted(range(len(differences)), key=lambda number: number != own)
    tallest = max(Counter((one - low) // width for one in differences).values())
    base = TOP + tallest * DOT * 2 + DOT
    for number in order:
        column = (differences[number] - low) // width
        middle = low + column * width + (width - 1) / 2
        columns[column] += 1
        dots.append(Dot(x.place(middle), base - columns[column] * DOT * 2 + DOT, number == own))
    return Dots(
        height=base + BOTTOM,
        left=DOT,
        right=WIDTH - DOT,
        base=base,
        ticks=x.ticks(),
        dots=dots,
        mean_x=None if mean is None else x.place(mean),
    )


def shorten(name: str, most: int) -> str:
    """A name in at most so many letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def spread(places: Sequence[int], gap: int, low: int, high: int) -> list[int]:
    """These places, each moved as little as needed for `gap` between neighbours, within `low` to `high`."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = list(places)
    least = low
    for number in order:
        moved[number] = max(moved[number], least)
        least = moved[number] + gap
    most = high
    for number in reversed(order):
        moved[number] = min(moved[number], most)
        most = moved[number] - gap
    return moved
