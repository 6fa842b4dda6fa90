"""The public names of the game engine; `contract.py` defines what they promise."""

from .contract import (
    Action,
    Description,
    Game,
    GameError,
    IllegalAction,
    Outcome,
    Sentence,
    Setup,
    State,
    UnknownSetup,
    UnreadableAction,
    View,
)
from .logbooks import has_mission, last_mission
from .record import Record
from .registry import GAMES, deal, describe

__all__ = [
    "GAMES",
    "Action",
    "Description",
    "Game",
    "GameError",
    "IllegalAction",
    "Outcome",
    "Record",
    "Sentence",
    "Setup",
    "State",
    "UnknownSetup",
    "UnreadableAction",
    "View",
    "deal",
    "describe",
    "has_mission",
    "last_mission",
]
