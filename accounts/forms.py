from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import MAX_NAME, MIN_NAME, name_key
from accounts.naming import check_due, check_name, rename


class SignupForm(forms.Form):
    """What an account asks beyond the address and the password: the name to play under."""

    display_name = forms.CharField(
        label=_("Your name in the lists"),
        min_length=MIN_NAME,
        max_length=MAX_NAME,
        help_text=_("Others see this name. You can change it once a month."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1")

    def clean_display_name(self) -> str:
        return check_name(self.cleaned_data["display_name"])

    def signup(self, request: HttpRequest, user: User) -> None:
        """Asked for by allauth once the account is made; the adapter has put the name on it already."""


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player's own name, who sees his page, his mails."""

    class Meta:
        model = User
        fields = ("display_name", "hides_page", "wants_reminders", "wants_results", "wants_messages")
        labels = {
            "display_name": _("Your name in the lists"),
            "hides_page": _("Keep my page to myself"),
            "wants_reminders": _("Mail me before it closes"),
            "wants_results": _("Mail me the result"),
            "wants_messages": _("Mail me messages of organisers"),
        }
        help_texts = {"display_name": _("The name that others see in lists. You can change it once a month.")}

    SWITCHES = ("hides_page", "wants_reminders", "wants_results", "wants_messages")

    def clean_display_name(self) -> str:
        """Refuse a name that may not be, or too soon after the last change."""
        name = check_name(self.cleaned_data["display_name"], self.instance.pk)
        row = User.objects.get(pk=self.instance.pk)
        if name_key(name) != row.name_key:
            check_due(row, timezone.now())
        return name

    def save(self, commit: bool = True) -> Any:
        if commit:
            with transaction.atomic():
                rename(self.instance, self.cleaned_data["display_name"], timezone.now())
                self.instance.save(update_fields=self.SWITCHES)
        return self.instance

    def save_if_free(self) -> bool:
        """Save, and say so; False when somebody took the name after it was checked, which the form then says."""
        try:
            self.save()
        except (IntegrityError, ValidationError):
            self.full_clean()
            return False
        return True
