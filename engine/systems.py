"""The systems of manillen as data: everything in which published rule sheets differ (rules B and C)."""

from dataclasses import dataclass, replace
from typing import Any

from engine.errors import UnknownError

OVERTAKE = 1
"""B7: who can follow and sees an opponent hold the trick plays higher if he can."""
RUFF = 2
"""B8, B9: who cannot follow and sees an opponent hold the trick ruffs, and over-ruffs, if he can."""
NO_UNDER_RUFF = 4
"""B10: who cannot follow may not play a trump below the highest trump in the trick, unless he has nothing else."""

ALWAYS_RUFF = 8
"""C2, C12, C13: who cannot follow plays a trump, over-ruffing if he can, whoever holds the trick."""
PARTNER_EXEMPT = 16
"""An option of ALWAYS_RUFF: no such duty on a trick that partner holds."""


@dataclass(frozen=True)
class System:
    """One rule sheet. Pips and points as in rules A3 and A7; `duties` is a sum of the flags of this module."""

    name: str
    duties: int = OVERTAKE | RUFF | NO_UNDER_RUFF
    clockwise: bool = True
    packets: tuple[int, ...] = (3, 2, 3)
    partner_blind: bool = True
    no_trump_factor: int = 2
    tie_carries: bool = True
    cap: int = 4
    target: int = 101
    deal_limit: int = 40

    @property
    def deal_pips(self) -> int:
        """The pips of a whole deal, both sides together."""
        return 60


SYSTEMS = {system.name: system for system in (System("site"),)}

OPTIONS: frozenset[str] = frozenset({"target", "deal_limit"})
"""What an organiser may change of a system, by the name of its field."""


def get_system(name: str, options: dict[str, int] | None = None) -> System:
    """The system of that name with these options changed. Raises `UnknownError` for a name or option it lacks."""
    if name not in SYSTEMS:
        raise UnknownError(f"no system is called {name!r} ({', '.join(SYSTEMS)})", name)
    for option in options or {}:
        if option not in OPTIONS:
            raise UnknownError(f"no option is called {option!r} ({', '.join(sorted(OPTIONS))})", option)
    changed: dict[str, Any] = dict(options or {})
    return replace(SYSTEMS[name], **changed)
