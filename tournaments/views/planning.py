"""The organiser's pages of series: plan, change, pause, take up again, end."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import ServiceError
from tournaments.forms import SeriesForm, add_refusal
from tournaments.models import Series
from tournaments.selectors.series import get_led_series, get_series, list_series
from tournaments.services.planning import (
    change_series,
    create_series,
    end_series,
    pause_series,
    preview_series,
    resume_series,
)
from tournaments.views.keeping import keep_typed, read_typed
from tournaments.views.previews import is_sent, need_organiser, show_typed
from tournaments.views.refusals import answer_refusals, take_form


@require_safe
@login_required
@answer_refusals
def list_own(request: HttpRequest) -> HttpResponse:
    """The series one leads, ended ones included."""
    need_organiser(request)
    rows = list_series(timezone.now(), request.user)
    return render(request, "organise/series_list.html", {"section": "organise", "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@answer_refusals
def create(request: HttpRequest) -> HttpResponse:
    """Plan a series; the button "preview" shows its first days and saves nothing."""
    need_organiser(request)
    form = SeriesForm(read_typed(request))
    if is_sent(request) and form.is_valid():
        try:
            series = create_series(request.user, form.cleaned_data, timezone.now())
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("The series has been planned. It announces its tournaments by itself."))
            return redirect("tournaments:manage_series", series.pk)
    return _show_form(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@answer_refusals
def change(request: HttpRequest, series_id: int) -> HttpResponse:
    """Change a series, for the days that have not been announced yet."""
    series = get_led_series(request.user, series_id)
    form = SeriesForm(read_typed(request), series=series)
    if is_sent(request) and form.is_valid():
        try:
            change_series(request.user, series_id, form.cleaned_data, timezone.now())
        except ServiceError as refusal:
            if not refusal.fields:
                raise
            add_refusal(form, refusal)
        else:
            messages.success(request, _("The changes have been saved. They count for the days still to be announced."))
            return redirect("tournaments:manage_series", series_id)
    return _show_form(request, form, series)


@require_POST
@login_required
@answer_refusals
def show_preview(request: HttpRequest) -> HttpResponse:
    """The coming days of a plan as it is being typed, as a part of the page."""
    need_organiser(request)
    return render(request, "organise/series_preview.html", _preview(SeriesForm(request.POST)))


@require_safe
@login_required
@answer_refusals
def manage(request: HttpRequest, series_id: int) -> HttpResponse:
    """One series as its organiser leads it."""
    get_led_series(request.user, series_id)
    page = get_series(request.user, series_id, timezone.now())
    return render(request, "organise/series.html", {"section": "organise", "page": page})


@take_form("tournaments:manage_series")
@answer_refusals
def pause(request: HttpRequest, series_id: int) -> HttpResponse:
    """Announce no more days for now."""
    pause_series(request.user, series_id)
    messages.success(request, _("The series is paused. What was announced goes on as it was."))
    return redirect("tournaments:manage_series", series_id)


@take_form("tournaments:manage_series")
@answer_refusals
def resume(request: HttpRequest, series_id: int) -> HttpResponse:
    """Go on with the next day."""
    resume_series(request.user, series_id, timezone.now())
    messages.success(request, _("The series goes on."))
    return redirect("tournaments:manage_series", series_id)


@take_form("tournaments:manage_series")
@answer_refusals
def end(request: HttpRequest, series_id: int) -> HttpResponse:
    """Announce no more days ever."""
    end_series(request.user, series_id)
    messages.success(request, _("The series has ended. What was announced goes on as it was."))
    return redirect("tournaments:manage_series", series_id)


def _show_form(request: HttpRequest, form: SeriesForm, series: Series | None = None) -> HttpResponse:
    """The form with its preview; asking for the preview alone faults nothing that is still empty."""
    context: dict[str, Any] = {"section": "organise", "series": series, **_preview(form)}
    sent = is_sent(request)
    if not sent and form.is_bound:
        form = SeriesForm(initial=show_typed(form), series=series)
    status = 400 if sent and form.errors else 200
    return render(request, "organise/series_form.html", {**context, "form": form}, status=status)


def _preview(form: SeriesForm) -> dict[str, Any]:
    """The coming days of what is in `form`, or what is wrong with its plan."""
    try:
        return {"days": preview_series(form.read_plan(), timezone.now()), "plan_faults": []}
    except ServiceError as refusal:
        return {"days": [], "plan_faults": list(refusal.field_messages().values())}
