"""How much anybody may send at once. What is larger is refused before it fills the disk: Django keeps bodies whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

MOST_BYTES: Final = 136 * 1024 * 1024
"""The largest file that is read, a zip, and room for what stands around it."""
SENTENCE: Final = b"This is too large: a file may have 64 MB, a zip 128 MB.\n"

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def is_too_large(scope: Any) -> bool:
    """Whether the request itself says that its body is larger."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return said.isdigit() and int(said) > MOST_BYTES


async def refuse(send: Send) -> None:
    """Answer that it is too large, without having read it."""
    heads = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": heads})
    await send({"type": "http.response.body", "body": SENTENCE})


def counted(receive: Receive) -> Receive:
    """The same body, but one that does not say its length and goes on too long is taken for somebody who left."""
    left = MOST_BYTES

    async def receive_counted() -> Any:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        return message if left >= 0 else {"type": "http.disconnect"}

    return receive_counted
