"""Scenes that the tests of templates share with others."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.rounds.round_views import a_page


class Controls(HTMLParser):
    """Collects the buttons: each one's action, and its name for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.actions: list[str] = []
        self.named: list[str] = []
        self.ids: list[str] = []
        self._open: dict[str, Any] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if known.get("id"):
            self.ids.append(str(known["id"]))
        if tag == "option" or (tag == "button" and known.get("name") == "action"):
            self.actions.append(known.get("value") or "")
        if tag == "button":
            self._open = {"name": known.get("aria-label") or ""}

    def handle_data(self, data: str) -> None:
        if self._open is not None and not self._open["name"]:
            self._open["name"] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._open is not None:
            self.named.append(self._open["name"])
            self._open = None


def rendered(view: dict[str, Any], *, alone: bool = False, **about: Any) -> str:
    request = RequestFactory().get("/tables/42/")
    request.user = AnonymousUser()
    request.player = None  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    html = render_to_string(
        "tables/_round.html", {"page": a_page(view, **about), "alone": alone, "attempts": ()}, request
    )
    # The CSRF token is masked anew each time; everything else depends on the view only.
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r'\1""', html)


def controls(html: str) -> Controls:
    found = Controls()
    found.feed(html)
    return found
