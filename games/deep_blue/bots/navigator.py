"""A bot that looks ahead: it imagines what is hidden, and plays each of its plans on to the end of the game.

On the way, everybody does what fast habits say, and dives pay what they pay on average (`sketch.py`). In the water it
weighs the bag exactly: its own points, cards that gems may unlock, everybody's protections, and others' points.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ...bot import Bot
from ...contract import View
from . import decisions
from .careful import habit
from .habits import Plan, Taste, plans
from .playing_out import carry_out, play_on
from .sketch import Sketch, imagined, sketch_of

TASTE = Taste()
HEATS: Sequence[tuple[int, int]] = ((9, 6), (4, 8), (2, 12))
"""How many plans are compared over how many imagined worlds more; the best of each heat go on to the next."""
TURNS = 60
RIVALS = 0.5
"""How much others' points count in the water, shared among them."""


class Prospect(NamedTuple):
    """A plan with what it brought over all worlds in which it was tried."""

    plan: Plan
    total: float = 0.0
    worlds: int = 0

    @property
    def mean(self) -> float:
        return self.total / max(1, self.worlds)


class NavigatorBot(Bot):
    """See the module."""

    slug = "navigator"
    title = "Navigator"
    explains = True

    def choose(self, view: View, chance: Random) -> str | None:
        """The plan that went best where there is time to plan; in the water, what the odds say."""
        if view["seat"] not in view["waiting_on"]:
            return None
        legal = view["legal"]
        if len(legal) == 1:
            return str(legal[0])
        if view["phase"] in ("turn", "sailing"):
            sketch = sketch_of(view)
            found = prospects(view, sketch, chance)
            if not found:
                return "anchor"
            best = found[0].plan
            return "anchor" if best.verb == "anchor" else decisions.text_of(best, sketch)
        if view["phase"] == "onward":
            return decisions.go_or_stop(view, RIVALS)
        return habit(view, TASTE)


def prospects(view: View, sketch: Sketch, chance: Random) -> list[Prospect]:
    """The plans that were compared longest, best first."""
    running = [Prospect(plan) for plan in _promising(view, sketch)]
    for number, worlds in HEATS:
        running = running[:number]
        if len(running) > 1:
            running = _compared(running, view, sketch, worlds, chance)
    return running


def _promising(view: View, sketch: Sketch) -> list[Plan]:
    """The plans that habits think well of, and the best of each kind."""
    if view["phase"] == "sailing":
        found = sorted(decisions.courses(view, sketch, TASTE), reverse=True)
        anchor = [Plan("anchor")] if "anchor" in view["legal"] else []
        return [*anchor, *(plan for _, plan in found[: HEATS[0][0] - len(anchor)])]
    found = sorted(plans(sketch, view["seat"], TASTE), reverse=True)
    kinds = {plan.verb: plan for _, plan in reversed(found)}
    kept = list(dict.fromkeys([*kinds.values(), *(plan for _, plan in found)]))
    return kept[: HEATS[0][0]]


def _compared(running: list[Prospect], view: View, sketch: Sketch, worlds: int, chance: Random) -> list[Prospect]:
    totals = [prospect.total for prospect in running]
    tastes = [TASTE] * sketch.players
    for _ in range(worlds):
        world, luck = imagined(sketch, view, chance), chance.random()
        for number, prospect in enumerate(running):
            totals[number] += _outcome(world.copy(), prospect.plan, view, tastes, Random(luck))
    after = [
        Prospect(prospect.plan, total, prospect.worlds + worlds)
        for prospect, total in zip(running, totals, strict=True)
    ]
    return sorted(after, key=lambda prospect: -prospect.mean)


def _outcome(world: Sketch, plan: Plan, view: View, tastes: list[Taste], chance: Random) -> float:
    """By how much the seat comes out better than the others, in the mean and against the best of them."""
    seat: int = view["seat"]
    if plan.verb == "anchor":
        world.end_turn()
    else:
        carry_out(world, plan, tastes[seat], chance)
    play_on(world, TURNS, tastes, chance)
    others = [gained for other, gained in enumerate(world.gained) if other != seat]
    return world.gained[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)
