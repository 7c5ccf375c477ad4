import re
from typing import Any

from allauth.account.views import SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import SuspiciousOperation, ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.i18n import set_language

from accounts.forms import SettingsForm
from accounts.models import User

SECRETS = re.compile("password|code|credential|secret")
"""Fields of forms that are typed anew."""
LONGEST = 50_000


class RacedSignupView(SignupView):  # type: ignore[misc]
    """Allauth's, for two who sign up with one name or address at once: the later one gets his form back."""

    def form_valid(self, form: Any) -> Any:
        try:
            return super().form_valid(form)
        except (IntegrityError, ValidationError):
            # Checked again, the form knows what is taken now.
            form.full_clean()
            return super().form_valid(form) if form.is_valid() else self.form_invalid(form)


@login_required
def show_settings(request: HttpRequest) -> HttpResponse:
    """The name and settings of the reader's own account."""
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if form.is_valid() and form.save_if_free():
        messages.success(request, _("Your settings have been saved."))
        return redirect("account_settings")
    status = 400 if form.errors else 200
    if form.errors and request.user.is_authenticated:
        # A refused name stays in the form, not at the top of the page.
        request.user.refresh_from_db()
    return render(request, "account/settings.html", {"form": form, "section": "account"}, status=status)


def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's, which keeps the choice in a cookie; who is logged in also gets his mails in it."""
    response = set_language(request)
    chosen = request.POST.get("language")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form that was sent without a valid token, mostly after hours in an open tab.

    What was typed on a page of this site can be sent again from here; what came from elsewhere is not shown.
    """
    typed = _list_typed(request) if _comes_from_here(request) else []
    return render(request, "403_csrf.html", {"typed": typed}, status=403)


def _comes_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that a page of this site sent the form. Without https it only tells the origin."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _list_typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form as they were sent; nothing of one that holds a secret, which is typed anew."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (OSError, SuspiciousOperation):
        return []
    if any(SECRETS.search(name) for name, _value in fields) or sum(len(value) for _name, value in fields) > LONGEST:
        return []
    return [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
