"""Shares of what was dealt, in hundredths."""

from django import template
from django.utils.formats import number_format

from tournaments.selectors.luck import Share

register = template.Library()


@register.filter
def percent(share: Share) -> str:
    """How often it was dealt: "31,4 %"."""
    return _write(share.found / share.of)


@register.filter
def chance_percent(share: Share) -> str:
    """How often chance gives it."""
    return _write(share.expected / share.of)


@register.filter
def error_percent(share: Share) -> str:
    """Two standard errors: within it chance keeps nineteen of twenty."""
    return _write(2 * share.error / share.of)


def _write(part: float) -> str:
    places = 1 if part >= 0.001 or part == 0 else 3
    return f"{number_format(100 * part, places)} %"
