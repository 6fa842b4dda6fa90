"""Compares plans: each is carried out in sampled positions, which heuristics then play to the end.

The other players play as the careful bot does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from random import Random
from typing import NamedTuple

from ...contract import View
from . import careful, decisions
from .heuristics import Plan, Weights, plans
from .playout import carry_out, play_on
from .position import Position, sampled_position

WEIGHTS = Weights()
Heats = Sequence[tuple[int, int]]
HEATS: Heats = ((9, 14), (4, 24), (2, 48))
"""The number of plans and of further worlds of each heat; the best plans of a heat go on to the next."""
SAIL_HEATS: Heats = ((5, 14), (2, 28))
"""The same within a sail: it has fewer plans."""
TURNS = 60
"""The largest number of turns of a playout."""
LUCK = 14.0
"""Points by which luck in dives separates the players; a lead of this many is worth little more than no lead."""
RIVALS = 0.2
"""The weight of all other players' points in a dive."""
ANCHOR = Plan("anchor")


class Prospect(NamedTuple):
    """A plan with its results over all worlds in which it was tried."""

    plan: Plan
    total: float = 0.0
    worlds: int = 0

    @property
    def mean(self) -> float:
        """The average result."""
        return self.total / max(1, self.worlds)


def prospects(view: View, position: Position, chance: Random) -> list[Prospect]:
    """The plans that were compared longest, best first."""
    heats = HEATS if view["phase"] == "turn" else SAIL_HEATS
    candidates = [Prospect(plan) for plan in _candidates(view, position, heats[0][0])]
    for number, worlds in heats:
        candidates = candidates[:number]
        if len(candidates) > 1:
            candidates = _rank(candidates, view, position, worlds, chance)
    return candidates


def _candidates(view: View, position: Position, most: int) -> list[Plan]:
    """The plans that the heuristics rate high, and the best of each kind."""
    if view["phase"] == "sailing":
        options = sorted(decisions.sail_options(view, position, WEIGHTS), reverse=True)
        anchor = [ANCHOR] if "anchor" in view["legal"] else []
        return [*anchor, *(plan for _, plan in options)][:most]
    options = sorted(plans(position, view["seat"], WEIGHTS), reverse=True)
    kinds = {plan.verb: plan for _, plan in reversed(options)}
    return list(dict.fromkeys([*kinds.values(), *(plan for _, plan in options)]))[:most]


def _rank(candidates: list[Prospect], view: View, position: Position, worlds: int, chance: Random) -> list[Prospect]:
    """Rank the plans after more worlds, the same for all plans and with the same luck; best first."""
    totals = [prospect.total for prospect in candidates]
    for _ in range(worlds):
        world, luck = sampled_position(position, view, chance), chance.random()
        for number, prospect in enumerate(candidates):
            totals[number] += _outcome(world.copy(), prospect.plan, view["seat"], Random(luck))
    after = (
        Prospect(prospect.plan, total, prospect.worlds + worlds)
        for prospect, total in zip(candidates, totals, strict=True)
    )
    return sorted(after, key=lambda prospect: -prospect.mean)


def _outcome(world: Position, plan: Plan, seat: int, chance: Random) -> float:
    """The seat's share of the victory, estimated from all players' gains in the position."""
    if plan == ANCHOR:
        world.end_turn()
    else:
        carry_out(world, plan, WEIGHTS, chance)
    weights_by_seat = [WEIGHTS if other == seat else careful.WEIGHTS for other in range(world.players)]
    play_on(world, TURNS, weights_by_seat, chance)
    own = world.gained[seat]
    return 1 / fsum([exp((points - own) / LUCK) for points in world.gained])
