"""One's own booms of free play, what a guest may still claim, and the records of all time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from engine.ranking import share_ranks
from tournaments.errors import ServiceError
from tournaments.models import FreePlay
from tournaments.selectors.places import Owner

PAGE = 50
RECORDS = 10


@dataclass(frozen=True)
class OwnBoom:
    """A boom of one's own. `day`, `score` and `total` (wij, zij) are None while it is in progress.

    `counts`: it stands on a list, or would for a guest.
    """

    id: int
    day: date | None
    score: int | None
    total: tuple[int, int]
    deals: int
    counts: bool
    hinted: bool
    system: str
    given_up: bool


@dataclass(frozen=True)
class Proof:
    """By what anyone can check the cards of a boom that is over; `secret` is hexadecimal."""

    announcement: str
    commitment: str
    secret: str


@dataclass(frozen=True)
class RecordRow:
    """A record: `value` is a score, a number of deals or points. `name` is None for an account that is gone."""

    rank: int
    name: str | None
    is_demo: bool
    value: int
    day: date
    is_me: bool


@dataclass(frozen=True)
class Records:
    """The best of all time, each best first: scores, booms by their deals, points come back from."""

    scores: Sequence[RecordRow]
    longest: Sequence[RecordRow]
    comebacks: Sequence[RecordRow]


def list_own(owner: Owner, limit: int = PAGE) -> list[OwnBoom]:
    """One's own booms, latest first."""
    rows = FreePlay.objects.filter(owner.owns()).select_related("boom").order_by("-pk")[:limit]
    return [
        OwnBoom(
            id=row.pk,
            day=row.day,
            score=row.score,
            total=(row.boom.total_we, row.boom.total_they),
            deals=row.boom.deals,
            counts=row.counts,
            hinted=row.hinted,
            system=row.system,
            given_up=row.boom.reason == "gave_up",
        )
        for row in rows
    ]


def find_running(owner: Owner) -> int | None:
    """The number of the boom that this owner has in progress."""
    rows = FreePlay.objects.filter(owner.owns(), day__isnull=True).order_by("pk")
    return rows.values_list("pk", flat=True).first()


def count_claimable(guest: str) -> int:
    """How many booms a guest has played or begun."""
    return FreePlay.objects.filter(guest=guest).count() if guest else 0


def view_proof(owner: Owner, free_play_id: int) -> Proof:
    """The proof of a boom of one's own that is over. Raises `ServiceError` "no_free_play"."""
    rows = FreePlay.objects.filter(owner.owns(), pk=free_play_id, day__isnull=False).select_related("secret")
    row = rows.first()
    if row is None:
        raise ServiceError("no_free_play")
    return Proof(row.announcement, row.commitment, bytes(row.secret.secret).hex())


def list_records(user: Any) -> Records:
    """The records of all booms that count; who was first with a record stands before who equalled it."""
    rows = FreePlay.objects.filter(counts=True, guest="", day__isnull=False)
    return Records(
        scores=_best(rows, "score", user),
        longest=_best(rows.exclude(boom__reason="gave_up"), "deals", user),
        comebacks=_best(rows.filter(comeback__gt=0), "comeback", user),
    )


def _best(rows: QuerySet[FreePlay], field: str, user: Any) -> list[RecordRow]:
    columns = ("user_id", "user__display_name", "user__is_demo", field, "day")
    best = list(rows.order_by(f"-{field}", "pk").values_list(*columns)[:RECORDS])
    ranks = share_ranks(value for *_, value, _ in best)
    return [
        RecordRow(rank, name, bool(is_demo), value, day, user_id is not None and user_id == user.pk)
        for rank, (user_id, name, is_demo, value, day) in zip(ranks, best, strict=True)
    ]
