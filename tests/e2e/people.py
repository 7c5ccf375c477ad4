"""People with accounts, and the door by which they come in."""

from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User
from tournaments.models import Pace, TableSettings

PASSWORD = "kaarten-op-tafel-7"


def make_account(name: str, **fields: Any) -> User:
    """An account with a confirmed address, which can log in with `PASSWORD`."""
    email = f"{name.lower().replace(' ', '.')}@example.org"
    user = User.objects.create_user(email, PASSWORD, display_name=name, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def make_quick(user: User, **settings: Any) -> User:
    """Let the bots' cards come at once at the table of `user`, who has been shown round it."""
    TableSettings.objects.create(user=user, **{"pace": Pace.AT_ONCE, "tour_seen": True, **settings})
    return user


def log_in(page: Any, site: str, user: User) -> None:
    """Log in by the form, as a person does."""
    page.goto(f"{site}/account/login/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Aanmelden").click()
    page.get_by_role("link", name=user.display_name).wait_for()
