"""The title of each tournament of a series, from a pattern such as "Dagtoernooi {datum}"."""

from datetime import date
from string import Formatter

from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.errors import FieldFault
from tournaments.services.drafting import TEXT_LIMITS, find_fault

PLACES = {
    "datum": "date",
    "date": "date",
    "nummer": "number",
    "number": "number",
    "tafel": "table",
    "table": "table",
}
"""What may stand between braces, in Dutch and in English, and what it means."""
LONGEST = (date(2026, 9, 30), 99_999, 999)
"""A day, a number and a table that take as much room as any."""


def find_pattern_fault(pattern: str) -> FieldFault | None:
    """What is wrong with a pattern: its braces, or titles that are all the same or become too long."""
    fault = find_fault("title", pattern)
    if fault is not None:
        return fault
    if not pattern.strip():
        return FieldFault("required")
    meanings = set()
    try:
        for _text, name, form, conversion in Formatter().parse(pattern):
            if name is not None:
                if name not in PLACES or form or conversion:
                    return FieldFault("unknown_place")
                meanings.add(PLACES[name])
    except ValueError:
        return FieldFault("unknown_place")
    if not meanings & {"date", "number"}:
        return FieldFault("always_the_same")
    longest = len(fill_pattern(pattern, *LONGEST))
    if longest > TEXT_LIMITS["title"]:
        return FieldFault("title_too_long", length=longest, limit=TEXT_LIMITS["title"])
    return None


def fill_pattern(pattern: str, day: date, number: int, table: int) -> str:
    """The title of one table, in the language of the site.

    Beyond the first, a table is named also where the pattern has no place for it.
    """
    with translation.override(settings.LANGUAGE_CODE):
        values = {"date": date_format(day, "j F Y"), "number": str(number), "table": str(table)}
        title = pattern.format(**{name: values[meaning] for name, meaning in PLACES.items()})
        if table > 1 and not any(PLACES.get(name or "") == "table" for _t, name, _f, _c in Formatter().parse(pattern)):
            title = _("%(title)s, table %(table)s") % {"title": title, "table": table}
    return title
