"""Applications behind the web server, in a thread of the tests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from crewsite import server

PATIENCE = 20


@contextmanager
def started(application: Any, drain_seconds: float = 0, **more: Any) -> Iterator[tuple[int, server.Server]]:
    """The application behind the web server: its port, and the server."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        running = server.Server(server.config(application, log_config=None, **more), drain_seconds)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [door]})
        thread.start()
        try:
            yield door.getsockname()[1], running
        finally:
            running.should_exit = True
            thread.join()


@contextmanager
def served(application: Any, **more: Any) -> Iterator[int]:
    """The application behind the web server: its port."""
    with started(application, **more) as (port, _server):
        yield port


def listens(port: int) -> bool:
    """Whether something accepts connections at this port of the machine."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
