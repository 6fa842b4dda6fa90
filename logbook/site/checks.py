"""System checks before the site starts, so that its operator sees a mistake before its players do."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

import games


def listen() -> None:
    """Register the checks with Django."""
    register(components_can_be_read)


def components_can_be_read(**_given: Any) -> list[CheckMessage]:
    """Check that the component files of Deep Blue (DEEP_BLUE_COMPONENTS) are complete."""
    try:
        for game in games.GAMES.values():
            _ = game.options
    except games.GameError as error:
        return [Error(str(error), hint="Correct the file, or take it out of the environment.", id="logbook.E001")]
    return []
