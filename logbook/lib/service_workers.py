"""Responses with service workers: the scope of each is the folder of its address, so none is a static file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse


def worker_response(name: str, constants: Mapping[str, Any] | None = None) -> HttpResponse:
    """Return the worker of this static file, below constants that the server knows. Raises Http404.

    Unless the view says otherwise, the browser asks each time whether it is new.
    """
    path = finders.find(name)
    if not isinstance(path, str):
        raise Http404
    lines = [f"const {constant} = {json.dumps(value)};" for constant, value in (constants or {}).items()]
    text = "\n".join([*lines, Path(path).read_text()])
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
