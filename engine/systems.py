"""The systems of manillen as data: everything in which published rule sheets differ (rules B and C)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import OptionError, UnknownError

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

BLIND_FACTOR = 4
"""By how much blind no-trump counts, within the cap (C22)."""


@dataclass(frozen=True)
class System:
    """One rule sheet. Pips and points as in rules A3 and A7; `duties` is a sum of the flags of this module.

    The dealer names trump, unless `turned_trump` (the last card dealt), `pass_round` (each in turn names or passes, the
    dealer last) or `always_no_trump`. `fixed_deals` and `deal_limit` are numbers of deals, `target` points; 0 for none.
    """

    name: str
    clockwise: bool = True
    packets: tuple[int, ...] = (3, 2, 3)
    duties: int = OVERTAKE | RUFF | NO_UNDER_RUFF
    partner_blind: bool = True
    turned_trump: bool = False
    pass_round: bool = False
    forced_no_trump: bool = False
    always_no_trump: bool = False
    blind_no_trump: bool = False
    doubling: bool = False
    no_trump_factor: int = 2
    all_tricks_factor: int = 1
    cap: int = 4
    last_trick: bool = False
    tie_carries: bool = True
    tie_same_dealer: bool = False
    losers_lose: bool = False
    pips_target: bool = False
    target: int = 101
    fixed_deals: int = 0
    deal_limit: int = 40

    @property
    def deal_pips(self) -> int:
        """The pips of a whole deal, both sides together."""
        return 61 if self.last_trick else 60

    @property
    def dealer_names(self) -> bool:
        """Whether the dealer names trump, by himself and first (B3)."""
        return not (self.turned_trump or self.pass_round or self.always_no_trump)

    @property
    def packing(self) -> int:
        """The packets as the figures of one number, 323 for 3-2-3."""
        return int("".join(map(str, self.packets)))

    @property
    def partner_exempt(self) -> int:
        """1 where nothing binds who cannot follow on his partner's trick, otherwise 0."""
        return int(bool(self.duties & PARTNER_EXEMPT))


SYSTEMS = {
    system.name: system
    for system in (
        System("site"),
        System("whisthub", packets=(3, 3, 2), partner_blind=False, doubling=True, deal_limit=0),
        System(
            "malilla",
            clockwise=False,
            duties=ALWAYS_RUFF,
            partner_blind=False,
            turned_trump=True,
            tie_carries=False,
            deal_limit=0,
        ),
        System(
            "manillen61",
            clockwise=False,
            packets=(4, 4),
            duties=ALWAYS_RUFF,
            partner_blind=False,
            pass_round=True,
            cap=2,
            last_trick=True,
            tie_carries=False,
            target=21,
            deal_limit=0,
        ),
        System("manilj", all_tricks_factor=2, deal_limit=0),
    )
}

_SWITCH = range(2)
OPTIONS: Mapping[str, range | tuple[int, ...]] = {
    "all_tricks_factor": (1, 2),
    "always_no_trump": _SWITCH,
    "blind_no_trump": _SWITCH,
    "cap": (1, 2, 4, 8),
    "deal_limit": range(1001),
    "doubling": _SWITCH,
    "fixed_deals": range(1001),
    "forced_no_trump": _SWITCH,
    "last_trick": _SWITCH,
    "losers_lose": _SWITCH,
    "packing": (323, 332, 44),
    "partner_blind": _SWITCH,
    "partner_exempt": _SWITCH,
    "pass_round": _SWITCH,
    "pips_target": _SWITCH,
    "target": range(1001),
    "tie_carries": _SWITCH,
    "tie_same_dealer": _SWITCH,
    "turned_trump": _SWITCH,
}
"""What may be changed of a system, by the name of its field or property, each with the values it may have."""


def get_system(name: str, options: Mapping[str, int] | None = None) -> System:
    """The system of that name with these options changed.

    Raises `UnknownError` for a name or an option there is not, `OptionError` for a value an option cannot have and for
    options that cannot go together, with the rule and the reason.
    """
    if name not in SYSTEMS:
        raise UnknownError(f"no system is called {name!r} ({', '.join(SYSTEMS)})", name)
    system = SYSTEMS[name]
    changed: dict[str, Any] = {}
    for option, value in (options or {}).items():
        if option not in OPTIONS:
            raise UnknownError(f"no option is called {option!r} ({', '.join(OPTIONS)})", option)
        if value not in OPTIONS[option]:
            raise OptionError(
                f"the option {option} cannot be {value!r}, only {_describe_values(option)}", "C21", option
            )
        if option == "packing":
            changed["packets"] = tuple(map(int, str(value)))
        elif option == "partner_exempt":
            changed["duties"] = system.duties & ~PARTNER_EXEMPT | (PARTNER_EXEMPT if value else 0)
        else:
            changed[option] = value
    system = replace(system, **changed)
    _refuse_conflicts(system)
    return system


def _describe_values(option: str) -> str:
    values = OPTIONS[option]
    return ", ".join(map(str, values)) if len(values) < 5 else f"{values[0]} to {values[-1]}"


def _refuse_conflicts(system: System) -> None:
    for conflict, rule, option, reason in (
        (
            system.turned_trump + system.pass_round + system.always_no_trump > 1,
            "C8",
            "pass_round",
            "trump comes in one way: turned up, named in a round, or never",
        ),
        (
            system.forced_no_trump and not system.pass_round,
            "D3",
            "forced_no_trump",
            "only in a pass round does the dealer come last",
        ),
        (
            system.pass_round and system.partner_blind,
            "C9",
            "partner_blind",
            "in a pass round the dealer's partner looks at his cards before trump is named",
        ),
        (
            system.blind_no_trump and (system.turned_trump or system.always_no_trump),
            "C22",
            "blind_no_trump",
            "blind no-trump is a choice, and there is none here",
        ),
        (
            system.blind_no_trump and system.cap < BLIND_FACTOR,
            "C22",
            "cap",
            f"blind no-trump counts {BLIND_FACTOR} times, above the highest multiplier {system.cap}",
        ),
        (
            system.doubling and system.cap < 2 * (system.no_trump_factor if system.always_no_trump else 1),
            "C1",
            "cap",
            f"no call stays within a highest multiplier of {system.cap}",
        ),
        (
            system.partner_exempt and not system.duties & ALWAYS_RUFF,
            "C12",
            "partner_exempt",
            "nothing binds on partner's trick here but following and B10",
        ),
        (
            system.tie_same_dealer and (system.tie_carries or system.last_trick),
            "C18",
            "tie_same_dealer",
            "a tie that carries is not dealt again, and 61 pips cannot tie",
        ),
        (
            system.pips_target and system.tie_carries,
            "C4",
            "pips_target",
            "where pips are added up a tie writes like any deal and carries nothing",
        ),
        (
            system.pips_target and system.losers_lose,
            "C4",
            "losers_lose",
            "where pips are added up nobody loses any",
        ),
        (
            not (system.target or system.fixed_deals),
            "C20",
            "target",
            "a boom ends at a target or after a fixed number of deals, and both are off",
        ),
        (
            0 < system.deal_limit < system.fixed_deals,
            "C21",
            "fixed_deals",
            f"{system.fixed_deals} deals cannot be played within a limit of {system.deal_limit}",
        ),
    ):
        if conflict:
            raise OptionError(reason, rule, option)
