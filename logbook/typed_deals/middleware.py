"""Middleware of typed deals: the phone from which a seat is taken."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from logbook.typed_deals.devices import REQUEST


def device(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Keep the request within reach of `devices.device_now` while it is answered."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        token = REQUEST.set(request)
        try:
            return get_response(request)
        finally:
            REQUEST.reset(token)

    return respond
