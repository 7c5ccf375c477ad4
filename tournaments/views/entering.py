"""Taking a place in a tournament and giving it back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.services.entering import enter_tournament, withdraw_entry
from tournaments.views.refusals import answer_refusals, take_form


@take_form("tournaments:detail")
@answer_refusals
def enter(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take a place; who has one already keeps it."""
    entry = enter_tournament(request.user, tournament_id, timezone.now())
    messages.success(request, _("You are in. Good luck!"))
    # In a series the place may be at another table of the same day.
    return redirect("tournaments:detail", entry.tournament_id)


@take_form("tournaments:detail")
@answer_refusals
def withdraw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Give the place back, until one's first cards have been shown."""
    withdraw_entry(request.user, tournament_id, timezone.now())
    messages.success(request, _("You have withdrawn; your place is free again."))
    return redirect("tournaments:detail", tournament_id)
