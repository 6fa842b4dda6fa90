"""The Crew: Mission Deep Sea: thirty-two missions, an endless epilogue, and ninety-six tasks."""

from .book import DEEP_SEA, DeepSea

__all__ = ["DEEP_SEA", "DeepSea"]
