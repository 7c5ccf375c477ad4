"""The bots' compiled code, loaded behind the first requests of a process so that nobody waits for it."""

import logging
import threading
import time

log = logging.getLogger(__name__)
_ready = threading.Event()


def start_warming() -> threading.Thread:
    """Load it in a thread of its own. Bots asked to play meanwhile wait for what they need."""
    thread = threading.Thread(target=_warm, name="warming", daemon=True)
    thread.start()
    return thread


def are_bots_ready() -> bool:
    """Whether this process has loaded all of it."""
    return _ready.is_set()


def _warm() -> None:
    from engine.bots.warming import warm_up

    start = time.monotonic()
    try:
        warm_up()
    except Exception:
        log.exception("the bots' compiled code could not be loaded")
        return
    _ready.set()
    log.info("the bots are ready after %.1f s", time.monotonic() - start)
