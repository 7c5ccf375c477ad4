"""Which language an answer is in."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

API = "/api/"


class LanguageMiddleware(LocaleMiddleware):
    """Pages speak Dutch until their reader chooses otherwise; the API follows Accept-Language.

    Many a tablet in Flanders came set to English, and its owner still calls a heer a heer.
    """

    def process_request(self, request: HttpRequest) -> None:
        if request.path_info.startswith(API):
            super().process_request(request)
            return
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = dict(settings.LANGUAGES)
        translation.activate(chosen if chosen in known else settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()
