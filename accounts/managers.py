from typing import Any

from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db.models import F


class UserManager(DjangoUserManager):  # type: ignore[type-arg]
    """Makes users who are known by their e-mail address."""

    def get_by_natural_key(self, username: str | None) -> Any:
        return self.get(email__iexact=username)

    def reachable(self) -> Any:
        """The users to whom the site may send mail: active, no demo, with an address they have confirmed."""
        return self.filter(emailaddress__verified=True, emailaddress__email=F("email"), is_active=True, is_demo=False)

    def create_user(  # type: ignore[override]
        self, email: str, password: str | None = None, *, display_name: str, **fields: Any
    ) -> Any:
        """Create a user with this e-mail address and display name; without a password nobody can log in.

        Raises ValueError without an address, IntegrityError when the address or the name is taken.
        """
        if not email:
            raise ValueError("a user needs an e-mail address")
        user = self.model(email=email.strip().lower(), display_name=display_name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(  # type: ignore[override]
        self, email: str, password: str | None = None, *, display_name: str, **fields: Any
    ) -> Any:
        """Create an organiser with every right, for `manage.py createsuperuser`."""
        fields.setdefault("is_staff", True)
        fields.setdefault("is_superuser", True)
        return self.create_user(email, password, display_name=display_name, **fields)
