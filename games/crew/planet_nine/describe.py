"""A mission of Planet Nine in sentences of our own."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Description, Sentence, Setup
from ..dealing import THREE_PLAYER_CHALLENGE
from ..description import description
from .mission import Mission
from .tokens import ARROWS, OMEGA

TITLE = "Planet Nine"


def describe(setup: Setup, mission: Mission) -> Description:
    """The crew's tasks and conditions, in the order in which a player would explain them at the table."""
    return description(setup, mission, TITLE, _sentences(setup, mission))


def _sentences(setup: Setup, mission: Mission) -> Iterator[Sentence]:
    if mission.tasks:
        yield Sentence("describe-task" if mission.tasks == 1 else "describe-tasks", {"count": mission.tasks})
    yield from _tokens(mission)
    yield from (_special(name, mission.times) for name in mission.special)
    yield from _conditions(mission)
    if mission.five_player_rule and setup.players == 5:
        yield Sentence("describe-five-player-rule")
    if THREE_PLAYER_CHALLENGE in setup.options:
        yield Sentence("describe-three-player-challenge")


def _special(name: str, times: int) -> Sentence:
    if name == "colour-ones-win-tricks" and times == 1:
        return Sentence("one-colour-one-wins")
    return Sentence(name, {"times": times})


def _tokens(mission: Mission) -> Iterator[Sentence]:
    numbers = [token for token in mission.tokens if token.isdecimal()]
    if len(numbers) == 1:
        yield Sentence("describe-token-number", {"token": numbers[0]})
    elif numbers:
        yield Sentence("describe-tokens-numbers", {"tokens": ", ".join(sorted(numbers))})
    arrows = [token for token in ARROWS if token in mission.tokens]
    if arrows:
        yield Sentence("describe-tokens-arrows", {"tokens": ", ".join(arrows)})
    if OMEGA in mission.tokens:
        yield Sentence("describe-token-omega")


def _conditions(mission: Mission) -> Iterator[Sentence]:
    if mission.dead_zone:
        yield Sentence("describe-dead-zone")
    if mission.disruption:
        yield Sentence("describe-disruption", {"number": mission.disruption})
    if mission.commander_decision:
        yield Sentence("describe-commander-decision")
    if mission.commander_distribution:
        yield Sentence("describe-commander-distribution")
