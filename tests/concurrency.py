"""Many at once, on real connections."""

import threading
from collections.abc import Callable

from django.db import connection

from tournaments.errors import ServiceError


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Do all deeds in the same instant, each on a connection of its own; what each gave, or the code it was refused."""
    barrier = threading.Barrier(len(deeds))
    outcomes: list[object] = [None] * len(deeds)

    def do(number: int, deed: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            outcomes[number] = deed()
        except ServiceError as refusal:
            outcomes[number] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return outcomes
