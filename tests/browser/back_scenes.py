"""A middleware for the tests of Back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


def keepable(respond: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let the browser keep every page, as Safari does, and as Firefox keeps the fields of each form."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if response.headers.get("Content-Type", "").startswith("text/html") and "hx-request" not in request.headers:
            response.headers["Cache-Control"] = "private, max-age=600"
            del response.headers["Vary"]
        return response

    return answer
