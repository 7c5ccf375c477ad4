"""What stands in a log line, and what may not."""

import logging
import re
from contextvars import ContextVar

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

UNDER: ContextVar[str] = ContextVar("request", default="-")
"""The id of the request or of the task that is being done."""

# PostgreSQL prints the whole failing row, or the failing key, in a part that starts with DETAIL. A text column
# may hold line breaks, so the part is taken to reach as far as the next exception of a chained traceback.
_ROW = re.compile(
    r"^[ \t]*(?:DETAIL|CONTEXT):.*?(?=\n\n(?:The above exception was|During handling of)|\Z)",
    re.MULTILINE | re.DOTALL,
)


def drop_rows(text: str) -> str:
    """`text` without the lines in which PostgreSQL repeats the data of a row."""
    return _ROW.sub("", text).rstrip("\n") if "DETAIL" in text or "CONTEXT" in text else text


class RowFilter(logging.Filter):
    """Takes PostgreSQL's DETAIL and CONTEXT lines out of messages and tracebacks.

    It renders message and traceback once and keeps the cleaned text, so that no handler after it can print
    the original. Every handler carries it, because a logger's filters do not see its children's records.
    """

    _formatter = logging.Formatter()

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        record.msg, record.args = drop_rows(message), ()
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = drop_rows(record.exc_text or self._formatter.formatException(record.exc_info))
            record.exc_info = None  # what is formatted once is not formatted again
        return True


class RequestFilter(logging.Filter):
    """Puts the id of the request, or of the task, in which a line was written into its record.

    Django's own lines about a request are given the pattern of its address for the address, which may hold
    somebody's key, and of a database that is away one line instead of a traceback for every visitor.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        asked = vars(record).setdefault("request", UNDER.get())
        if isinstance(asked, HttpRequest):
            vars(record)["request"] = getattr(asked, "name", UNDER.get())
            if isinstance(record.args, tuple):
                route = f"/{asked.resolver_match.route}" if asked.resolver_match else "(no address)"
                record.args = tuple(route if part == asked.path else part for part in record.args)
            if record.exc_info and isinstance(record.exc_info[1], (OperationalError, InterfaceError)):
                record.exc_info = None
                record.msg += " (the database does not answer)"
        return True
