"""What a Prometheus server may read at `/metrics`, with the token of MANILLEN_METRICS_TOKEN; without one, nobody.

Counts of requests and of tasks are added up over the processes of a machine, in files of the folder that
PROMETHEUS_MULTIPROC_DIR names. Everything else is asked of the database at the moment.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.broker import AWAY, read_queue
from tournaments.selectors.health import get_health

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10)

_requests = Histogram(
    "manillen_request_seconds",
    "Requests, by the pattern of their address; those that play a card end in `zet` or `acts`.",
    ["method", "route", "status"],
    buckets=_BOUNDS,
)
_waits = Histogram("manillen_task_wait_seconds", "How long tasks waited in the queue.", ["task"], buckets=_BOUNDS)


def observe_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that ended."""
    _requests.labels(method, f"/{route}", str(status)).observe(seconds)


def observe_task(name: str, sent_at: float) -> None:
    """Count a task that begins, sent at that moment."""
    _waits.labels(name).observe(max(0.0, time.time() - sent_at))


def forget_processes() -> None:
    """Begin to count anew: each process leaves a file, also once it has ended."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    for file in Path(folder).glob("*.db") if folder else ():
        file.unlink()


@require_safe
@never_cache
def show_metrics(request: HttpRequest) -> HttpResponse:
    """All of it, in Prometheus' own text form; "not found" for who has no token."""
    token = settings.METRICS_TOKEN
    if not token or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        raise Http404
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(SiteCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class SiteCollector(Collector):
    """What database and broker know now. A server that is away leaves its figures out, and `manillen_up` says 0."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = GaugeMetricFamily("manillen_up", "Whether that server answers.", labels=["server"])
        try:
            yield from _tell_database()
            up.add_metric(["database"], 1)
        except DatabaseError:
            up.add_metric(["database"], 0)
        try:
            yield from _tell_queue()
            up.add_metric(["broker"], 1)
        except AWAY:
            up.add_metric(["broker"], 0)
        yield up


def _tell_database() -> Iterator[GaugeMetricFamily]:
    health = get_health(timezone.now())
    if health.sweep_lag is not None:
        yield _tell("sweep_lag_seconds", "Since the last sweep began.", health.sweep_lag.total_seconds())
    due = GaugeMetricFamily("manillen_due", "Rows that wait for the clock, by job.", labels=["job"])
    overdue = GaugeMetricFamily("manillen_overdue", "Those that waited for more than two sweeps.", labels=["job"])
    for job, work in health.due.items():
        due.add_metric([job], work.due)
        overdue.add_metric([job], work.overdue)
    yield due
    yield overdue
    yield _tell("failing", "Rows whose last attempt failed.", health.failing)
    yield _tell("given_up", "Rows that are not tried any more.", health.given_up)
    tables = GaugeMetricFamily("manillen_booms", "Booms, by how far they are.", labels=["state"])
    tables.add_metric(["in_progress"], health.in_progress)
    tables.add_metric(["ended"], health.ended)
    yield tables
    yield _tell("plays", "Deals that are in the database.", health.plays)


def _tell_queue() -> Iterator[GaugeMetricFamily]:
    length, oldest = read_queue()
    yield _tell("queue_length", "Tasks that wait for a worker.", length)
    yield _tell("queue_age_seconds", "How long the oldest of them has waited.", oldest)


def _tell(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"manillen_{name}", words, value)
