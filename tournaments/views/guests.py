"""Who plays without an account: a key in the session, of which the database knows a digest only."""

import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tournaments.selectors.free_play import count_claimable
from tournaments.selectors.places import Owner

KEY = "guest"
"""Where the session keeps a guest's key."""


def owner_of(request: HttpRequest) -> Owner:
    """Whose booms of free play the reader's are: his account's, those of his session, or nobody's."""
    if request.user.is_authenticated:
        return Owner(user_id=request.user.pk)
    return Owner(guest=guest_of(request))


def guest_of(request: HttpRequest) -> str:
    """The digest by which the guest of this session is known, whoever is logged in by now; "" without one."""
    key = request.session.get(KEY)
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def welcome(request: HttpRequest) -> Owner:
    """The same as `owner_of`; who is neither logged in nor a guest becomes a guest."""
    if not request.user.is_authenticated and KEY not in request.session:
        request.session[KEY] = _make_key(request)
    return owner_of(request)


def _make_key(request: HttpRequest) -> str:
    """A new guest's key: the same for requests of one browser that come at once, each before it has a session.

    It follows from the browser's token against forged forms, which every form comes with and logging in replaces.
    Nobody can make one from the other without the key of this site.
    """
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not token:
        return secrets.token_urlsafe(32)
    return salted_hmac("tournaments.guests", token, algorithm="sha256").hexdigest()


def forget(request: HttpRequest) -> None:
    """The session is nobody's any more."""
    request.session.pop(KEY, None)


def offer_claim(request: HttpRequest) -> dict[str, Any]:
    """For every page (a context processor): how many booms the reader may take over from this session's guest."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or KEY not in request.session:
        return {}
    return {"claimable": count_claimable(guest_of(request))}
