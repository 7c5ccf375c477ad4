"""What stands in the broker: the tasks that wait for a worker, and whether it may forget them."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.celery import SENT_AT, app

QUEUE = "celery"
AWAY = (OperationalError, RedisError)
"""What reading the broker raises while it does not answer, or does not let us ask."""


def read_queue() -> tuple[int, float]:
    """How many tasks wait for a worker, and for how many seconds the oldest has. Raises one of `AWAY`."""
    with _connect() as client:
        waiting, last = client.llen(QUEUE), client.lindex(QUEUE, -1)
    sent_at = json.loads(last)["headers"].get(SENT_AT) if last else None
    return waiting, max(0.0, time.time() - sent_at) if sent_at else 0.0


def read_policy() -> str:
    """What it does when its memory is full: "noeviction" keeps all tasks; "" where it does not tell.

    Raises one of `AWAY`.
    """
    with _connect() as client:
        try:
            return str(client.config_get("maxmemory-policy").get("maxmemory-policy", ""))
        except RedisError:  # a server kept by others may not tell its settings
            return ""


@contextmanager
def _connect() -> Iterator[Any]:
    with app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1)
        yield connection.default_channel.client  # type: ignore[attr-defined]
