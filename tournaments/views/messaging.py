"""The page on which an organiser writes to the players of his tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import ServiceError
from tournaments.forms import MessageForm, add_refusal
from tournaments.models import Audience
from tournaments.selectors.mails import count_told
from tournaments.services.messaging import MESSAGES_A_DAY, send_message
from tournaments.views.keeping import keep_typed, read_typed
from tournaments.views.organising import get_led
from tournaments.views.previews import is_sent
from tournaments.views.refusals import answer_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@answer_refusals
def write(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Write a message, see what will go to how many, and send it: a mail cannot be taken back."""
    page = get_led(request, tournament_id)
    form, status = MessageForm(read_typed(request)), 200
    typed = form.cleaned_data if form.is_bound and form.is_valid() else None
    if is_sent(request):
        status = 400
        if typed is not None:
            audience, text = Audience(typed["audience"]), typed["text"]
            try:
                count = send_message(request.user, tournament_id, audience, text, typed["key"], timezone.now())
            except ServiceError as refusal:
                add_refusal(form, refusal)
                status = refusal.status
            else:
                sent = ngettext(
                    "Your message goes to %(count)s player.", "Your message goes to %(count)s players.", count
                )
                messages.success(request, sent % {"count": count})
                return redirect("tournaments:manage", tournament_id)
    elif form.errors:
        status = 400
    context = {
        "section": "organise",
        "page": page,
        "form": form,
        "shown": None if form.errors else typed,
        "count": count_told(tournament_id, Audience(typed["audience"])) if typed else 0,
        "limit": MESSAGES_A_DAY,
    }
    return render(request, "organise/message.html", context, status=status)
