"""What bots draw from: hidden from everybody as long as it could help them, and the same when they are asked again."""

from __future__ import annotations

from random import Random
from typing import Final

import games
from games import bot_chance
from logbook import identity
from logbook.models import Attempt

BOTS: Final = "bots"
"""The label under which the site's own key of its bots is derived."""


def chance_of(attempt: Attempt, view: games.View, number: int) -> Random:
    """The chance of the view's seat at the decision after so many actions.

    In a sealed challenge it comes from its secret, so that all crews and rivals meet the same bots; elsewhere from the
    site's identity.
    """
    stage = attempt.table.stage
    sealed = stage.challenge if stage is not None and stage.challenge.facts else None
    key = bot_chance.key_of(sealed.secret) if sealed is not None else identity.derive(BOTS)
    return bot_chance.chance(key, view, number)
