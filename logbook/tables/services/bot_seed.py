"""Seeds of the bots' random choices: secret as long as they could help a player, and the same at each retry."""

from __future__ import annotations

from random import Random
from typing import Final

import games
from games import bot_chance
from logbook.people import site_identity
from logbook.tables.contest import contest_of
from logbook.tables.models import Attempt

BOTS: Final = "bots"
"""The label of the site's key for its bots."""


def chance_of(attempt: Attempt, view: games.View, number: int) -> Random:
    """Return the random source of the view's seat for the decision after this number of actions."""
    return bot_chance.chance(bot_key(attempt), view, number)


def bot_key(attempt: Attempt) -> bytes:
    """Return the key of the attempt's bots.

    In a sealed challenge and at its closed deals it is the secret; elsewhere it derives from the site's identity.
    """
    secret = contest_of(attempt.table).bot_secret(attempt.table)
    return bot_chance.key_from_secret(secret) if secret else site_identity.derive(BOTS)
