"""Switching mails off from a mail: a page with one button, and the one click of a mail program (RFC 8058)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.services.mailing import check_token, switch_off
from tournaments.views.refusals import answer_refusals


# The token is the permission: a mail program has no cookie and posts from nowhere.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def switch_mails_off(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, POST switches this kind of mail off, without logging in. Looking at the page changes nothing."""
    if request.method == "POST":
        kind, done = switch_off(token), True
    else:
        (_, kind), done = check_token(token), False
    response = render(request, "mails/off.html", {"kind": kind, "done": done, "token": token})
    response["Cache-Control"] = "private, no-store"
    return response
