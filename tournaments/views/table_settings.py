"""How one likes one's table: kept with the account, on every device; a guest's in his session."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import CHOSEN, Size, TableSettings
from tournaments.selectors.table_settings import find_settings
from tournaments.services.arranging import arrange_table
from tournaments.table_forms import TableSettingsForm
from tournaments.views.refusals import wants_json

STEPS = {"-1": -1, "1": 1}
"""By what the buttons above a table change its size."""
KEPT = "table_settings"
"""Where the session keeps a guest's settings."""


def settings_of(request: HttpRequest) -> TableSettings:
    """How the reader likes his table."""
    return find_settings(request.user, request.session.get(KEPT, {}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest) -> HttpResponse:
    """The page of all settings; the form of a table comes here too, and goes back to `next`."""
    settings = settings_of(request)
    form = TableSettingsForm(_read_sent(request, settings), instance=settings)
    if form.is_valid():
        _keep(request, form.save(commit=False))
        if wants_json(request):
            return JsonResponse({name: getattr(settings, name) for name in CHOSEN})
        back = _read_next(request)
        if not back:
            messages.success(request, _("Your settings have been saved."))
        return redirect(back or "tournaments:table_settings")
    context = {"form": form, "settings": settings, "next": _read_next(request)}
    return render(request, "tournaments/table_settings.html", context, status=400 if form.errors else 200)


@require_POST
def keep_tour(request: HttpRequest) -> HttpResponse:
    """The tour has been seen and does not come again, or is to come `again`."""
    settings = settings_of(request)
    settings.tour_seen = "again" not in request.POST
    _keep(request, settings)
    return redirect(_read_next(request) or "tournaments:table_settings")


def _read_sent(request: HttpRequest, settings: TableSettings) -> Mapping[str, Any] | None:
    """What was sent; a step in size comes from a form of its own, and leaves all else as it is."""
    if request.method != "POST":
        return None
    step = request.POST.get("step")
    if step is None:
        return request.POST
    size = min(max(settings.size + STEPS[step], min(Size.values)), max(Size.values)) if step in STEPS else step
    return {**model_to_dict(settings, CHOSEN), "size": size}


def _keep(request: HttpRequest, settings: TableSettings) -> None:
    if request.user.is_authenticated:
        arrange_table(settings)
    else:
        request.session[KEPT] = {name: getattr(settings, name) for name in (*CHOSEN, "tour_seen")}


def _read_next(request: HttpRequest) -> str:
    """Where the reader came from, when that is a page of this site."""
    address = request.POST.get("next") or request.GET.get("next", "")
    hosts = {request.get_host()}
    return address if url_has_allowed_host_and_scheme(address, hosts, request.is_secure()) else ""
