"""The seven scenarios. Each changes dives on tiles of the Sunken City, and those alone (rulebook, "Scenarios")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..contract import UnknownSetup


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's effects. The defaults are a dive on any other tile."""

    slug: str
    gems_at_once: int = 1
    """Gems drawn in one go (Troubled Waters)."""
    more_per_card: int = 0
    """Points more for every card that scores (The Best of the Best)."""
    scatters: bool = False
    """A revealed city tile and the tiles around it get a gem each (Scattered Wealth)."""
    leader_points_per_set: int = 0
    """Points of a leader who stayed down for every three gems (Efficiency Bonus)."""
    revealed_is_dived: bool = False
    """The player who reveals a city tile leads a dive there at once (Storm Ahead)."""
    rush_distance: int | None = None
    """Steps from which boats may rush, if not as usual (Storm Ahead, Reefs Ahead)."""
    all_are_paid: bool = False
    """Every participant gets the leader's points, and twice with both boats (Bountiful Ruins)."""


SCENARIOS: Mapping[str, Scenario] = {
    scenario.slug: scenario
    for scenario in (
        Scenario("troubled-waters", gems_at_once=2),
        Scenario("best-of-the-best", more_per_card=4),
        Scenario("scattered-wealth", scatters=True),
        Scenario("efficiency-bonus", leader_points_per_set=2),
        Scenario("storm-ahead", revealed_is_dived=True, rush_distance=2),
        Scenario("reefs-ahead", rush_distance=0),
        Scenario("bountiful-ruins", all_are_paid=True),
    )
}
"""Every scenario by its slug, the one for a first game first."""

GEMS_OF_A_SET = 3


def scenario_of(mission: str) -> Scenario:
    """The scenario of a mission's text. Raises UnknownSetup."""
    scenario = SCENARIOS.get(mission.strip().lower().replace("_", "-").replace(" ", "-"))
    if scenario is None:
        raise UnknownSetup("setup-scenario", mission=mission, scenarios=", ".join(SCENARIOS))
    return scenario
