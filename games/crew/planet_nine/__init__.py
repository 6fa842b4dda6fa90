"""The Crew: The Quest for Planet Nine: fifty missions in space."""

from .book import PLANET_NINE, PlanetNine

__all__ = ["PLANET_NINE", "PlanetNine"]
