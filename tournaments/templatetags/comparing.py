"""Comparisons on pages: how far a result lies from those of others, as a class that the style sheet colours."""

from typing import Any

from django import template

from tournaments.views.talk import summarise_said

register = template.Library()

NEAR = 1.5
"""Points from the mean that are still about the average."""
FAR = 6.0
"""Points from which on a result lies far above or below."""


@register.filter
def band(delta: float | None) -> str:
    """The class of a cell with this Δ to the field: "up-2" … "even" … "down-2"; "even" for none."""
    if delta is None or abs(delta) < NEAR:
        return "even"
    return f"{'up' if delta > 0 else 'down'}-{2 if abs(delta) >= FAR else 1}"


@register.simple_tag
def told_before(row: Any, dealer: str) -> str:
    """What a traveller tells of the talk before its first card: who named trump, if not the dealer, and the calls."""
    return summarise_said(row.said, dealer)
