"""Responses with service workers: the scope of each is the folder of its address, so none is a static file."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse


def worker_response(name: str) -> HttpResponse:
    """Return the worker of this static file. The browser asks each time whether it is new."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise Http404
    response = HttpResponse(Path(path).read_bytes(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
