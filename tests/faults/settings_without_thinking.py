"""The site's settings for a web process in which every thought of a bot or of the solver leaves a mark."""

from __future__ import annotations

from functools import wraps
from typing import Any

import games.crew.solver
from crewsite.settings import *  # noqa: F403
from crewsite.settings import VAR
from games.bots import BOTS

THOUGHT = VAR / "thought-in-the-web"
"""A file that exists once a process of these settings has thought."""


def _marked(think: Any) -> Any:
    @wraps(think)
    def thinking(*given: Any, **named: Any) -> Any:
        with THOUGHT.open("a") as mark:
            mark.write(f"{think.__qualname__}\n")
        return think(*given, **named)

    return thinking


for _bots in BOTS.values():
    for _kind in {type(bot) for bot in _bots.values()}:
        for _word in ("choose", "explain"):
            setattr(_kind, _word, _marked(getattr(_kind, _word)))
for _word in ("solve_each", "annotate", "rescue"):
    setattr(games.crew.solver, _word, _marked(getattr(games.crew.solver, _word)))
