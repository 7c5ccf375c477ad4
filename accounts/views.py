from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.forms import SettingsForm


@login_required
def show_settings(request: HttpRequest) -> HttpResponse:
    """The name and table settings of the reader's own account."""
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your settings have been saved."))
        return redirect("account_settings")
    status = 400 if form.errors else 200
    if form.errors and request.user.is_authenticated:
        # A refused name stays in the form, not at the top of the page.
        request.user.refresh_from_db()
    return render(request, "account/settings.html", {"form": form, "section": "account"}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form that was sent without a valid token, mostly after hours in an open tab."""
    return render(request, "403_csrf.html", status=403)
