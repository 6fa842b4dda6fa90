"""Deep Blue: a treasure race of two to five crews for the Sunken City."""

from .game import DEEP_BLUE, DeepBlue

__all__ = ["DEEP_BLUE", "DeepBlue"]
