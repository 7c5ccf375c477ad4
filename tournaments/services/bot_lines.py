"""The bot line: what the strongest bot makes of a closed tournament from South's seat, beside the list, never ranked.

A line follows from the cards alone. It is written whole, in one transaction: a killed worker leaves nothing, and of two
workers one writes.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from engine.analysis import BOT
from engine.bots import decide
from engine.view import view_play
from tournaments.access import OVER
from tournaments.models import Boom, Play, Practice, Tournament
from tournaments.records import PLAYER, Deck
from tournaments.services.jobs import do_each
from tournaments.services.replying import append_act, play_on

JOB = "bot_lines"
LINES = 5
"""How many lines a task plays: a few seconds each at most."""


def list_due_lines() -> list[int]:
    """The tournaments that have closed, in which somebody played, and that the present bot has not, earliest first."""
    lines = Practice.objects.filter(bot=BOT).values("tournament")
    due = Tournament.objects.filter(state__in=OVER, entries__boom__isnull=False).exclude(pk__in=lines)
    return list(due.distinct().order_by("closed_at", "pk").values_list("pk", flat=True))


def play_lines_due(now: datetime, most: int = LINES) -> int:
    """Play at most so many lines of what is due; how many were done."""
    return do_each(JOB, list_due_lines(), lambda pk: play_line(pk, now), now, most)


def play_line(tournament_id: int, now: datetime) -> bool:
    """Have the present bot play a closed tournament as South; an earlier bot's line goes.

    False where nothing is to be done: it has not closed, nobody played in it, or the line is there.
    """
    if tournament_id not in list_due_lines():
        return False
    tournament = Tournament.objects.select_related("secret").get(pk=tournament_id)
    boom, rows = _compute(tournament, now)
    return _write(tournament, boom, rows)


def check_line(tournament_id: int, *, mend: bool = False) -> bool:
    """Play a line again, and say whether it is what is stored; `mend` writes it anew where it is not."""
    tournament = Tournament.objects.select_related("secret").get(pk=tournament_id)
    practice = Practice.objects.select_related("boom").filter(tournament=tournament, bot=BOT).first()
    if practice is None or practice.ended_at is None:
        return True
    boom, rows = _compute(tournament, practice.ended_at)
    stored = list(practice.boom.plays.order_by("board").values_list("board", "acts"))
    same = stored == [(row.board, row.acts) for row in rows]
    if not same and mend:
        _write(tournament, boom, rows, again=True)
    return same


def _compute(tournament: Tournament, now: datetime) -> tuple[Boom, list[Play]]:
    deck = Deck(tournament)
    boom = Boom(started_at=now, bots_due=True)
    rows = [Play(board=1, first_ply=0)]
    while True:
        play_on(boom, rows, deck, now)
        if boom.finished_at is not None:
            return boom, rows
        row = rows[-1]
        play = deck.rebuild(row)
        append_act(boom, row, play, decide(BOT, view_play(play, PLAYER), deck.bots_key(row.board)))


def _write(tournament: Tournament, boom: Boom, rows: list[Play], *, again: bool = False) -> bool:
    try:
        with transaction.atomic():
            gone = Practice.objects.filter(tournament=tournament).exclude(bot="")
            (gone if again else gone.exclude(bot=BOT)).delete()
            practice = Practice.objects.create(tournament=tournament, bot=BOT, ended_at=boom.finished_at)
            boom.practice = practice
            boom.save()
            for row in rows:
                row.boom = boom
            Play.objects.bulk_create(rows)
    except IntegrityError:
        # Another worker was first, with the same line.
        return False
    return True
