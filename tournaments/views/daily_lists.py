"""The daily list and what adds up from it: a day, a week, a month, the archive, the records."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.days import ONE_DAY, Kind, Period, day_of, period_of
from tournaments.errors import ServiceError
from tournaments.selectors.daily_lists import ListRow, list_scores, read_period, view_archive, view_list
from tournaments.selectors.daily_ranking import Sort
from tournaments.selectors.free_play import list_records
from tournaments.templatetags.cards import signed, signed_mean
from tournaments.views.guests import owner_of
from tournaments.views.numbers import read_number
from tournaments.views.own_scores import draw_scores
from tournaments.views.refusals import answer_refusals

SORTS: dict[str, Sort] = {"totaal": "total", "bomen": "booms", "gemiddelde": "average", "beste": "best"}
"""By what a list may be sorted, as the address says it."""
COLUMNS = (
    ("bomen", "booms", _("Booms")),
    ("totaal", "total", _("Total")),
    ("gemiddelde", "average", _("Average")),
    ("beste", "best", _("Best")),
)


@never_cache
@require_safe
@answer_refusals
def show_day(request: HttpRequest, day: str = "") -> HttpResponse:
    """The list of a day: of today as it stands, of an earlier day as it was fixed."""
    return _show_list(request, "day", day)


@never_cache
@require_safe
@answer_refusals
def show_week(request: HttpRequest, day: str = "") -> HttpResponse:
    """The list of the week in which a day falls."""
    return _show_list(request, "week", day)


@never_cache
@require_safe
@answer_refusals
def show_month(request: HttpRequest, month: str = "") -> HttpResponse:
    """The list of a month."""
    return _show_list(request, "month", month)


@never_cache
@require_safe
@answer_refusals
def show_archive(request: HttpRequest, month: str = "") -> HttpResponse:
    """A month as a calendar: a day leads to its list."""
    now = timezone.now()
    period = read_period("month", month, now)
    days = view_archive(period.first, now)
    listed = [one for one in days if one.listed]
    context = {
        "section": "daily",
        "tab": "archive",
        "period": period,
        "week": [period_of("week", period.first).first + number * ONE_DAY for number in range(7)],
        "blanks": range(period.first.weekday()),
        "days": days,
        "today": day_of(now),
        "earlier": address_of(period.before, archive=True) if listed[0].day == period.first else None,
        "later": address_of(period.after, archive=True) if period.last < day_of(now) else None,
    }
    return render(request, "daily/archive.html", context)


@require_safe
def show_records(request: HttpRequest) -> HttpResponse:
    """The best of all time."""
    context = {"section": "daily", "tab": "records", "records": list_records(request.user)}
    return render(request, "daily/records.html", context)


def address_of(period: Period, *, archive: bool = False) -> str:
    """The address of the list of a period, or of its calendar."""
    if archive:
        return reverse("tournaments:daily_archive", args=[f"{period.first:%Y-%m}"])
    if period.kind == "month":
        return reverse("tournaments:monthly", args=[f"{period.first:%Y-%m}"])
    return reverse(f"tournaments:{'weekly' if period.kind == 'week' else 'daily'}", args=[period.first.isoformat()])


def _show_list(request: HttpRequest, kind: Kind, text: str) -> HttpResponse:
    now = timezone.now()
    period = read_period(kind, text, now)
    wanted = request.GET.get("sorteer", "totaal")
    number = read_number(request.GET.get("blad", "1"))
    if wanted not in SORTS:
        raise ServiceError("no_sort")
    listed = view_list(request.user, period, now, SORTS[wanted], -1 if number is None else number)
    address = address_of(period)

    def link(page: int, sort: str = wanted) -> str:
        words = ([] if sort == "totaal" else [f"sorteer={sort}"]) + ([] if page == 1 else [f"blad={page}"])
        return f"{address}?{'&'.join(words)}" if words else address

    context: dict[str, Any] = {
        "section": "daily",
        "tab": kind,
        "list": listed,
        "rows": _describe_rows(listed.rows),
        "period": period,
        "is_now": day_of(now) in period,
        "wanted": wanted,
        "columns": [
            {"name": name, "sort": sort, "label": label, "link": link(1, name)} for name, sort, label in COLUMNS
        ],
        "mine_link": f"{link(listed.my_page)}#jij" if listed.my_page else None,
        "pages": _describe_pages(listed.page, listed.pages, link),
        "earlier": address_of(listed.earlier) if listed.earlier else None,
        "later": address_of(listed.later) if listed.later else None,
        "archive": reverse("tournaments:daily_archive", args=[f"{period.first:%Y-%m}"]),
        "plot": draw_scores(list_scores(owner_of(request))) if request.user.is_authenticated else None,
    }
    return render(request, "daily/list.html", context)


def _describe_rows(rows: Sequence[ListRow]) -> list[dict[str, Any]]:
    """The rows as they are written; here and not in the template, where fifty of them cost half of the page's time."""
    one = gettext("%(booms)s boom, average %(average)s, best %(best)s")
    more = gettext("%(booms)s booms, average %(average)s, best %(best)s")
    written = []
    for row in rows:
        figures = {"booms": row.booms, "average": signed_mean(row.average), "best": signed(row.best)}
        words = (one if row.booms == 1 else more) % figures
        shown = {"rank": intcomma(row.rank), "name": row.name, "total": signed(row.total), "words": words}
        written.append({**figures, **shown, "is_me": row.is_me, "is_demo": row.is_demo})
    return written


def _describe_pages(page: int, pages: int, link: Callable[[int], str]) -> list[dict[str, Any]]:
    """The pages to go to: the first, the last and those around this one; None of a single one."""
    if pages == 1:
        return []
    shown = sorted({1, pages, *(near for near in range(page - 1, page + 2) if 1 <= near <= pages)})
    return [
        {"number": number, "link": link(number), "here": number == page, "gap": before and number > before + 1}
        for before, number in zip([0, *shown], shown, strict=False)
    ]
