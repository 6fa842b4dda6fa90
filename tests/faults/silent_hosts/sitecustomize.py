"""With this folder on PYTHONPATH, a process waits a minute for every name that begins with `push.silent-`.

Such a name server stands for a silent push service: no test can rely on a public address that never answers.
"""

from __future__ import annotations

import socket
import time
from typing import Any

SILENT = "push.silent-"
SECONDS = 60.0
_ask = socket.getaddrinfo


def _ask_slowly(host: Any, *given: Any, **named: Any) -> Any:
    if isinstance(host, str) and host.startswith(SILENT):
        time.sleep(SECONDS)
        raise socket.gaierror(socket.EAI_AGAIN, "The name server is silent.")
    return _ask(host, *given, **named)


socket.getaddrinfo = _ask_slowly
