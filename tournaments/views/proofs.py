"""How anyone checks the cards of one tournament: in the browser, or with the file of its proof."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.cards import ALL_CARDS, card_name, list_cards
from tournaments.access import OVER
from tournaments.errors import ServiceError
from tournaments.selectors.proofs import list_numbers
from tournaments.selectors.tournaments import get_tournament
from tournaments.views.refusals import answer_refusals

PACK = [card_name(card) for card in list_cards(ALL_CARDS)]


@never_cache
@require_safe
@answer_refusals
def show_proof(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The seal of a tournament, and once it has closed how to check that its cards are those that were sealed."""
    page = get_tournament(request.user, tournament_id, timezone.now())
    if page.announced_at is None:
        raise ServiceError("no_tournament")
    numbers = list_numbers(tournament_id, page.capacity) if page.state in OVER else []
    context = {"section": "tournaments", "page": page, "pack": PACK, "numbers": numbers}
    return render(request, "tournaments/proof.html", context)
