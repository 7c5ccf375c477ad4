"""What an organiser's forms share: the button that only shows what would come of them, and who may send them."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.access import may_create
from tournaments.errors import ServiceError
from tournaments.rules_form import PRESET, RulesForm
from tournaments.views.refusals import answer_refusals

PREVIEW = "voorbeeld"
"""The name of the button that shows and saves nothing."""


def need_organiser(request: HttpRequest) -> None:
    """Raise `ServiceError` "not_organiser" for who may not make tournaments."""
    if not may_create(request.user):
        raise ServiceError("not_organiser")


def is_sent(request: HttpRequest) -> bool:
    """Whether the form was sent to be acted on, rather than asked for, to be previewed or to have rules filled in."""
    return request.method == "POST" and not {PREVIEW, PRESET} & set(request.POST)


def show_typed(form: forms.Form) -> dict[str, Any]:
    """A form's fields as they were typed, to begin another with: faults are told when it is sent, not in a preview."""
    return {name: form[name].value() for name in form.fields}


@require_POST
@login_required
@answer_refusals
def show_rules(request: HttpRequest) -> HttpResponse:
    """The part of a form that chooses the rules, as it is for what has been chosen in it."""
    need_organiser(request)
    form = RulesForm(request.POST)
    return render(request, "organise/rules.html", {"form": RulesForm(initial=show_typed(form))})
