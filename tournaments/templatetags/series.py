"""What templates of series and of the clock ask."""

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def is_past(moment: datetime | None) -> bool:
    """Whether a moment has come."""
    return moment is not None and moment <= timezone.now()
