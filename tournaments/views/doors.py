"""What every table's pages share, of whatever kind it is: the page, its fragment, the acts by form and by script."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.errors import ServiceError
from tournaments.selectors.places import Place
from tournaments.selectors.table import view_table
from tournaments.services.playing import advance_place, play_act
from tournaments.table_forms import TableSettingsForm
from tournaments.views.board import describe_board, describe_hint
from tournaments.views.missed import describe_missed, mark_acted, mark_seen, read_mark
from tournaments.views.numbers import read_number
from tournaments.views.refusals import show_refusal, wants_json
from tournaments.views.steps import list_steps
from tournaments.views.table_settings import settings_of


@dataclass(frozen=True)
class Door:
    """One table as pages know it: whose seat it is, and the addresses of what can be done there.

    `links` has "table", "act", "advance" and "fragment", and "home", where its title leads to. `end` is the
    template of a boom that is over, `leaving` that of the way out of one in progress, where there is one.
    """

    end: ClassVar[str] = "tournaments/table_end.html"
    leaving: ClassVar[str | None] = None
    place: Place
    links: Mapping[str, str]

    def describe(self, request: HttpRequest) -> dict[str, Any]:
        """What the page shows beside the table all along."""
        return {}

    def describe_end(self, request: HttpRequest, table: dict[str, Any], now: datetime) -> dict[str, Any]:
        """What the page of a boom that is over shows beside the table."""
        return {}

    def refuse(self, request: HttpRequest, refusal: ServiceError) -> HttpResponse:
        """The page for a refusal that shows no table."""
        return show_refusal(request, refusal)


def show_door(request: HttpRequest, door: Door) -> HttpResponse:
    """The table, exactly as it was left, and what has happened since this browser last saw it."""
    now = timezone.now()
    table = view_table(door.place, now)
    missed = describe_missed(door.place, read_mark(request), table, now)
    return mark_seen(_render_table(request, door, table, missed=missed), door.links["table"], table)


def show_fragment(request: HttpRequest, door: Door) -> HttpResponse:
    """The standing table without the page around it, for the script."""
    now = timezone.now()
    table = view_table(door.place, now)
    missed = describe_missed(door.place, read_mark(request), table, now)
    context = {**_context(request, door, table), "missed": missed}
    return mark_seen(render(request, "tournaments/table_fragment.html", context), door.links["table"], table)


def answer_act(request: HttpRequest, door: Door) -> HttpResponse:
    """Name trump or play a card, as act number `ply` of the boom."""
    ply, act = _read_ply(request.POST.get("ply", "")), request.POST.get("act", "")
    try:
        if not wants_json(request) and settings_of(request).two_tap:
            table = view_table(door.place, timezone.now())
            if act in table["legal"] and ply == table["ply"] and act != request.POST.get("chosen"):
                return _render_table(request, door, table, chosen=act)
        answer = play_act(door.place, ply, act, timezone.now())
    except ServiceError as refusal:
        return _refuse(request, door, refusal)
    if wants_json(request):
        return _answer_json(request, door, answer["events"], answer["table"])
    return mark_acted(redirect(door.links["table"]), door.links["table"], ply)


def answer_advance(request: HttpRequest, door: Door) -> HttpResponse:
    """Let the bots play what they still owe, after a crash or a fault between a card and theirs."""
    now = timezone.now()
    try:
        advance_place(door.place, now)
    except ServiceError as refusal:
        return _refuse(request, door, refusal)
    if wants_json(request):
        return _answer_json(request, door, [], view_table(door.place, now))
    return redirect(door.links["table"])


def answer_hint(request: HttpRequest, door: Door, give: Callable[[int, datetime], str]) -> HttpResponse:
    """The table with what the bot would do as act number `ply`, as `give` tells it."""
    now = timezone.now()
    try:
        act = give(_read_ply(request.POST.get("ply", "")), now)
    except ServiceError as refusal:
        return _refuse(request, door, refusal)
    table = view_table(door.place, now)
    shown: dict[str, Any] = {"hint": act, "advice": describe_hint(act)}
    if wants_json(request):
        return JsonResponse({"html": _render_fragment(request, door, table, **shown), "advice": shown["advice"]})
    return _render_table(request, door, table, **shown)


def _refuse(request: HttpRequest, door: Door, refusal: ServiceError) -> HttpResponse:
    """Say why, and show the table as it stands: the same sentence with and without script."""
    if refusal.status in (401, 404):
        return door.refuse(request, refusal)
    try:
        table = refusal.table or view_table(door.place, timezone.now())
    except ServiceError:
        return door.refuse(request, refusal)
    if wants_json(request):
        html = _render_fragment(request, door, table, refusal.message)
        answer = {"code": refusal.code, "message": refusal.message, "html": html, "ply": table["ply"]}
        return JsonResponse(answer, status=refusal.status)
    return _render_table(request, door, table, refusal.message, refusal.status)


def _answer_json(request: HttpRequest, door: Door, events: list[dict[str, Any]], table: dict[str, Any]) -> HttpResponse:
    html = _render_fragment(request, door, table)
    return JsonResponse({"steps": list_steps(events, table), "html": html, "ply": table["ply"]})


def _render_fragment(request: HttpRequest, door: Door, table: dict[str, Any], remark: str = "", **shown: Any) -> str:
    context = {**_context(request, door, table, remark), **shown}
    return render_to_string("tournaments/table_fragment.html", context, request)


def _render_table(
    request: HttpRequest, door: Door, table: dict[str, Any], remark: str = "", status: int = 200, **shown: Any
) -> HttpResponse:
    settings = settings_of(request)
    context = {**_context(request, door, table, remark), "settings": settings, **shown}
    context["settings_form"] = TableSettingsForm(instance=settings)
    return render(request, "tournaments/table.html", context, status=status)


def _context(request: HttpRequest, door: Door, table: dict[str, Any], remark: str = "") -> dict[str, Any]:
    context = {**describe_board(table, remark), "links": door.links}
    context |= {"end": door.end, "leaving": door.leaving, **door.describe(request)}
    if context["table"]["over"]:
        context |= door.describe_end(request, context["table"], timezone.now())
    return context


def _read_ply(text: str) -> int:
    """The number of an act as the form sent it; -1, which is no act's number, for anything else."""
    number = read_number(text)
    return -1 if number is None else number
