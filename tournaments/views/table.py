"""The table: the page, its fragment, and the acts. Every act works by a plain form and by the page's script."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.errors import ServiceError
from tournaments.selectors.standings import standings
from tournaments.selectors.table import table_state
from tournaments.services.entering import start_boom
from tournaments.services.playing import advance_table, perform_act
from tournaments.views.board import describe_board
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals, show_refusal, take_form
from tournaments.views.steps import list_steps


@never_cache
@require_safe
@login_required
@answer_refusals
def show_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One's own table, exactly as it was left."""
    return _render_table(request, table_state(request.user, tournament_id, timezone.now()))


@never_cache
@require_safe
@login_required
@answer_refusals
def show_fragment(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The standing table without the page around it, for the script."""
    table = table_state(request.user, tournament_id, timezone.now())
    return render(request, "tournaments/table_fragment.html", _context(request, table))


@take_form("tournaments:table")
@answer_refusals
def start(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Begin to play: from here on one has seen cards."""
    start_boom(request.user, tournament_id, timezone.now())
    return redirect("tournaments:table", tournament_id)


@never_cache
@take_form("tournaments:table")
def act(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Name trump or play a card, as act number `ply` of one's boom."""
    now = timezone.now()
    try:
        answer = perform_act(
            request.user, tournament_id, _read_ply(request.POST.get("ply", "")), request.POST.get("act", ""), now
        )
    except ServiceError as refusal:
        return _refuse(request, tournament_id, refusal)
    if _wants_json(request):
        return _answer_json(request, answer["events"], answer["table"])
    return redirect("tournaments:table", tournament_id)


@never_cache
@take_form("tournaments:table")
def advance(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Let the bots play what they still owe, after a crash or a fault between one's card and theirs."""
    now = timezone.now()
    try:
        advance_table(request.user, tournament_id, now)
    except ServiceError as refusal:
        return _refuse(request, tournament_id, refusal)
    if _wants_json(request):
        return _answer_json(request, [], table_state(request.user, tournament_id, now))
    return redirect("tournaments:table", tournament_id)


@take_form("tournaments:table")
def change_settings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Keep how one likes to play; it goes with the account, to every device."""
    user = request.user
    assert user.is_authenticated
    user.two_tap = "two_tap" in request.POST
    user.run_on = "run_on" in request.POST
    user.save(update_fields=["two_tap", "run_on"])
    if _wants_json(request):
        return JsonResponse({"two_tap": user.two_tap, "run_on": user.run_on})
    return redirect("tournaments:table", tournament_id)


def _refuse(request: HttpRequest, tournament_id: int, refusal: ServiceError) -> HttpResponse:
    """Say why, and show the table as it stands: the same sentence with and without script."""
    if refusal.status in (401, 404):
        return show_refusal(request, refusal, tournament_id)
    try:
        table = refusal.table or table_state(request.user, tournament_id, timezone.now())
    except ServiceError:
        return show_refusal(request, refusal, tournament_id)
    if _wants_json(request):
        html = _render_fragment(request, table, refusal.message)
        answer = {"code": refusal.code, "message": refusal.message, "html": html, "ply": table["ply"]}
        return JsonResponse(answer, status=refusal.status)
    return _render_table(request, table, refusal.message, refusal.status)


def _answer_json(request: HttpRequest, events: list[dict[str, Any]], table: dict[str, Any]) -> HttpResponse:
    html = _render_fragment(request, table)
    return JsonResponse({"steps": list_steps(events, table), "html": html, "ply": table["ply"]})


def _render_fragment(request: HttpRequest, table: dict[str, Any], remark: str = "") -> str:
    return render_to_string("tournaments/table_fragment.html", _context(request, table, remark), request)


def _render_table(request: HttpRequest, table: dict[str, Any], remark: str = "", status: int = 200) -> HttpResponse:
    return render(request, "tournaments/table.html", _context(request, table, remark), status=status)


def _context(request: HttpRequest, table: dict[str, Any], remark: str = "") -> dict[str, Any]:
    context = describe_board(table, remark)
    if context["table"]["over"]:
        context["standings"] = _list_as_allowed(request, table["tournament"])
    return context


def _list_as_allowed(request: HttpRequest, tournament_id: int) -> Any:
    try:
        return standings(request.user, tournament_id, timezone.now())
    except ServiceError:
        return None


def _read_ply(text: str) -> int:
    """The number of an act as the form sent it; -1, which is no act's number, for anything else."""
    number = read_number(text)
    return -1 if number is None else number


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
