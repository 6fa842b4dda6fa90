"""Reviews a finished race: its dives gem by gem with the odds of each, the leaders' decisions, and the players' luck.

The odds of a gem follow from the bag just before it. A decision (draw on or stop) is weighed by its leader's
information at that time: the own hand, the possible hands of others, and the bag; never by the next gem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from . import odds
from .gems import GEMS, HAZARDS, NO_GEMS, Counts, place_of, plus, with_all
from .scenarios import Scenario
from .state import ONWARD, State

AHEAD: Final = 4
"""The number of gems to look ahead when weighing a decision; later ones change little."""
WORDS_REMEMBERED: Final = 2048
CLEAR: Final = 2.0
"""The least difference in points for a decision to count as clearly against the odds."""
GEM_TOLD: Final = frozenset({"told-gem", "told-warning", "told-hazard"})


class Stake(NamedTuple):
    """What a gem pays a player who is down when it is drawn, and what the gems of the bag pay on average."""

    seat: int
    points: int
    expected: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A gem of a dive. `step` is the number of actions after which it lay there.

    `chance` is that of its colour, `danger` that of a blue or black gem, `hazard` that of one to be answered. One that
    was laid on the wreck before (`laid`) was not drawn: no odds were against it.
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
    laid: bool = False

    @property
    def is_hazard(self) -> bool:
        """Whether it had to be answered."""
        return self.gem in HAZARDS and self.of_colour > 1


@dataclass(frozen=True, slots=True)
class Word:
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
class DiveStory:
    """A dive from the bell to its pay: who got how much, and who stayed down to the end."""

    number: int
    space: str
    tile: str
    leader: int
    begins: int
    """The step of the action that put the bell down."""
    ends: int
    """The step at which it was paid; that of the last action if it never was."""
    drawn: tuple[Drawn, ...] = ()
    words: tuple[Word, ...] = ()
    surfaced: tuple[int, ...] = ()
    paid: tuple[tuple[int, int], ...] = ()
    """Seats and points, leader first."""

    @property
    def gems(self) -> tuple[str, ...]:
        """The gems in the order drawn."""
        return tuple(one.gem for one in self.drawn)

    @property
    def against(self) -> bool:
        """Whether a word of its leader was clearly against the odds."""
        return any(word.against for word in self.words)


@dataclass(frozen=True, slots=True)
class Luck:
    """What the bag gave a player over all draws while down, and what it gives on average."""

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

    def after(self, drawn: Drawn, stake: Stake) -> Luck:
        """With one gem more."""
        return replace(
            self,
            draws=self.draws + 1,
            expected=self.expected + stake.expected,
            points=self.points + stake.points,
            dangers_expected=self.dangers_expected + drawn.danger,
            dangers=self.dangers + (drawn.gem in HAZARDS),
        )


def dives_of(moments: Sequence[State]) -> tuple[DiveStory, ...]:
    """The dives of a race; `states` begin with the fresh deal and end with the final state."""
    telling = _Telling(moments)
    for step in range(1, len(moments)):
        telling.hears(step)
    return tuple(telling.dives)


def luck_of(dives: Iterable[DiveStory], seats: int) -> tuple[Luck, ...]:
    """Each player's luck with the bag, by seat."""
    luck = [Luck(seat) for seat in range(seats)]
    for drawn in (one for dive in dives for one in dive.drawn if not one.laid):
        for stake in drawn.stakes:
            luck[stake.seat] = luck[stake.seat].after(drawn, stake)
    return tuple(luck)


@dataclass
class _Telling:
    """Collects the dives from the results of each action."""

    moments: Sequence[State]
    dives: list[DiveStory] = field(default_factory=list)
    bag: Counts = ()
    """As it was just before the sentence that is heard now."""

    def hears(self, step: int) -> None:
        """The results of the action before this step."""
        before, after = self.moments[step - 1], self.moments[step]
        self.bag = before.bag
        if before.phase == ONWARD and after.log[-1].text in ("draw", "stop"):
            self._changes(words=(*self.dives[-1].words, _word(before, step - 1, after.log[-1].text == "draw")))
        for sentence in after.told:
            self._hears(sentence.code, sentence.params, step)

    def _hears(self, code: str, params: Mapping[str, Any], step: int) -> None:
        if code == "told-dive":
            self._begins(params["seat"], params["space"], step)
        elif code in GEM_TOLD:
            self._gem(params["gem"], step)
        elif code == "told-surface":
            self._changes(surfaced=(*self.dives[-1].surfaced, params["seat"]))
        elif code == "told-pay":
            self._changes(paid=(*self.dives[-1].paid, (params["seat"], params["points"])), ends=step)

    def _begins(self, leader: int, space: str, step: int) -> None:
        """A dive may begin in the very action that ended another: then the gems of that one are in the bag again."""
        if self.dives and self.dives[-1].ends == step and self.dives[-1].paid:
            self.bag = self.moments[step].bag if self.moments[step].dive is None else self._returned(step)
        tile = self.moments[step - 1].tile(space)
        assert tile is not None, "dives are on tiles"
        self.dives.append(DiveStory(len(self.dives) + 1, space, tile.id, leader, step, len(self.moments) - 1))

    def _returned(self, step: int) -> Counts:
        """The bag before the dive that is under way drew from it."""
        dive = self.moments[step].dive
        assert dive is not None, "a dive is under way"
        return with_all(self.moments[step].bag, dive.gems)

    def _gem(self, gem: str, step: int) -> None:
        dive, before = self.dives[-1], self.moments[step - 1]
        site = before.site(dive.space)
        laid = not dive.drawn and site is not None and site.gem != ""
        drawn = Drawn(
            number=len(dive.drawn) + 1,
            gem=gem,
            of_colour=dive.gems.count(gem) + 1,
            step=step,
            chance=1.0 if laid else odds.chances(self.bag)[gem],
            danger=sum(odds.chances(self.bag)[hazard] for hazard in HAZARDS),
            hazard=odds.hazard_chance(self.bag, with_all(NO_GEMS, dive.gems)),
            stakes=() if laid else tuple(self._stakes(gem, step)),
            laid=laid,
        )
        self.bag = self.bag if laid else plus(self.bag, gem, -1)
        self._changes(drawn=(*dive.drawn, drawn))

    def _stakes(self, gem: str, step: int) -> Iterable[Stake]:
        total = sum(self.bag)
        for seat in self._down(step):
            worth = self._worth(seat, step)
            mean = sum(points * count for points, count in zip(worth, self.bag, strict=True)) / total
            yield Stake(seat, worth[place_of(gem)], mean)

    def _down(self, step: int) -> Iterable[int]:
        """The divers who are down when a gem comes up: those with a boat there who have not surfaced."""
        story, states = self.dives[-1], self.moments[step - 1 : step + 1]
        dives = [state.dive for state in states if state.dive and state.dive.space == story.space]
        divers = max((dive.divers for dive in dives), key=len, default=())
        over = self.moments[step].last_dive
        if not divers and over:  # It began and ended in this action.
            divers = tuple(paid.seat for paid in over.pay)
        return [seat for seat in divers if seat not in story.surfaced]

    def _worth(self, seat: int, step: int) -> Counts:
        """The pay of a gem of each colour to the seat, scouting spots included."""
        space, box = self.dives[-1].space, self.moments[step].box
        boats = (boat for state in self.moments[step - 1 : step + 1] for boat in state.fleets[seat].boats)
        spots = [boat.spot for boat in boats if boat.space == space and boat.spot]
        return odds.diver_with(box, spots, {}).points

    def _changes(self, **changes: Any) -> None:
        self.dives[-1] = replace(self.dives[-1], **changes)


def _word(state: State, step: int, went_on: bool) -> Word:
    """A leader's decision, weighed by the leader's information."""
    dive = state.dive
    assert dive is not None, "a leader has the word"
    view, rules = state.view(dive.leader), odds.rules_of_state(state)
    leader = odds.diver_of_view(view, dive.leader)
    share = 1 / (state.seats - 1)
    others = tuple((odds.diver_of_view(view, seat), share) for seat in dive.active if seat != dive.leader)
    alone = _weigh_with(state.bag, dive.counts, leader, (), rules)
    among = _weigh_with(state.bag, dive.counts, leader, others, rules)
    hazard, surface = _risk(state.bag, dive.counts, dive.counts, rules.gems_at_once, leader)
    chances = odds.chances(state.bag)
    return Word(step, len(dive.gems), went_on, chances, hazard, surface, alone.gain, among.gain)


@lru_cache(maxsize=WORDS_REMEMBERED)
def _weigh_with(
    bag: Counts, drawn: Counts, leader: odds.Diver, others: tuple[tuple[odds.Diver, float], ...], rules: Scenario
) -> odds.Values:
    """A cache of decisions' values: most variations of a race share its decisions, and each weighs them all."""
    return odds.weigh(bag, drawn, leader, others, rules, AHEAD // rules.gems_at_once)


def _risk(bag: Counts, begun: Counts, now: Counts, left: int, leader: odds.Diver) -> tuple[float, float]:
    """The probability that the next gems include a hazard, and that they include one that the leader cannot answer."""
    total = sum(bag)
    if not left or not total:
        hazard = any(now[place] > max(1, begun[place]) for place in map(place_of, HAZARDS))
        return float(hazard), 1 - odds.answered(leader, begun, now)
    hazards = surfaces = 0.0
    for gem, count in zip(GEMS, bag, strict=True):
        if count:
            risk = _risk(plus(bag, gem, -1), begun, plus(now, gem), left - 1, leader)
            hazards, surfaces = hazards + count / total * risk[0], surfaces + count / total * risk[1]
    return hazards, surfaces
