"""What a race and its scenarios say, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

import games
from logbook.rounds import text


def scenario_words(game: str, scenario: str) -> str:
    """The race and what the scenario changes about it, for any number of players."""
    said = scenario_sentences(game, scenario)
    return f"{said['describe-race']} {said[f'describe-{scenario}']}"


def scenario_sentences(game: str, scenario: str) -> Mapping[str, str]:
    """What the game says of a scenario for any number of players, sentence by sentence, by their codes."""
    players = games.GAMES[game].players
    description = games.describe(games.Setup(game, scenario, max(players)))
    any_number = {"players": f"{min(players)}\N{EN DASH}{max(players)}"}
    return {
        part.code: text.say(part.code, {**part.params, **any_number} if "players" in part.params else part.params, str)
        for part in description.parts
    }
