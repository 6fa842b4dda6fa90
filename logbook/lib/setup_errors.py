"""Errors of a round's setup: the form field that each is about, and its words."""

from __future__ import annotations

import games
from logbook.rounds import text

FIELD_OF_ERROR = {"setup-players": "players", "setup-challenge-players": "three_player_challenge"}


def setup_error_field(error: games.GameError, *, mission: str = "mission") -> str:
    """Return the form field that an unknown setup is about."""
    return FIELD_OF_ERROR.get(error.code, mission)


def setup_error_words(error: games.GameError) -> str:
    """Return the error of a setup in the reader's language."""
    return text.say(error.code, error.params, str)
