"""Remembering, in digests alone, what a tournament is played from."""

import ipaddress
from typing import Any

from django.db.models import Count
from django.utils.crypto import salted_hmac

from tournaments.access import RUNNING
from tournaments.models import Entry, Trace, TraceKind

MOST = 40
"""So many traces are kept of an entry; who has more plays from everywhere, and nothing follows from that."""
HOME = 64
"""The bits of a long address that a home shares; a phone changes the rest by itself."""


def trace_entry(user: Any, tournament_id: int, address: str, device: str) -> None:
    """Note that `user` sits down at his table of a tournament from `address`, with the cookie `device` or "".

    What is kept is a digest under a key of this site and of this tournament: neither can be read back, nor laid beside
    another tournament's. Nothing is kept of who has not entered, nor after the closing.
    """
    rows = Entry.objects.filter(tournament=tournament_id, user=user.pk, tournament__state__in=RUNNING)
    found = rows.annotate(count=Count("traces")).values_list("pk", "count").first()
    if found is None or found[1] >= MOST:
        return
    seen = {TraceKind.ADDRESS: _cut(address), TraceKind.DEVICE: device}
    Trace.objects.bulk_create(
        [
            Trace(entry_id=found[0], kind=kind, digest=_digest(tournament_id, value))
            for kind, value in seen.items()
            if value
        ],
        ignore_conflicts=True,
    )


def _digest(tournament_id: int, value: str) -> str:
    return salted_hmac(f"tournaments.trace.{tournament_id}", value, algorithm="sha256").hexdigest()


def _cut(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(ipaddress.ip_network((found, HOME), strict=False)) if found.version == 6 else str(found)
