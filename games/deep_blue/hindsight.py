"""Reviews a finished race: its dives gem by gem with the odds of each, the leaders' decisions, and the players' luck.

The odds of a gem follow from the bag just before it. A decision (draw on or stop) is weighed by its leader's
information at that time: the own hand, the possible hands of others, and the bag; never by the next gem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import fsum
from typing import Any, Final, NamedTuple

from . import odds
from .gems import GEMS, HAZARDS, NO_GEMS, Counts, place_of, plus, with_all
from .scenarios import Scenario
from .state import ONWARD, State

AHEAD: Final = 4
"""The number of gems to look ahead when weighing a decision; later ones change little."""
CACHED_DECISIONS: Final = 2048
CLEAR: Final = 2.0
"""The least difference in points for a decision to count as clearly against the odds."""
GEM_CODES: Final = frozenset({"effect-gem", "effect-warning", "effect-hazard"})


class Stake(NamedTuple):
    """The pay of a gem to a player who is down when it is drawn, and the average pay of the gems of the bag."""

    seat: int
    points: int
    expected: float


@dataclass(frozen=True, slots=True)
class DrawnGem:
    """A gem of a dive. `step` is the number of actions after which it lay there.

    `chance` is that of its colour, `danger` that of a blue or black gem, `hazard` that of one to be answered. One that
    lay on the wreck before the dive (`from_wreck`) was not drawn: it has no odds.
    """

    number: int
    gem: str
    of_colour: int
    """It is the first, second … of its colour in this dive."""
    step: int
    chance: float
    danger: float
    hazard: float
    stakes: tuple[Stake, ...] = ()
    from_wreck: bool = False

    @property
    def is_hazard(self) -> bool:
        """Whether it had to be answered."""
        return self.gem in HAZARDS and self.of_colour > 1


@dataclass(frozen=True, slots=True)
class LeaderDecision:
    """A leader's decision after this many gems: drawing on or stopping, and the odds of the next gem.

    `gain` is by how many points the leader could expect more from drawing on than from stopping; `lead` subtracts what
    the others get. `against` says that by both the decision was clearly the worse one.
    """

    step: int
    """The number of actions before it."""
    gems: int
    went_on: bool
    chances: Mapping[str, float]
    hazard: float
    """The probability that the next draw includes a hazard that must be answered."""
    surface: float
    """The chance that the leader cannot answer it."""
    gain: float
    lead: float

    @property
    def against(self) -> bool:
        """Whether it was clearly against the odds."""
        worse = (-self.gain, -self.lead) if self.went_on else (self.gain, self.lead)
        return min(worse) >= CLEAR


@dataclass(frozen=True, slots=True)
class DiveReview:
    """A dive from the bell to its pay: who got how much, and who stayed down to the end."""

    number: int
    space: str
    tile: str
    leader: int
    first_step: int
    """The step of the action that put the bell down."""
    last_step: int
    """The step at which it was paid; that of the last action if it never was."""
    drawn: tuple[DrawnGem, ...] = ()
    decisions: tuple[LeaderDecision, ...] = ()
    surfaced: tuple[int, ...] = ()
    paid: tuple[tuple[int, int], ...] = ()
    """Seats and points, leader first."""

    @property
    def gems(self) -> tuple[str, ...]:
        """The gems in the order drawn."""
        return tuple(one.gem for one in self.drawn)

    @property
    def against(self) -> bool:
        """Whether a decision of its leader was clearly against the odds."""
        return any(decision.against for decision in self.decisions)


@dataclass(frozen=True, slots=True)
class Luck:
    """The pay of the bag to a player over all draws while down, and its average."""

    seat: int
    draws: int = 0
    expected: float = 0.0
    points: int = 0
    dangers_expected: float = 0.0
    dangers: int = 0

    @property
    def surplus(self) -> float:
        """Points of gems beyond the expected value."""
        return self.points - self.expected

    def after(self, drawn: DrawnGem, stake: Stake) -> Luck:
        """With one gem more."""
        return replace(
            self,
            draws=self.draws + 1,
            expected=self.expected + stake.expected,
            points=self.points + stake.points,
            dangers_expected=self.dangers_expected + drawn.danger,
            dangers=self.dangers + (drawn.gem in HAZARDS),
        )


def dives_of(states: Sequence[State]) -> tuple[DiveReview, ...]:
    """The dives of a race; `states` begin with the deal and end with the final state."""
    collector = _DiveCollector(states)
    for step in range(1, len(states)):
        collector.add_step(step)
    return tuple(collector.dives)


def luck_of(dives: Iterable[DiveReview], seats: int) -> tuple[Luck, ...]:
    """Each player's luck with the bag, by seat."""
    luck = [Luck(seat) for seat in range(seats)]
    for drawn in (one for dive in dives for one in dive.drawn if not one.from_wreck):
        for stake in drawn.stakes:
            luck[stake.seat] = luck[stake.seat].after(drawn, stake)
    return tuple(luck)


@dataclass
class _DiveCollector:
    """Collects the dives from the sentences of each action."""

    states: Sequence[State]
    dives: list[DiveReview] = field(default_factory=list)
    bag: Counts = ()
    """The bag just before the current sentence."""

    def add_step(self, step: int) -> None:
        """Adds the sentences of the action before this step."""
        before, after = self.states[step - 1], self.states[step]
        self.bag = before.bag
        if before.phase == ONWARD and after.log[-1].text in ("draw", "stop"):
            decision = _decision(before, step - 1, went_on=after.log[-1].text == "draw")
            self._update(decisions=(*self.dives[-1].decisions, decision))
        for sentence in after.sentences:
            self._add_sentence(sentence.code, sentence.params, step)

    def _add_sentence(self, code: str, params: Mapping[str, Any], step: int) -> None:
        if code == "effect-dive":
            self._begin_dive(params["seat"], params["space"], step)
        elif code in GEM_CODES:
            self._add_gem(params["gem"], step)
        elif code == "effect-surface":
            self._update(surfaced=(*self.dives[-1].surfaced, params["seat"]))
        elif code == "effect-pay":
            self._update(paid=(*self.dives[-1].paid, (params["seat"], params["points"])), last_step=step)

    def _begin_dive(self, leader: int, space: str, step: int) -> None:
        """A dive may begin in the very action that ended another: then the gems of that one are in the bag again."""
        if self.dives and self.dives[-1].last_step == step and self.dives[-1].paid:
            self.bag = self.states[step].bag if self.states[step].dive is None else self._bag_before_dive(step)
        tile = self.states[step - 1].tile(space)
        assert tile is not None, "dives are on tiles"
        self.dives.append(DiveReview(len(self.dives) + 1, space, tile.id, leader, step, len(self.states) - 1))

    def _bag_before_dive(self, step: int) -> Counts:
        """The bag before the current dive drew from it."""
        dive = self.states[step].dive
        assert dive is not None, "the dive is not over"
        return with_all(self.states[step].bag, dive.gems)

    def _add_gem(self, gem: str, step: int) -> None:
        dive, before = self.dives[-1], self.states[step - 1]
        site = before.site(dive.space)
        from_wreck = not dive.drawn and site is not None and site.gem != ""
        drawn = DrawnGem(
            number=len(dive.drawn) + 1,
            gem=gem,
            of_colour=dive.gems.count(gem) + 1,
            step=step,
            chance=1.0 if from_wreck else odds.chances(self.bag)[gem],
            danger=fsum(odds.chances(self.bag)[hazard] for hazard in HAZARDS),
            hazard=odds.hazard_chance(self.bag, with_all(NO_GEMS, dive.gems)),
            stakes=() if from_wreck else tuple(self._stakes(gem, step)),
            from_wreck=from_wreck,
        )
        self.bag = self.bag if from_wreck else plus(self.bag, gem, -1)
        self._update(drawn=(*dive.drawn, drawn))

    def _stakes(self, gem: str, step: int) -> Iterable[Stake]:
        total = sum(self.bag)
        for seat in self._divers_down(step):
            worth = self._worth(seat, step)
            mean = fsum(points * count for points, count in zip(worth, self.bag, strict=True)) / total
            yield Stake(seat, worth[place_of(gem)], mean)

    def _divers_down(self, step: int) -> Iterable[int]:
        """The divers who are down when a gem comes up: those with a boat there who have not surfaced."""
        story, states = self.dives[-1], self.states[step - 1 : step + 1]
        dives = [state.dive for state in states if state.dive and state.dive.space == story.space]
        divers = max((dive.divers for dive in dives), key=len, default=())
        over = self.states[step].last_dive
        if not divers and over:  # It began and ended in this action.
            divers = tuple(paid.seat for paid in over.pay)
        return [seat for seat in divers if seat not in story.surfaced]

    def _worth(self, seat: int, step: int) -> Counts:
        """The pay of a gem of each colour to the seat, scouting spots included."""
        space, box = self.dives[-1].space, self.states[step].box
        boats = (boat for state in self.states[step - 1 : step + 1] for boat in state.fleets[seat].boats)
        spots = [boat.spot for boat in boats if boat.space == space and boat.spot]
        return odds.diver_with(box, spots, {}).points

    def _update(self, **changes: Any) -> None:
        self.dives[-1] = replace(self.dives[-1], **changes)


def _decision(state: State, step: int, *, went_on: bool) -> LeaderDecision:
    """A leader's decision, weighed by the leader's information."""
    dive = state.dive
    assert dive is not None, "a leader decides"
    view, rules = state.view(dive.leader), odds.rules_of_state(state)
    leader = odds.diver_of_view(view, dive.leader)
    share = 1 / (state.seats - 1)
    others = tuple((odds.diver_of_view(view, seat), share) for seat in dive.active if seat != dive.leader)
    alone = _weigh_with(state.bag, dive.counts, leader, (), rules)
    among = _weigh_with(state.bag, dive.counts, leader, others, rules)
    hazard, surface = _risk(state.bag, dive.counts, dive.counts, rules.gems_at_once, leader)
    chances = odds.chances(state.bag)
    return LeaderDecision(step, len(dive.gems), went_on, chances, hazard, surface, alone.gain, among.gain)


@lru_cache(maxsize=CACHED_DECISIONS)
def _weigh_with(
    bag: Counts, drawn: Counts, leader: odds.Diver, others: tuple[tuple[odds.Diver, float], ...], rules: Scenario
) -> odds.Values:
    """A cache of decisions' values: most variations of a race share its decisions, and each weighs them all."""
    return odds.weigh(bag, drawn, leader, others, rules, AHEAD // rules.gems_at_once)


def _risk(bag: Counts, before: Counts, now: Counts, left: int, leader: odds.Diver) -> tuple[float, float]:
    """The probability that the next gems include a hazard, and that they include one that the leader cannot answer."""
    total = sum(bag)
    if not left or not total:
        hazard = any(now[place] > max(1, before[place]) for place in map(place_of, HAZARDS))
        return float(hazard), 1 - odds.answered(leader, before, now)
    hazards = surfaces = 0.0
    for gem, count in zip(GEMS, bag, strict=True):
        if count:
            risk = _risk(plus(bag, gem, -1), before, plus(now, gem), left - 1, leader)
            hazards, surfaces = hazards + count / total * risk[0], surfaces + count / total * risk[1]
    return hazards, surfaces
