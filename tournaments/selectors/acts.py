"""What the organisers of a tournament did, as the log keeps it."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import ActKind, OrganiserAct, Tournament

TIMES = (ActKind.OPENS_AT, ActKind.CLOSES_AT, ActKind.OPENED, ActKind.CLOSED)
"""Acts that change a time; `ActKind.REVIEW_HOURS` changes a number of hours."""


@dataclass(frozen=True)
class ActRow:
    """One act. `before` and `after` are times or hours, None where there was none or the act changes none.

    `by` is who did it, `about` the name of the entrant concerned; None for an account that is gone.
    """

    kind: ActKind
    before: datetime | int | None
    after: datetime | int | None
    reason: str
    by: str | None
    about: str | None
    public: bool
    made_at: datetime

    @property
    def changes_time(self) -> bool:
        """Whether it put a time in the place of another, or of none."""
        return self.kind in TIMES and self.after is not None

    @property
    def changes_hours(self) -> bool:
        return self.kind == ActKind.REVIEW_HOURS


def list_acts(tournament: Tournament, *, private: bool) -> list[ActRow]:
    """The acts in a tournament, earliest first; with `private` those that only organisers may read as well."""
    rows = OrganiserAct.objects.filter(tournament=tournament).select_related("made_by", "entry__user")
    if not private:
        rows = rows.filter(public=True)
    return [_describe(row) for row in rows]


def _describe(row: OrganiserAct) -> ActRow:
    def read(text: str) -> datetime | int | None:
        if not text:
            return None
        return int(text) if row.kind == ActKind.REVIEW_HOURS else datetime.fromisoformat(text)

    return ActRow(
        kind=ActKind(row.kind),
        before=read(row.before),
        after=read(row.after),
        reason=row.reason,
        by=None if row.made_by is None else row.made_by.display_name,
        about=None if row.entry is None else row.entry.user.display_name,
        public=row.public,
        made_at=row.made_at,
    )
