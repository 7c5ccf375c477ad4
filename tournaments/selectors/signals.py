"""The signals of a tournament as its organiser reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.access import OVER
from tournaments.errors import ServiceError
from tournaments.models import Outcome, Signal, SignalKind, State
from tournaments.selectors.visible import find_with_access


@dataclass(frozen=True)
class SignalRow:
    """One signal. `figures` are whole numbers by name; honest play gives as much `once` in so many times."""

    id: int
    kind: SignalKind
    entry: tuple[int, str]
    other: tuple[int, str] | None
    figures: dict[str, int]
    once: int
    outcome: Outcome | None
    reason: str
    judged_at: datetime | None

    @property
    def concerned(self) -> list[tuple[int, str]]:
        """The entries that it is about, by id and name."""
        return [self.entry] if self.other is None else [self.entry, self.other]


@dataclass(frozen=True)
class SignalsPage:
    """All signals of a tournament. `ready` says whether they have been looked for; `correct` whether the list may
    still be corrected."""

    id: int
    title: str
    ready: bool
    correct: bool
    rows: Sequence[SignalRow]


def list_signals(user: Any, tournament_id: int, now: datetime) -> SignalsPage:
    """The signals of a tournament that has closed, those that wait for a judgement first.

    Raises `ServiceError` "no_tournament", "not_organiser", "not_closed_yet".
    """
    tournament, _, access = find_with_access(user, tournament_id, now)
    if not access.organise:
        raise ServiceError("not_organiser")
    if access.state not in OVER:
        raise ServiceError("not_closed_yet")
    rows = Signal.objects.filter(tournament=tournament).select_related("entry__user", "other__user")
    return SignalsPage(
        id=tournament.pk,
        title=tournament.title,
        ready=tournament.signals_at is not None,
        correct=access.state == State.CLOSED,
        rows=[_describe(row) for row in rows.order_by("judged_at", "kind", "pk")],
    )


def _describe(row: Signal) -> SignalRow:
    return SignalRow(
        id=row.pk,
        kind=SignalKind(row.kind),
        entry=(row.entry_id, row.entry.user.display_name),
        other=None if row.other is None else (row.other.pk, row.other.user.display_name),
        figures=row.figures,
        once=round(1 / max(row.chance, 1e-9)),
        outcome=Outcome(row.outcome) if row.outcome else None,
        reason=row.reason,
        judged_at=row.judged_at,
    )
