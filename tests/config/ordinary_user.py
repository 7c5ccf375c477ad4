"""Runs a function in a child process as somebody who is not root."""

import os
import traceback
from collections.abc import Callable

NOBODY = 65534


def call_as_ordinary_user(function: Callable[[], str]) -> str:
    """What `function` returns in a forked child; as user nobody when we are root. A fault in it is raised here."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(writing, function().encode())
            status = 0
        except BaseException:
            os.write(writing, traceback.format_exc().encode()[-4000:])
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    _, ending = os.waitpid(child, 0)
    assert ending == 0, text
    return text
