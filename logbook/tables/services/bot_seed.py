"""Seeds of the bots' random choices: secret as long as they could help a player, and the same at each retry."""

from __future__ import annotations

from random import Random
from typing import Final

import games
from games import bot_chance
from logbook.people import site_identity
from logbook.tables.models import Attempt

BOTS: Final = "bots"
"""The label of the site's key for its bots."""


def chance_of(attempt: Attempt, view: games.View, number: int) -> Random:
    """Return the random source of the view's seat for the decision after this number of actions."""
    return bot_chance.chance(key_of(attempt), view, number)


def key_of(attempt: Attempt) -> bytes:
    """Return the key of the attempt's bots.

    In a sealed challenge it is the secret, so that all crews and rivals meet the same bots; elsewhere it derives from
    the site's identity.
    """
    stage = attempt.table.stage
    sealed = stage.challenge if stage is not None and stage.challenge.facts else None
    return site_identity.derive(BOTS) if sealed is None else bot_chance.key_of(sealed.secret)
