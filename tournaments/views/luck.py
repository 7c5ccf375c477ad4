"""The page for who thinks that he is dealt badly: what was dealt, drawn beside what chance gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.odds import PIPS_MEAN
from tournaments.selectors.luck import Luck, LuckPage, Share, view_luck
from tournaments.views.plots import WIDTH, Scale

BAND = 2
"""Chance keeps nineteen of twenty within so many standard errors."""
SIDE, ROW, ABOVE, BELOW = 130, 64, 16, 50
HEIGHT = 300


@dataclass(frozen=True)
class MeanRow:
    """The mean of one seat: where its dot is, and the band in which chance keeps nineteen of twenty."""

    seat: str
    y: int
    dot: int
    low: int
    high: int


@dataclass(frozen=True)
class Means:
    """A row for each seat, and one for the reader, whose seat is ""."""

    height: int
    middle: int
    bottom: int
    rows: Sequence[MeanRow]


@dataclass(frozen=True)
class Column:
    """How often one thing was dealt: chance's bar from `top` down, its band, South's dot and the reader's own."""

    value: int
    x: int
    top: int
    low: int
    high: int
    dot: int
    own: int | None


@dataclass(frozen=True)
class Columns:
    """A column for each thing that may be dealt, `half` as wide to either side; `base` is nothing."""

    height: int
    base: int
    half: int
    columns: Sequence[Column]


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What was dealt in all final tournaments, and to the reader."""
    page = view_luck(request.user)
    south, own = page.seats.get("S"), page.own
    context = {
        "section": "luck",
        "page": page,
        "rows": [*page.seats.items(), *([("", own)] if own else [])],
        "means": draw_means(page),
        "manilles": south and draw_shares(south.manilles, own.manilles if own else None),
        "lengths": south and draw_shares(south.lengths, own.lengths if own else None),
        "manille_rows": south and list(zip(south.manilles, own.manilles if own else south.manilles, strict=True)),
        "length_rows": south and list(zip(south.lengths, own.lengths if own else south.lengths, strict=True)),
    }
    return render(request, "tournaments/luck.html", context)


def draw_means(page: LuckPage) -> Means | None:
    """Pips a hand of each seat and of the reader, round the mean that chance gives; None where nothing was dealt."""
    rows: list[tuple[str, Luck]] = [*page.seats.items()]
    if page.own:
        rows.append(("", page.own))
    if not rows:
        return None
    reach = 1.15 * max(max(BAND * luck.error, abs(luck.away)) for _, luck in rows)
    scale = Scale(PIPS_MEAN - reach, PIPS_MEAN + reach, SIDE, WIDTH - 20)
    return Means(
        height=ABOVE + ROW * len(rows) + BELOW,
        middle=scale.place(PIPS_MEAN),
        bottom=ABOVE + ROW * len(rows),
        rows=[
            MeanRow(
                seat,
                ABOVE + ROW * number + ROW // 2,
                scale.place(luck.mean),
                scale.place(PIPS_MEAN - BAND * luck.error),
                scale.place(PIPS_MEAN + BAND * luck.error),
            )
            for number, (seat, luck) in enumerate(rows)
        ],
    )


def draw_shares(shares: Sequence[Share], own: Sequence[Share] | None) -> Columns:
    """How often each was dealt to South and to the reader, beside chance."""
    base = HEIGHT - BELOW
    highest = max(max(one.found, one.expected + BAND * one.error) / one.of for one in [*shares, *(own or [])])
    scale = Scale(0, highest, base, ABOVE)
    width = (WIDTH - 40) // len(shares)
    return Columns(
        HEIGHT,
        base,
        width // 3,
        [
            Column(
                value=one.value,
                x=20 + width * number + width // 2,
                top=scale.place(one.expected / one.of),
                low=scale.place(max(0, one.expected - BAND * one.error) / one.of),
                high=scale.place((one.expected + BAND * one.error) / one.of),
                dot=scale.place(one.found / one.of),
                own=None if own is None else scale.place(own[number].found / own[number].of),
            )
            for number, one in enumerate(shares)
        ],
    )
