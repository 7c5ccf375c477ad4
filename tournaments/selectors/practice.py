"""What stands beside the field of a closed tournament and is never ranked: one's own practice, and the bot as South.

Callers have asked `access.others_deals`; what a player practised is given to himself alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from engine.comparison import measure_delta
from tournaments.errors import ServiceError
from tournaments.models import Boom, Play, Practice, Tournament
from tournaments.records import DealFigures, Deck, boom_state_of, entry_of, figures_of

SHOWN = 3
"""How many practices of one's own are shown, the latest."""


@dataclass(frozen=True)
class BesideDeal:
    """One deal of a boom beside the field, as it ended; `delta` is None where nobody of the field ended it."""

    board: int
    figures: DealFigures
    delta: float | None


@dataclass(frozen=True)
class BesideRow:
    """A boom beside the field: the bot as South where `bot` is its name, else one's own practice.

    `score` and `total` (wij, zij) are None while it goes on. `deals` are those it ended on boards that the field came
    to, in order; after them come `missing` more that the field played. `ended` counts all it ended.
    """

    practice_id: int
    bot: str
    score: int | None
    total: tuple[int, int] | None
    ended: int
    deals: Sequence[BesideDeal]
    missing: int

    @property
    def finished(self) -> bool:
        return self.score is not None


@dataclass(frozen=True)
class WhatIf:
    """What a what-if makes of its deal: `difference` in points WIJ minus ZIJ without a carry, beside what was `played`.

    `pips` (wij, zij) and `difference` are None while it goes on, `played_pips` and `played` where that playing was
    broken off. `name` is its player's; `entry_id` and `moment` lead back to it.
    """

    board: int
    entry_id: int
    moment: int
    name: str
    is_me: bool
    pips: tuple[int, int] | None
    played_pips: tuple[int, int] | None
    difference: int | None
    played: int | None

    @property
    def gain(self) -> int | None:
        if self.difference is None or self.played is None:
            return None
        return self.difference - self.played


def find_running(user: Any, tournament: Tournament) -> int | None:
    """The practice that `user` has in progress on the boom of a tournament."""
    if not user.is_authenticated:
        return None
    rows = Practice.objects.filter(user_id=user.pk, tournament=tournament, origin__isnull=True, ended_at__isnull=True)
    return rows.values_list("pk", flat=True).first()


def find_what_if(user: Any, tournament: Tournament) -> Practice | None:
    """The what-if of `user` in a tournament, going on or over."""
    return Practice.objects.filter(user_id=user.pk, tournament=tournament, origin__isnull=False).first()


def find_played(tournament: Tournament, board: int, entry_id: int) -> Play | None:
    """An entry's playing of a board, for who has asked `access`."""
    return Play.objects.filter(boom__entry__tournament=tournament, boom__entry_id=entry_id, board=board).first()


def list_beside(user: Any, tournament: Tournament, deck: Deck, fields: Mapping[int, Sequence[int]]) -> list[BesideRow]:
    """The booms beside the field: the bot's first, then the latest of one's own practice, latest first.

    `fields` has the differences of the field for each board that somebody came to.
    """
    whose = ~Q(boom__practice__bot="")
    if user.is_authenticated:
        own = Practice.objects.filter(tournament=tournament, user_id=user.pk, origin__isnull=True)
        whose |= Q(boom__practice__in=own.order_by("-pk").values("pk")[:SHOWN])
    rows = Play.objects.filter(whose, boom__practice__tournament=tournament)
    # The deal that is being played tells that its boom is going on.
    rows = rows.filter(Q(board__in=list(fields)) | Q(finished_at__isnull=True))
    by_boom: dict[int, list[Play]] = {}
    for row in rows.select_related("boom__practice").order_by("-boom__practice", "board"):
        by_boom.setdefault(row.boom_id, []).append(row)
    described = [_describe(plays[0].boom, plays, deck, fields) for plays in by_boom.values()]
    return sorted(described, key=lambda row: not row.bot)


def describe_what_if(user: Any, practice_id: int) -> WhatIf | None:
    """What a what-if of `user` makes of its deal; None where a practice is none.

    Raises `ServiceError` "no_practice" for one that is not his.
    """
    rows = Practice.objects.select_related("boom", "origin__boom__entry__user", "tournament__secret")
    practice = rows.filter(pk=practice_id, user_id=user.pk).first()
    if practice is None:
        raise ServiceError("no_practice")
    if practice.origin is None or practice.moment is None:
        return None
    deck = Deck(practice.tournament)
    figures = figures_of(practice.boom.plays.get(), deck)
    played = figures_of(practice.origin, deck)
    entry = entry_of(practice.origin.boom)
    return WhatIf(
        board=practice.origin.board,
        entry_id=entry.pk,
        moment=practice.moment,
        name=entry.user.display_name,
        is_me=entry.user_id == user.pk,
        pips=None if figures is None else figures.pips,
        played_pips=None if played is None else played.pips,
        difference=None if figures is None else figures.difference,
        played=None if played is None else played.difference,
    )


def _describe(boom: Boom, plays: Sequence[Play], deck: Deck, fields: Mapping[int, Sequence[int]]) -> BesideRow:
    state = boom_state_of(boom)
    assert boom.practice is not None
    ended = [(play.board, figures) for play in plays if (figures := figures_of(play, deck)) is not None]
    deals = [
        BesideDeal(board, figures, measure_delta(figures.difference, fields[board]))
        for board, figures in ended
        if board in fields
    ]
    return BesideRow(
        practice_id=boom.practice.pk,
        bot=boom.practice.bot,
        score=state.score if state.finished else None,
        total=state.total if state.finished else None,
        ended=state.deals,
        deals=deals,
        missing=len(fields) - len(deals),
    )
