"""Views of the site as an app: its manifest, its service worker, and the page that is shown offline."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.lib.service_workers import worker_response

PAPER: Final = "#ece5d3"
"""The desk of the light logbook (`tokens.css`): the window's colour while the site starts."""
ICONS: Final = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-full.png", "512x512", "maskable"),
)
STYLES: Final = ("tokens.css", "crewsite.css")
SCRIPTS: Final = ("offline.js",)


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return what a device needs to install the site (W3C, Web Application Manifest)."""
    answer = {
        "id": "/",
        "name": "Crewsite",
        "short_name": "Crewsite",
        "description": _("Play The Crew and Deep Blue with your crew, keep its logbook, and compare with your club."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": _file(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [
            {"name": _("Tables"), "url": reverse("table-list")},
            {"name": _("Crews"), "url": reverse("crew-list")},
        ],
    }
    return JsonResponse(answer, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page, in all languages, that the service worker keeps for the time offline. It names nobody."""
    return render(request, "site/offline.html", _files())


@require_safe
def site_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker of all pages. When what it keeps changes, its version does, and browsers renew it."""
    files = _files()
    constants = {
        "VERSION": _version(),
        "OFFLINE": reverse("offline"),
        "FILES": [*files["styles"], *files["scripts"]],
        "ICON": _file("icon-192.png"),
        "RENEW": reverse("device-renew"),
    }
    response = worker_response("logbook/site-worker.js", constants)
    # Browsers ask at every page; within this time they answer themselves.
    response.headers["Cache-Control"] = "max-age=3600"
    return response


def _version() -> str:
    return sha256(render_to_string("site/offline.html", _files()).encode()).hexdigest()[:16]


def _files() -> dict[str, list[str]]:
    return {"styles": [_file(name) for name in STYLES], "scripts": [_file(name) for name in SCRIPTS]}


def _file(name: str) -> str:
    return static(f"logbook/{name}")
