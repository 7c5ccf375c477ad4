"""Signals of cheating: looked for once a tournament has closed, judged by its organiser, forgotten after a month."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.access import OVER, effective_state
from tournaments.errors import FieldFault, ServiceError
from tournaments.models import ActKind, Outcome, Signal, Tournament, Trace
from tournaments.selectors.evidence import find_evidence
from tournaments.services.acts import log_act
from tournaments.services.correcting import disqualify_entry
from tournaments.services.drafting import REASON_LIMIT, check_text
from tournaments.services.jobs import do_each
from tournaments.services.locking import lock_organised

JOB = "signals"
KEPT = timedelta(days=30)
"""How long traces and signals are kept after a tournament is final or cancelled."""
AT_ONCE = 5
"""How many tournaments are looked at in one go: seconds each."""
ACTS = {Outcome.NOTHING: ActKind.SIGNAL_NOTHING, Outcome.NOTED: ActKind.SIGNAL_NOTED}


def list_due_signals(now: datetime) -> list[int]:
    """The tournaments that have closed, are analysed, and have not been looked at, the earliest first."""
    due = Tournament.objects.filter(state__in=OVER, signals_at=None, closed_at__gt=now - KEPT)
    return list(
        due.filter(analysis__finished_at__isnull=False).order_by("closed_at", "pk").values_list("pk", flat=True)
    )


def find_signals_due(now: datetime, most: int = AT_ONCE) -> int:
    """Look for signals in at most so many tournaments; how many were looked at."""
    return do_each(JOB, list_due_signals(now), lambda pk: find_signals(pk, now), now, most)


def find_signals(tournament_id: int, now: datetime) -> bool:
    """Look for signals in a tournament that has closed, once; False where another does or has."""
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        due = rows.filter(pk=tournament_id, state__in=OVER, signals_at=None)
        tournament = due.select_related("secret").first()
        if tournament is None:
            return False
        Signal.objects.bulk_create(
            Signal(
                tournament=tournament,
                kind=one.kind,
                entry_id=one.entry_id,
                other_id=one.other_id,
                figures=one.figures,
                chance=one.chance,
                found_at=now,
            )
            for one in find_evidence(tournament)
        )
        tournament.signals_at = now
        tournament.save(update_fields=["signals_at"])
    return True


def judge_signal(
    user: Any, tournament_id: int, signal_id: int, outcome: str, entry_id: int | None, reason: str, now: datetime
) -> Signal:
    """Record what the organiser makes of a signal, with his reason; it is logged, and changes nothing by itself.

    Only "disqualified" does, by way of the public correction of the list: of `entry_id`, one of those concerned.
    Raises `ServiceError` "no_tournament", "not_organiser", "no_signal", "invalid", and what `disqualify_entry` raises.
    """
    if outcome not in Outcome.values:
        raise ServiceError("invalid", fields={"outcome": FieldFault("required")})
    check_text("reason", reason, REASON_LIMIT, required=True)
    with transaction.atomic():
        tournament = lock_organised(user, tournament_id)
        signal = Signal.objects.filter(tournament=tournament, pk=signal_id).select_related("entry", "other").first()
        if signal is None or effective_state(tournament, now) not in OVER:
            raise ServiceError("no_signal")
        signal.outcome, signal.reason, signal.judged_at = outcome, reason.strip(), now
        if outcome == Outcome.DISQUALIFIED:
            if entry_id is None or entry_id not in (signal.entry_id, signal.other_id):
                raise ServiceError("invalid", fields={"entry": FieldFault("required")})
            disqualify_entry(user, tournament_id, entry_id, reason, now)
        else:
            kind = ACTS[Outcome(outcome)]
            log_act(tournament, user, kind, now, reason=reason, entry=signal.entry, public=False)
        signal.save(update_fields=["outcome", "reason", "judged_at"])
    return signal


def forget_signals(now: datetime) -> None:
    """Delete the traces and signals of tournaments that have been final or cancelled for a month."""
    for kind, to in ((Trace, "entry__tournament__"), (Signal, "tournament__")):
        rows: QuerySet[Any] = kind._default_manager.all()
        rows.filter(Q(**{f"{to}final_at__lt": now - KEPT}) | Q(**{f"{to}cancelled_at__lt": now - KEPT})).delete()
