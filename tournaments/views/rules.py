"""The rules of the game, a page for each system, and one for how a tournament plays it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.cards import NO_TRUMP
from engine.errors import EngineError
from engine.result import multiply
from engine.systems import ALWAYS_RUFF, SYSTEMS, System, get_system
from tournaments.selectors.tournaments import get_tournament
from tournaments.sheets import SYSTEM_NAMES, describe_rules, read_system
from tournaments.views.examples import list_examples
from tournaments.views.refusals import answer_refusals

HOUSE = "site"
MORE = 42
"""The card points of the side that writes, in the example."""


@require_safe
def show_rules(request: HttpRequest, system: str = HOUSE) -> HttpResponse:
    """The rules of a system, with worked examples."""
    if system not in SYSTEMS:
        raise Http404
    # As a tournament plays it, which ends after forty deals in any case.
    return _render(request, get_system(system, {"deal_limit": SYSTEMS[HOUSE].deal_limit}))


@require_safe
@answer_refusals
def show_tournament_rules(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How a tournament is played, its own options included."""
    page = get_tournament(request.user, tournament_id, timezone.now())
    try:
        found = read_system({"system": page.system, "options": page.options, "boards": page.boards})
    except EngineError:
        # A draft that names no rules yet.
        raise Http404 from None
    return _render(request, found, page=page)


def _render(request: HttpRequest, system: System, **context: object) -> HttpResponse:
    half = system.deal_pips // 2
    context |= {
        "section": "rules",
        "system": system,
        "packets": "-".join(map(str, system.packets)),
        "always": bool(system.duties & ALWAYS_RUFF),
        "without": 1 if system.turned_trump else multiply(system, NO_TRUMP),
        "half": half,
        "more": MORE,
        "less": system.deal_pips - MORE,
        "written": MORE - half,
        "everything": system.deal_pips - half,
        "sentence": describe_rules(system),
        "examples": list_examples(system),
        "systems": list(SYSTEM_NAMES.items()),
    }
    return render(request, "tournaments/rules.html", context)
