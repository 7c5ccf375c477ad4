"""What may not stand in a log line."""

import logging
import re

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
