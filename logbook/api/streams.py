"""Base of event streams for programs. They carry numbers: each program then reads its own view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import AnyMediaType, Operation
from logbook.api.callers import plain
from logbook.lib import event_streams
from logbook.lib.exceptions import TooManyStreams
from logbook.people.middleware import reader_of
from logbook.people.models.tokens import ApiToken

EVENTS = {
    "type": "string",
    "description": "Events such as `event: moved`, `data: 17`, and a comment every 15 seconds without events.",
}
STREAM_RESPONSES: dict[Any, Any] = {
    (200, "text/event-stream"): OpenApiResponse(EVENTS, "The current number, then each new one."),
    204: OpenApiResponse(None, "No stream is available now. Retry in a few seconds, or poll."),
}


class Admission(Response):
    """Admission to a stream: 204, with the access check that is repeated while the stream is open."""

    def __init__(self, may: Callable[[], object]) -> None:
        super().__init__(status=HTTPStatus.NO_CONTENT)
        self.may = may


class StreamBaseView(Operation):
    """Access check of a stream."""

    content_negotiation_class = AnyMediaType

    def admit(self, request: Request, may: Callable[[], object]) -> Response:
        """Admit a caller who may read the stream. Raises Http404 and TooManyStreams."""
        may()
        if event_streams.is_full(reader_of(plain(request))):
            raise TooManyStreams
        return Admission(partial(_with_an_open_token, request.auth, may))


def _with_an_open_token(token: object, may: Callable[[], object]) -> None:
    """Check `may`; also that the token was not revoked meanwhile. Raises Http404."""
    if isinstance(token, ApiToken) and not get_object_or_404(ApiToken, pk=token.pk).is_open:
        raise Http404
    may()


def stream_view(of: type[StreamBaseView], kind: str, look: Callable[[int], int]) -> Any:
    """Return the asynchronous view of a stream: the access check of `of`, then the numbers that `look` reads."""
    check = of.as_view()

    def checked(request: HttpRequest, **params: int) -> HttpResponseBase:
        answer: HttpResponseBase = check(request, **params)
        return answer.render() if isinstance(answer, Response) else answer

    async def stream(request: HttpRequest, **params: int) -> HttpResponseBase:
        """Stream the numbers to an admitted caller."""
        answer = await sync_to_async(checked)(request, **params)
        if request.method != "GET" or not isinstance(answer, Admission):
            return answer
        (pk,) = params.values()
        subscriber = event_streams.Subscriber(pk, kind, reader_of(request))
        return await event_streams.answer(subscriber, answer.may, partial(look, pk))

    # drf-spectacular reads the first two of a view function, Django the third: the access check looks at CSRF.
    for name, value in (("cls", of), ("initkwargs", {}), ("csrf_exempt", True)):
        setattr(stream, name, value)
    return stream
