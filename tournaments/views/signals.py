"""The organiser's page of signals: what stood out in the play, and what he makes of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import ServiceError
from tournaments.models import Outcome
from tournaments.selectors.signals import list_signals
from tournaments.services.signalling import judge_signal
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals


@never_cache
@require_safe
@login_required
@answer_refusals
def show(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All signals of one tournament, each explained with its figures."""
    return _show(request, tournament_id)


@require_POST
@login_required
@answer_refusals
def judge(request: HttpRequest, tournament_id: int, signal_id: int) -> HttpResponse:
    """Record what the organiser makes of one signal."""
    typed = {name: request.POST.get(name, "") for name in ("outcome", "reason", "entry")}
    entry = read_number(typed["entry"])
    try:
        judge_signal(request.user, tournament_id, signal_id, typed["outcome"], entry, typed["reason"], timezone.now())
    except ServiceError as refusal:
        if not refusal.fields:
            raise
        return _show(request, tournament_id, 400, typed={**typed, "signal": signal_id}, faults=refusal.field_messages())
    messages.success(request, _("What you made of it has been written down."))
    return redirect("tournaments:signals", tournament_id)


def _show(request: HttpRequest, tournament_id: int, status: int = 200, **said: Any) -> HttpResponse:
    page = list_signals(request.user, tournament_id, timezone.now())
    context = {"section": "organise", "page": page, "outcomes": Outcome, **said}
    return render(request, "organise/signals.html", context, status=status)
