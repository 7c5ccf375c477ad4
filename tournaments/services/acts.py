"""Writing down what an organiser does, in the transaction that does it."""

from datetime import datetime
from typing import Any

from tournaments.models import ActKind, Entry, OrganiserAct, Tournament


def log_act(
    tournament: Tournament,
    user: Any,
    kind: ActKind,
    now: datetime,
    *,
    reason: str = "",
    entry: Entry | None = None,
    before: datetime | int | None = None,
    after: datetime | int | None = None,
    public: bool = True,
) -> None:
    """Add an act of `user` to the log of a tournament that the caller has locked; nothing changes it afterwards.

    `reason` is a text that was checked, `entry` whom the act is about; `before` and `after` are the values of a time
    (None: not fixed) or of the review hours. What is not `public` is for organisers only.
    """
    OrganiserAct.objects.create(
        tournament=tournament,
        kind=kind,
        entry=entry,
        before=_write_value(before),
        after=_write_value(after),
        reason=reason.strip(),
        public=public,
        made_at=now,
        made_by=user,
    )


def _write_value(value: datetime | int | None) -> str:
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, datetime) else str(value)
