"""A browser that comes in as someone who is logged in already: by the cookies of Django's test client."""

from typing import Any

from django.conf import settings
from django.test import Client


def open_page(browser: Any, site: str, client: Client, language: str = "nl") -> tuple[Any, Any]:
    """A fresh context and a page in it, as `client` and in `language`; the context is the caller's to close."""
    context = browser.new_context(locale="nl-BE", timezone_id="Europe/Brussels", service_workers="block")
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    cookies[settings.LANGUAGE_COOKIE_NAME] = language
    context.add_cookies([{"name": name, "value": value, "url": site} for name, value in cookies.items()])
    page = context.new_page()
    page.set_default_timeout(15_000)
    return context, page
