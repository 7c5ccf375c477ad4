"""Dates in the order and with the points of the reader's language. In every template, in place of Django's filter."""

from datetime import date
from typing import Any

from django import template
from django.template.defaultfilters import date as write_as_django
from django.utils.translation import get_language

register = template.Library()

POINTS = {"de": (("l j", "l, j"), ("j F", "j. F"), ("j N", "j. N"), ("j/n", "j.n."))}
"""What changes in a pattern such as "l j F, H:i", by language; the others write the parts as they stand."""


def adapt_pattern(pattern: str) -> str:
    """The pattern as the reader's language has it: "l, j. F, H:i" in German."""
    for part, instead in POINTS.get((get_language() or "").split("-")[0], ()):
        pattern = pattern.replace(part, instead)
    return pattern


@register.filter(name="date", expects_localtime=True)
def write_date(value: date | str | None, pattern: str | None = None) -> Any:
    """Django's `date` with the adapted pattern: "maandag 30 november, 20:00", "Montag, 30. November, 20:00"."""
    return write_as_django(value, pattern and adapt_pattern(pattern))
