from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """Allauth's, in plain words. A passkey that the device keeps also lets one in without a password."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("A name for it, such as “tablet”")
        self.fields["name"].max_length = 100
        self.fields["passwordless"].label = _("Also log in with it alone, without a password")
        self.fields["passwordless"].help_text = _("Your device then asks for its code, your finger or your face.")
        self.fields["passwordless"].initial = True
