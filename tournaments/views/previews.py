"""What an organiser's forms share: the button that only shows what would come of them, and who may send them."""

from typing import Any

from django import forms
from django.http import HttpRequest

from tournaments.access import may_create
from tournaments.errors import ServiceError

PREVIEW = "voorbeeld"
"""The name of the button that shows and saves nothing."""


def need_organiser(request: HttpRequest) -> None:
    """Raise `ServiceError` "not_organiser" for who may not make tournaments."""
    if not may_create(request.user):
        raise ServiceError("not_organiser")


def is_sent(request: HttpRequest) -> bool:
    """Whether the form was sent to be acted on, rather than asked for or only to be previewed."""
    return request.method == "POST" and PREVIEW not in request.POST


def show_typed(form: forms.Form) -> dict[str, Any]:
    """A form's fields as they were typed, to begin another with: faults are told when it is sent, not in a preview."""
    return {name: form[name].value() for name in form.fields}
