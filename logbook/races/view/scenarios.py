"""Texts of a race and its scenarios, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

import games
from logbook.rounds import text


def scenario_text(game: str, scenario: str) -> str:
    """Return the race and the scenario's changes, for any number of players."""
    sentences = scenario_sentences(game, scenario)
    return f"{sentences['describe-race']} {sentences[f'describe-{scenario}']}"


def scenario_sentences(game: str, scenario: str) -> Mapping[str, str]:
    """Return the game's sentences about a scenario by their codes, for any number of players."""
    players = games.GAMES[game].players
    description = games.describe(games.Setup(game, scenario, max(players)))
    any_number = {"players": f"{min(players)}\N{EN DASH}{max(players)}"}
    return {
        part.code: text.say(part.code, {**part.params, **any_number} if "players" in part.params else part.params, str)
        for part in description.parts
    }
