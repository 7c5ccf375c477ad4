from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import MAX_NAME, MIN_NAME, clean_name, has_hidden_characters, name_key


def check_name(text: str, but: int | None = None) -> str:
    """Return the display name `text` tidied. `but` is the user who may keep it as it is.

    Raises ValidationError when the name is taken, or holds characters that cannot be seen.
    """
    name = clean_name(text)
    if has_hidden_characters(name):
        raise forms.ValidationError(_("This name holds characters that cannot be seen."), "hidden")
    if User.objects.exclude(pk=but).filter(name_key=name_key(name)).exists():
        raise forms.ValidationError(_("Somebody else already plays under this name."), "taken")
    return name


class SignupForm(forms.Form):
    """What an account asks beyond the address and the password: the name to play under."""

    display_name = forms.CharField(
        label=_("Your name in the lists"),
        min_length=MIN_NAME,
        max_length=MAX_NAME,
        help_text=_("Others see this name. You can change it later."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1")

    def clean_display_name(self) -> str:
        return check_name(self.cleaned_data["display_name"])

    def signup(self, request: HttpRequest, user: User) -> None:
        """Asked for by allauth once the account is made; the adapter has put the name on it already."""


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player's own name and the settings of his table."""

    class Meta:
        model = User
        fields = ("display_name", "two_tap", "run_on")
        labels = {
            "display_name": _("Your name in the lists"),
            "two_tap": _("Play with two taps"),
            "run_on": _("Play on smoothly"),
        }

    def clean_display_name(self) -> str:
        return check_name(self.cleaned_data["display_name"], self.instance.pk)

    def save(self, commit: bool = True) -> Any:
        if commit:
            self.instance.save(update_fields=["display_name", "name_key", "two_tap", "run_on"])
        return self.instance
