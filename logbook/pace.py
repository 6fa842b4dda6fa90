"""How long bots wait before they act: long enough for people to say what only they can say now.

Before the first trick people may want a distress signal, and before any trick a signal; a bot that leads at once
would take that from them. While something of the kind is possible the bots are courteous. A person who is alone
with bots may tell them to go on. Worked out from what everybody knows, so that a pause tells nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings

import games


def pause(view: games.View, people: Collection[int]) -> float:
    """Seconds until the bots' next action, at a table where people sit on these seats."""
    if not bots_are_courteous(view, people):
        return settings.BOT_PAUSE_SECONDS
    return settings.BOT_COURTESY_SECONDS if _before_the_first(view) else settings.BOT_COURTESY_SECONDS / 4


def bots_are_courteous(view: games.View, people: Collection[int]) -> bool:
    """Whether people may still want to speak before the coming trick."""
    if view["phase"] != "gap" or not people:
        return False
    distress_is_possible = _before_the_first(view) and not view["signals"] and not view["distress"]["direction"]
    return bool(distress_is_possible) or any(_may_signal(view, seat) for seat in people)


def _before_the_first(view: games.View) -> bool:
    return not sum(view["tricks_won"])


def _may_signal(view: games.View, seat: int) -> bool:
    coming = sum(view["tricks_won"]) + 1
    return bool(view["tokens_left"][seat]) and coming >= (view["communication_from"] or 1)
