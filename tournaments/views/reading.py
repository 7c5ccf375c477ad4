"""Pages to read: how to play here, how to organise, what is kept of one; and what a browser asks of a site."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

GREEN, PAPER = "#12463a", "#f6f2e7"
"""The colours of the frame and of the paper, as in base.css."""
KEPT_FROM_ROBOTS = ("account", "api", "beheer", "mails", "mijn", "organisatie", "vrij-spel")
"""The first part of addresses that are nobody's but the reader's."""


@require_safe
def show_guide(request: HttpRequest) -> HttpResponse:
    """How a player plays here, from entering to the list."""
    return render(request, "reading/guide.html", {"section": "guide"})


@require_safe
def show_organising(request: HttpRequest) -> HttpResponse:
    """How an organiser holds a tournament here."""
    return render(request, "reading/organising.html", {"section": "organising"})


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of whom, how long, and which cookies there are."""
    return render(request, "reading/privacy.html", {"section": "privacy"})


@require_safe
def show_offline(request: HttpRequest) -> HttpResponse:
    """What the browser shows while it has no connection: one page for everyone, in all languages at once."""
    return render(request, "reading/offline.html")


@require_safe
@never_cache
def show_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the offline page in the browser, from the root, since it answers for all addresses."""
    return render(request, "reading/worker.js", content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=3600)
def show_manifest(request: HttpRequest) -> HttpResponse:
    """What makes the site installable: https://www.w3.org/TR/appmanifest/."""
    icons = [
        {
            "src": static(f"manillen/icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in (
            ("icon-192", 192, "any"),
            ("icon-512", 512, "any"),
            ("maskable-512", 512, "maskable"),
        )
    ]
    values = {
        "id": "/",
        "name": "Manillen",
        "short_name": "Manillen",
        "description": _("The same cards for ten players"),
        "lang": request.LANGUAGE_CODE,
        "start_url": reverse("tournaments:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": GREEN,
        "background_color": PAPER,
        "icons": icons,
    }
    return HttpResponse(json.dumps(values, ensure_ascii=False), content_type="application/manifest+json")


@require_safe
@cache_control(max_age=3600, public=True)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Public lists may be found; what is one's own need not be asked for."""
    lines = ["User-agent: *", *(f"Disallow: /{part}/" for part in KEPT_FROM_ROBOTS)]
    lines += ["Disallow: /toernooien/*/tafel/", "Disallow: /toernooien/*/oefenen/"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=3600, public=True)
def show_favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask for it without being told."""
    return redirect(static("manillen/icons/icon-192.png"))
