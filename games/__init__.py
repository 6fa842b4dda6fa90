"""The games of the house: what they promise stands in `contract.py`, and these are its public names."""

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
