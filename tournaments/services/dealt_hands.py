"""Counting the hands that were dealt, once a tournament is final or a boom of free play over."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, Max, OuterRef

from engine.cards import Seat
from engine.odds import HandCounts, count_hands
from tournaments.models import HAND_FIELDS, SOURCES, Boom, DealtHands, State, Tournament
from tournaments.records import PLAYER, Deck
from tournaments.services.jobs import do_each
from tournaments.services.rebuilding import Difference

JOB = "counted"
AT_ONCE = 100
"""How many tournaments, and how many booms of free play, a sweep counts: some milliseconds each."""


def count_hands_due(now: datetime) -> int:
    """Count the hands of what is over and was not counted; how many tournaments and booms of free play were."""
    counted = Exists(DealtHands.objects.filter(tournament=OuterRef("pk")))
    final = Tournament.objects.filter(~counted, state=State.FINAL, entries__boom__plays__isnull=False)
    due = list(final.distinct().order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    done = do_each(JOB, due, count_tournament, now)
    free = Boom.objects.filter(free_play__day__isnull=False, dealt_hands__isnull=True).select_related(*SOURCES)
    booms = free.annotate(last=Max("plays__board")).order_by("pk")[:AT_ONCE]
    rows = [_count_boom(boom, Deck(boom.source)) for boom in booms]
    DealtHands.objects.bulk_create(rows, ignore_conflicts=True)
    return done + len(rows)


def count_tournament(tournament_id: int) -> bool:
    """Count the hands of a final tournament, of every seat and of each boom in it; False where it is not final."""
    found = Tournament.objects.select_related("secret").filter(pk=tournament_id, state=State.FINAL).first()
    if found is not None:
        DealtHands.objects.bulk_create(_count(found), ignore_conflicts=True)
    return found is not None


def check_hands(tournament_id: int | None = None, *, mend: bool = False) -> Iterator[Difference]:
    """Each difference between the counts that are stored and the cards; `mend` writes the latter.

    What is not counted yet is no difference. With `tournament_id`, only those of that tournament.
    """
    tournaments = Tournament.objects.filter(dealt_hands__isnull=False).select_related("secret").distinct()
    if tournament_id is not None:
        tournaments = tournaments.filter(pk=tournament_id)
    for tournament in tournaments.order_by("pk").iterator():
        for row in _count(tournament):
            yield from _compare(row, mend)
    if tournament_id is None:
        booms = Boom.objects.filter(free_play__isnull=False, dealt_hands__isnull=False).select_related(*SOURCES)
        for boom in booms.annotate(last=Max("plays__board")).order_by("pk").iterator():
            yield from _compare(_count_boom(boom, Deck(boom.source)), mend)


def _count(tournament: Tournament) -> list[DealtHands]:
    deck = Deck(tournament)
    booms = Boom.objects.filter(entry__tournament=tournament).annotate(last=Max("plays__board"))
    rows = [_count_boom(boom, deck) for boom in booms]
    boards = [deck.board(number) for number in range(1, max((row.hands for row in rows), default=0) + 1)]
    for seat in Seat:
        rows.append(_write(count_hands(board.hands[seat] for board in boards), tournament=tournament, seat=seat.letter))
    return rows


def _count_boom(boom: Boom, deck: Deck) -> DealtHands:
    """South's hands in a boom that came to board `last`."""
    last: int = boom.last or 0  # type: ignore[attr-defined]
    return _write(count_hands(deck.board(number).hands[PLAYER] for number in range(1, last + 1)), boom=boom)


def _write(counts: HandCounts, **whose: object) -> DealtHands:
    figures = (counts.hands, counts.pips, *counts.manilles, *counts.lengths)
    return DealtHands(**whose, **dict(zip(HAND_FIELDS, figures, strict=True)))


def _compare(computed: DealtHands, mend: bool) -> Iterator[Difference]:
    rows = DealtHands.objects.filter(tournament=computed.tournament_id, seat=computed.seat, boom=computed.boom_id)
    stored = rows.first()
    if stored is None:
        return
    wrong = [name for name in HAND_FIELDS if getattr(stored, name) != getattr(computed, name)]
    for name in wrong:
        yield Difference(f"hands {stored.pk}", name, getattr(stored, name), getattr(computed, name))
    if wrong and mend:
        rows.update(**{name: getattr(computed, name) for name in wrong})
