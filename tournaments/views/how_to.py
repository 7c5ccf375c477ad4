"""How to play at the tables of this site: numbered pictures, and writing worked out. The figures are the engine's."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.cards import TRUMPS
from engine.result import multiply, write_points
from engine.systems import SYSTEMS

HAND = ("HA", "H8", "CT", "C7", "DK", "DQ", "SJ", "S9")
FORBIDDEN = ("HA", "H8", "C7", "DK", "DQ", "SJ", "S9")
TRICK = (("W", "CK"), ("N", "C8"), ("E", "CA"), ("S", "CT"))
"""Hearts are trump; West leads, and South overtakes East. The tests hold all three to the rules."""


@dataclass(frozen=True)
class WorkedDeal:
    """A deal as it is written: what happened, pips and points of WIJ and ZIJ, and by how much it counts."""

    pips: tuple[int, int]
    trump: str
    carry: int
    words: Promise

    @property
    def multiplier(self) -> int:
        return multiply(SYSTEMS["site"], TRUMPS.index(self.trump), self.carry)

    @property
    def points(self) -> tuple[int, int]:
        return write_points(self.pips, self.multiplier, SYSTEMS["site"])


DEALS = (
    WorkedDeal((42, 18), "H", 1, _("WE have 42, which is 12 above 30: WE write 12.")),
    WorkedDeal((22, 38), "NT", 1, _("Without trump, so it counts double: THEY are 8 above 30 and write 16.")),
    WorkedDeal((30, 30), "S", 1, _("30–30: nobody writes, and the next deal counts double.")),
    WorkedDeal((45, 15), "C", 2, _("After the tie it counts double: WE are 15 above 30 and write 30.")),
)


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The table with a number at each part, a trick card by card, and deals as they are written."""
    total = [sum(deal.points[side] for deal in DEALS) for side in (0, 1)]
    context = {
        "section": "rules",
        "hand": [(card, card in FORBIDDEN) for card in HAND],
        "trick": TRICK,
        "lying": dict(TRICK[:3]),
        "deals": DEALS,
        "total": total,
        "score": total[0] - total[1],
    }
    return render(request, "tournaments/how_to.html", context)
