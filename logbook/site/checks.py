"""What is looked at before the site starts, so that a mistake is told to who runs it and not to who plays."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

import games


def listen() -> None:
    """Have all of this looked at whenever Django checks itself."""
    register(components_can_be_read)


def components_can_be_read(**_given: Any) -> list[CheckMessage]:
    """The boxes that the environment names for Deep Blue (DEEP_BLUE_COMPONENTS) are whole."""
    try:
        for game in games.GAMES.values():
            _ = game.options
    except games.GameError as error:
        return [Error(str(error), hint="Correct the file, or take it out of the environment.", id="logbook.E001")]
    return []
