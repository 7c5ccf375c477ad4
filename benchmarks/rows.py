"""A row of the report: what was measured, spread out, beside what it is compared with."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Row:
    """Figures of one measurement in `unit`. `reference` is the figure to compare with, `source` whose it is; `ratio` is
    above 1 where we are better, whether more or less of the unit is better."""

    name: str
    mean: float
    median: float
    p90: float
    p99: float
    max: float
    unit: str
    reference: float
    source: str
    ratio: float

    def as_dict(self) -> dict[str, object]:
        """As `--json` prints it below the row's name."""
        fields = asdict(self)
        fields.pop("name")
        return fields

    @property
    def line(self) -> str:
        figures = "".join(f"{value:>10.3g}" for value in (self.mean, self.median, self.p90, self.p99, self.max))
        return f"{self.name:<16}{figures}  {self.unit:<14}{self.reference:>8.3g}{self.ratio:>8.2f}x  {self.source}"


HEADER = f"{'':<16}{'mean':>10}{'median':>10}{'p90':>10}{'p99':>10}{'max':>10}  {'unit':<14}{'ref.':>8}{'ratio':>9}"


def summarise(
    name: str, values: Sequence[float], unit: str, reference: float, source: str, more_is_better: bool = False
) -> Row:
    """The row of these measurements; percentiles are of the worse end."""
    ordered = sorted(values, reverse=more_is_better)
    mean = statistics.fmean(values)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    ratio = mean / reference if more_is_better else reference / mean
    return Row(name, mean, at(0.5), at(0.9), at(0.99), ordered[-1], unit, reference, source, ratio)
