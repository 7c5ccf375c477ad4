"""What everyone made of the cards: the list, and each deal with its four hands."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.selectors import deals
from tournaments.selectors.results import ResultPage, get_result
from tournaments.selectors.tournaments import get_tournament
from tournaments.views.board import LAYOUT, describe_deal, sort_cards
from tournaments.views.plots import Dots, plot_frequency, plot_scores
from tournaments.views.refusals import answer_refusals

PODIUM = 3
"""How many places stand on it."""


@never_cache
@require_safe
@answer_refusals
def show_standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The list of a tournament, as the reader may see it."""
    page = get_result(request.user, tournament_id, timezone.now())
    context: dict[str, Any] = {"section": "tournaments", "page": page, "podium": [], "plot": None}
    if page.matrix is not None:
        context["podium"] = _set_podium(page)
        context["plot"] = plot_scores(
            [
                (row.standing.name, row.scores, row.standing.is_me, row.standing.status != "unfinished")
                for row in page.matrix.rows
            ]
        )
    return render(request, "tournaments/standings.html", context)


@never_cache
@require_safe
@answer_refusals
def list_deals(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The deals the reader may see: one's own as played, all from the closing on."""
    now = timezone.now()
    rows = deals.list_deals(request.user, tournament_id, now)
    page = get_tournament(request.user, tournament_id, now)
    return render(request, "tournaments/deals.html", {"section": "tournaments", "page": page, "rows": rows})


@never_cache
@require_safe
@answer_refusals
def show_deal(request: HttpRequest, tournament_id: int, board: int) -> HttpResponse:
    """One deal: the four hands, one's own play, and what everyone made of it once that may be seen."""
    deal = deals.deal_comparison(request.user, tournament_id, board, timezone.now())
    context: dict[str, Any] = {
        "section": "tournaments",
        "deal": deal,
        "previous": board - 1,
        "next": board + 1,
        "hands": None,
        "own": None,
        "tricks": [],
        "plot": _plot_deal(deal),
    }
    if deal.own is not None:
        context["tricks"] = [_lay_trick(trick) for trick in deal.own["tricks"]]
        if deal.own["result"] is not None:
            context["own"] = describe_deal(deal.own)
    if deal.hands is not None:
        trump = deal.own["trump"] if deal.own else None
        context["hands"] = [{"seat": seat, "cards": sort_cards(deal.hands[seat], trump)} for seat in LAYOUT]
    return render(request, "tournaments/deal.html", context)


def _plot_deal(deal: deals.DealPage) -> Dots | None:
    field = [row for row in deal.travellers or () if row.counts and row.difference is not None]
    own = next((place for place, row in enumerate(field) if row.is_me), None)
    return plot_frequency([row.difference for row in field if row.difference is not None], own, deal.mean)


def _set_podium(page: ResultPage) -> list[dict[str, Any]]:
    """The first three places, each with all who share it."""
    ranked = [row for row in page.standings or () if row.rank is not None and row.rank <= PODIUM]
    steps = [(rank, list(rows)) for rank, rows in groupby(ranked, key=lambda row: row.rank)]
    return [{"rank": rank, "rows": rows, "score": rows[0].score} for rank, rows in steps]


def _lay_trick(trick: dict[str, Any]) -> dict[str, Any]:
    """A trick as a row of a table whose columns are the seats."""
    lying = {play["seat"]: play["card"] for play in trick["cards"]}
    cells = [
        {
            "seat": seat,
            "card": lying.get(seat),
            "led": seat == trick["leader"],
            "won": seat == trick["winner"],
        }
        for seat in "NESW"
    ]
    return {**trick, "cells": cells}
