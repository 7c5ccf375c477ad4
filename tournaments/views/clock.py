"""The organisers' page of what the clock did, and the button that takes up again what it gave up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors.clock import get_clock
from tournaments.services.retrying import retry_given_up
from tournaments.views.refusals import answer_refusals, take_form


@require_safe
@login_required
@answer_refusals
def show_clock(request: HttpRequest) -> HttpResponse:
    """What ran, what failed, what is due next."""
    page = get_clock(request.user, timezone.now())
    return render(request, "organise/clock.html", {"section": "organise", "page": page})


@take_form("tournaments:clock")
@answer_refusals
def retry(request: HttpRequest) -> HttpResponse:
    """Try again whatever was given up."""
    retry_given_up(request.user, timezone.now())
    messages.success(request, _("It is tried again within half a minute."))
    return redirect("tournaments:clock")
