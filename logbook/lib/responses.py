"""Responses that are files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

from logbook.lib import replica


class Download(StreamingHttpResponse):
    """A file that is generated while it is sent, so that its length costs no memory: in a thread or in a loop."""

    def __init__(self, pieces: Iterator[bytes], name: str, content_type: str) -> None:
        self._pieces = replica.as_now(pieces)
        super().__init__(self._pieces, content_type=content_type)
        self.headers["Content-Disposition"] = f'attachment; filename="{name}"'

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (piece := await sync_to_async(self._next)()) is not None:
            yield piece

    def _next(self) -> bytes | None:
        return next(self._pieces, None)
