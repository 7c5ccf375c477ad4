"""Analysing the deals of tournaments that have closed, a board at a time.

Every board is a transaction of its own that holds its row: a worker that is killed loses one board, another takes the
boards that are left, and two share them. The figures follow from deals and acts alone, so it matters to nobody who
made them, or when.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.analysis import VERSION, BoardAnalyst, Decision
from engine.cards import trump_name
from tournaments.access import OVER
from tournaments.models import Analysis, BoardAnalysis, Play, PlayAnalysis, Tournament
from tournaments.records import PLAYER, Deck
from tournaments.services.jobs import do_each

JOB = "analysed"
CHUNK = 20
"""How many boards are analysed in one go: four seconds of work, as measured, and the sweep need not wait for more."""


def list_due_analyses() -> list[int]:
    """The tournaments that have closed and are not analysed whole by the present version, the earliest first."""
    due = Tournament.objects.filter(state__in=OVER).exclude(analysis__version=VERSION)
    return list(due.order_by("closed_at", "pk").values_list("pk", flat=True))


def analyse_due(now: datetime, boards: int = CHUNK) -> int:
    """Analyse at most so many boards of what is due; how many were done."""
    left = boards

    def analyse(pk: int) -> int:
        nonlocal left
        done = analyse_tournament(pk, now, left)
        left -= done
        return done

    return do_each(JOB, list_due_analyses(), analyse, now, boards)


def analyse_tournament(tournament_id: int, now: datetime, boards: int | None = None) -> int:
    """Analyse the boards of a tournament that are left, at most so many; how many were done.

    Nothing happens to one that has not closed. Raises `EngineError` for acts that do not fit their deal.
    """
    found = Tournament.objects.select_related("secret").filter(pk=tournament_id, state__in=OVER).first()
    if found is None:
        return 0
    _prepare(found)
    deck = Deck(found)
    done = 0
    while done != boards and _analyse_next(found, deck):
        done += 1
    rows = BoardAnalysis.objects.filter(tournament=found)
    if not rows.exclude(version=VERSION).exists():
        fresh = Analysis.objects.filter(tournament=found).exclude(version=VERSION)
        fresh.update(version=VERSION, finished_at=now)
    return done


def check_analysis(tournament_id: int, *, mend: bool = False) -> Iterator[int]:
    """Analyse again what was analysed, and give the boards whose stored figures differ; `mend` writes them anew."""
    tournament = Tournament.objects.select_related("secret").get(pk=tournament_id)
    deck = Deck(tournament)
    for pk in BoardAnalysis.objects.filter(tournament=tournament, version=VERSION).values_list("pk", flat=True):
        with transaction.atomic():
            row = BoardAnalysis.objects.select_for_update().get(pk=pk)
            plays = _list_plays(tournament, row.board)
            best, analyses = _analyse(deck, row.board, plays)
            stored = {one.pk: (one.top, one.decisions) for one in PlayAnalysis.objects.filter(play__in=plays)}
            if row.best == best and stored == {one.pk: (one.top, one.decisions) for one in analyses}:
                continue
            if mend:
                _write(row, best, analyses)
        yield row.board


def _prepare(tournament: Tournament) -> None:
    """Have a row for the whole and one for each board that somebody came to."""
    Analysis.objects.get_or_create(tournament=tournament)
    boards = Play.objects.filter(boom__entry__tournament=tournament).values_list("board", flat=True).distinct()
    BoardAnalysis.objects.bulk_create(
        [BoardAnalysis(tournament=tournament, board=board) for board in boards.order_by("board")],
        ignore_conflicts=True,
    )


def _analyse_next(tournament: Tournament, deck: Deck) -> bool:
    """Analyse the first board that is left and that no other worker holds; False when there is none."""
    with transaction.atomic():
        rows = BoardAnalysis.objects.filter(tournament=tournament).exclude(version=VERSION)
        row = rows.select_for_update(skip_locked=True).order_by("board").first()
        if row is None:
            return False
        best, analyses = _analyse(deck, row.board, _list_plays(tournament, row.board))
        _write(row, best, analyses)
    return True


def _list_plays(tournament: Tournament, board: int) -> list[Play]:
    return list(Play.objects.filter(boom__entry__tournament=tournament, board=board).order_by("pk"))


def _analyse(deck: Deck, board: int, plays: list[Play]) -> tuple[dict[str, int], list[PlayAnalysis]]:
    analyst = BoardAnalyst(deck.board(board), deck.system, deck.bots_key(board), PLAYER)
    best = {trump_name(trump): pips for trump, pips in analyst.best_by_trump().items()}
    analyses = []
    for play in plays:
        line = analyst.analyse(play.acts.split())
        analyses.append(PlayAnalysis(play=play, top=line.top, decisions=[_describe(one) for one in line.decisions]))
    return best, analyses


def _describe(decision: Decision) -> dict[str, Any]:
    return {
        "place": decision.place,
        "kind": decision.kind,
        "act": decision.act,
        "value": decision.value,
        "best": decision.best,
        "bot": decision.bot,
        "bot_value": decision.bot_value,
    }


def _write(row: BoardAnalysis, best: dict[str, int], analyses: list[PlayAnalysis]) -> None:
    PlayAnalysis.objects.bulk_create(
        analyses, update_conflicts=True, unique_fields=["play"], update_fields=["top", "decisions"]
    )
    row.best, row.version = best, VERSION
    row.save(update_fields=["best", "version"])
