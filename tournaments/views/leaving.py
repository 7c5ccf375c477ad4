"""One's own data: what is kept, taking it along, and deleting the account."""

import logging
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.errors import ServiceError
from tournaments.selectors.exporting import export_person
from tournaments.selectors.leaving import list_obstacles
from tournaments.services.leaving import delete_account
from tournaments.views.refusals import answer_refusals

logger = logging.getLogger(__name__)


@require_safe
@login_required
def show_data(request: HttpRequest) -> HttpResponse:
    """What is kept of the reader, and what he can do with it."""
    return render(request, "leaving/data.html", {"section": "account"})


@never_cache
@require_safe
@login_required
def download(request: HttpRequest) -> HttpResponse:
    """All that is kept of the reader, as one file."""
    user: Any = request.user
    now = timezone.now()
    options = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(export_person(user, now), json_dumps_params=options)
    response["Content-Disposition"] = f'attachment; filename="manillen-{timezone.localdate(now)}.json"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@answer_refusals
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, for good: asks the password or the second step again, and says what stays."""
    user: Any = request.user
    if request.method == "POST":
        address = user.email
        try:
            delete_account(user, timezone.now())
        except ServiceError as refusal:
            return _show_delete(request, refusal.message, refusal.status)
        logout(request)
        _tell(address)
        messages.success(request, _("Your account has been deleted. Thank you for playing."))
        return redirect("tournaments:home")
    return _show_delete(request)


def _show_delete(request: HttpRequest, message: str = "", status: int = 200) -> HttpResponse:
    obstacles = list_obstacles(request.user, timezone.now())
    context = {"section": "account", "message": message, "obstacles": obstacles}
    return render(request, "leaving/delete.html", context, status=status)


def _tell(address: str) -> None:
    """Let the owner of the address know, in case it was not he. A mail server that is away stops nothing."""
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Your account has been deleted")
    text = _(
        "The account with this address has been deleted on %(site)s. Your results stay in the lists, without your name."
    )
    try:
        send_mail(subject, text % {"site": settings.SITE_URL}, None, [address])
    except OSError:
        logger.warning("the mail about a deleted account did not go")
