"""The doors of the clock: what Celery calls, each handing over to one service."""

from celery import shared_task
from django.utils import timezone

from tournaments import services
from tournaments.selectors.mails import list_waiting
from tournaments.services import analysing, bot_lines, signalling
from tournaments.services.jobs import record_run

MAILS = 1000
"""How many mails a task is given at most."""
FRESH = 60
"""Seconds after which a task that nobody took is left to the next sweep."""


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> dict[str, int]:
    """Find in the database what is due and do it; nothing is remembered in the queue.

    What takes longer than the next sweep can wait for is a task of its own.
    """
    now = timezone.now()
    done = services.run_due(now)
    waiting = list_waiting(now, MAILS)
    if waiting:
        send_mails.apply_async((waiting,), expires=FRESH)
    if analysing.list_due_analyses():
        analyse.apply_async(expires=FRESH)
    if bot_lines.list_due_lines():
        play_bot_lines.apply_async(expires=FRESH)
    if signalling.list_due_signals(now):
        find_signals.apply_async(expires=FRESH)
    return done


@shared_task(name="tournaments.tasks.send_mails")
def send_mails(ids: list[int]) -> int:
    """Send the mails of these ids."""
    return services.send_mails(ids, timezone.now)


@shared_task(name="tournaments.tasks.analyse")
def analyse() -> int:
    """Analyse some boards of what has closed, and go on in another task while there are more."""
    now = timezone.now()
    with record_run(analysing.JOB, now) as tally:
        tally.done = analysing.analyse_due(now)
    if tally.done and analysing.list_due_analyses():
        analyse.apply_async(expires=FRESH)
    return tally.done


@shared_task(name="tournaments.tasks.play_bot_lines")
def play_bot_lines() -> int:
    """Have the strongest bot play some of what has closed, and go on in another task while there is more."""
    now = timezone.now()
    with record_run(bot_lines.JOB, now) as tally:
        tally.done = bot_lines.play_lines_due(now)
    if tally.done and bot_lines.list_due_lines():
        play_bot_lines.apply_async(expires=FRESH)
    return tally.done


@shared_task(name="tournaments.tasks.find_signals")
def find_signals() -> int:
    """Look for signals of cheating in some of what has closed."""
    now = timezone.now()
    with record_run(signalling.JOB, now) as tally:
        tally.done = signalling.find_signals_due(now)
    return tally.done
