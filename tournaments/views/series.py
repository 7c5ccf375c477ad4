"""Series for everyone: which there are, and one with its tables and its past winners."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.selectors.series import get_series, list_series
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals


@require_safe
def list_all(request: HttpRequest) -> HttpResponse:
    """The series that go on."""
    return render(request, "series/list.html", {"section": "tournaments", "rows": list_series(timezone.now())})


@require_safe
@answer_refusals
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """One series: its tables of today, what comes, who won before."""
    before = read_number(request.GET.get("voor", ""))
    page = get_series(request.user, series_id, timezone.now(), before)
    return render(request, "series/detail.html", {"section": "tournaments", "page": page, "before": before})
