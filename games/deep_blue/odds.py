"""The bag's exact odds: the probabilities of the next gem, and the value of drawing it for a diver.

The bag's content is public, so every player may compute the odds. This module never sees the next gem: it works on
counts, which a View has too (`odds_of_view`).

    chances(bag)                    probability of each colour for the next gem
    hazard_chance(bag, drawn)       probability that the next gem must be answered
    weigh(bag, drawn, leader, …)    points of stopping now, and of drawing on and stopping when it is best
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from .component_sets import PREFIX, component_set, usual_set
from .components import Components
from .gems import GEMS, HAZARDS, JOKER, NO_GEMS, Counts, counted, place_of, with_all
from .scenarios import GEMS_OF_A_SET, SCENARIOS, Scenario

if TYPE_CHECKING:
    from ..contract import View
    from .state import State

BLUE, BLACK = map(place_of, HAZARDS)
ORDINARY = Scenario("ordinary")

Need = tuple[Counts, int, float]
"""A card that would score: gems it needs, number of any gems it needs, points."""


class Diver(NamedTuple):
    """A diver, as far as the odds matter. Protections may be fractions, where a player only may have one."""

    points: Counts
    """The final pay of each gem of a colour, scouting spots included."""
    needs: tuple[Need, ...] = ()
    blue: float = 0
    black: float = 0
    either: float = 0


class Values(NamedTuple):
    """Points still to win: by stopping now, by drawing once and stopping, and by drawing on as long as it is best."""

    stop: float
    once: float
    on: float

    @property
    def gain(self) -> float:
        """The advantage of drawing on over stopping (negative if worse)."""
        return self.on - self.stop


class Odds(NamedTuple):
    """The odds before a leader's decision: of each colour, of a hazard, of surfacing, and the values of the choices."""

    chances: Mapping[str, float]
    hazard: float
    surface: float
    values: Values


def chances(bag: Counts) -> dict[str, float]:
    """The chance of each colour for the next gem; all 0 for an empty bag."""
    total = sum(bag)
    return {gem: count / total if total else 0.0 for gem, count in zip(GEMS, bag, strict=True)}


def hazard_chance(bag: Counts, drawn: Counts) -> float:
    """The probability that the next gem must be answered: blue or black, and not the first of its colour."""
    total = sum(bag)
    return sum(bag[place] for place in (BLUE, BLACK) if drawn[place]) / total if total else 0.0


def surface_chance(bag: Counts, drawn: Counts, diver: Diver) -> float:
    """The chance that the next gem is one that the diver cannot answer."""
    total = sum(bag)
    fatal = 0.0
    for place in (BLUE, BLACK):
        if bag[place] and drawn[place]:
            means = (diver.blue if place == BLUE else diver.black) + diver.either
            fatal += bag[place] * (1 - min(1.0, means))
    return fatal / total if total else 0.0


def answered(diver: Diver, before: Counts, now: Counts) -> float:
    """The chance (1 or 0 with full information) that the diver can answer all hazards between two counts of gems."""
    missing = -diver.either
    for place, means in ((BLUE, diver.blue), (BLACK, diver.black)):
        hazards = max(0, now[place] - 1) - max(0, before[place] - 1)
        missing += max(0.0, hazards - means)
    return min(1.0, max(0.0, 1.0 - missing))


def weigh(
    bag: Counts,
    drawn: Counts,
    leader: Diver,
    others: Sequence[tuple[Diver, float]] = (),
    rules: Scenario = ORDINARY,
    depth: int | None = None,
) -> Values:
    """The values of stopping and of drawing on for a leader who is still down, after these gems.

    `others` are the other divers, each with the share of its points that counts against the leader's. The value is
    exact: it covers everything that the bag may give. With a `depth` the dive ends at the latest after that many draws.
    """
    return _Evaluation(bag, drawn, leader, tuple(others), rules).values(depth if depth is not None else sum(bag))


class _Evaluation:
    """The evaluation of one bag. Colours that make no difference to any diver are drawn as one."""

    def __init__(
        self, bag: Counts, drawn: Counts, leader: Diver, others: tuple[tuple[Diver, float], ...], rules: Scenario
    ) -> None:
        self.drawn, self.leader, self.others, self.rules = drawn, leader, others, rules
        self.bag = _merge_plain_colours(bag, (leader, *(diver for diver, _ in others)))
        self.cache: dict[tuple[Counts, int], float] = {}

    def values(self, depth: int) -> Values:
        stop, once = self._stop(NO_GEMS), self._draw_value(NO_GEMS, 0)
        return Values(stop, once, self._draw_value(NO_GEMS, depth - 1) if depth > 1 else once)

    def _draw_value(self, new: Counts, depth: int) -> float:
        """The value of drawing after `new` more gems than at the beginning, and then at most `depth` times more."""
        value = self.cache.get((new, depth))
        if value is None:
            value = self.cache[new, depth] = self._mean_over_draws(new, new, self.rules.gems_at_once, depth)
        return value

    def _mean_over_draws(self, before: Counts, new: Counts, left: int, depth: int) -> float:
        """The mean over all gems that may be drawn next, `left` of them in one go."""
        total = sum(self.bag) - sum(new)
        if not total or not left:
            return self._value_after_draw(before, new, depth)
        mean = 0.0
        for place, count in enumerate(self.bag):
            if count > new[place]:
                after = (*new[:place], new[place] + 1, *new[place + 1 :])
                mean += (count - new[place]) / total * self._mean_over_draws(before, after, left - 1, depth)
        return mean

    def _value_after_draw(self, before: Counts, new: Counts, depth: int) -> float:
        """The value after gems lie on the board: the cards they unlock, and the better of stopping and drawing on."""
        before, now = self._counts(before), self._counts(new)
        if answered(self.leader, self.drawn, now) < 1:
            return -self._of_others(before, now)
        worth = _unlocked_points(self.leader, before, now) - fsum(
            weight * _unlocked_points(diver, before, now) * answered(diver, self.drawn, now)
            for diver, weight in self.others
        )
        stop = self._stop(new)
        ends = depth <= 0 or sum(self.bag) == sum(new)
        return worth + (stop if ends else max(stop, self._draw_value(new, depth - 1)))

    def _stop(self, new: Counts) -> float:
        now = self._counts(new)
        sets = self.rules.leader_points_per_set * (sum(now) // GEMS_OF_A_SET)
        return _gems(self.leader, now) + sets - self._of_others(now, now)

    def _of_others(self, before: Counts, now: Counts) -> float:
        return fsum(
            weight * answered(diver, self.drawn, now) * (_gems(diver, now) + _unlocked_points(diver, before, now))
            for diver, weight in self.others
        )

    def _counts(self, new: Counts) -> Counts:
        return tuple([one + other for one, other in zip(self.drawn, new, strict=True)])


def _merge_plain_colours(bag: Counts, divers: Sequence[Diver]) -> Counts:
    """The bag, with worthless colours that no card needs merged into one."""
    plain = [
        place
        for place, gem in enumerate(GEMS)
        if gem not in HAZARDS
        and not any(diver.points[place] for diver in divers)
        and not any(need[place] for diver in divers for need, _, _ in diver.needs)
    ]
    counts = list(bag)
    for place in plain[1:]:
        counts[plain[0]] += counts[place]
        counts[place] = 0
    return tuple(counts)


def _gems(diver: Diver, counts: Counts) -> float:
    return fsum([points * count for points, count in zip(diver.points, counts, strict=True) if points])


def _unlocked_points(diver: Diver, before: Counts, now: Counts) -> float:
    """Points of the cards that `now` unlocks and `before` did not."""
    return fsum(
        [
            points
            for need, number, points in diver.needs
            if _enough(need, number, now) and not _enough(need, number, before)
        ]
    )


def _enough(need: Counts, number: int, counts: Counts) -> bool:
    return sum(counts) >= number and all(count >= needed for count, needed in zip(counts, need, strict=True))


# The divers and the bag, from a State or from a View


def odds(bag: Counts, drawn: Counts, leader: Diver, rules: Scenario = ORDINARY) -> Odds:
    """Return all odds before the leader's decision."""
    values = weigh(bag, drawn, leader, rules=rules)
    return Odds(chances(bag), hazard_chance(bag, drawn), surface_chance(bag, drawn, leader), values)


def diver_with(box: Components, spots: Sequence[str], cards: Mapping[str, float], more_per_card: int = 0) -> Diver:
    """The diver with boats on these spots and this many of each card in hand; a probability is a fraction of one."""
    scores = zip(GEMS, box.scouted, box.points, strict=True)
    means = {gem: float(spots.count(gem)) for gem in (*HAZARDS, JOKER)}
    needs: list[Need] = []
    for name, number in cards.items():
        card = box.cards[name]
        if card.protects:
            means[card.protects] += number
        if card.points:
            needs.append((card.needs, card.needs_any, number * (card.points + more_per_card)))
    points = tuple(scouted if gem in spots else plain for gem, scouted, plain in scores)
    return Diver(points, tuple(needs), means["blue"], means["black"], means[JOKER])


def likely_cards(sure: Sequence[str], maybe: Sequence[str], size: int) -> dict[str, float]:
    """The expected number of each card in a hand of this size, from public facts."""
    cards: dict[str, float] = dict(Counter(sure))
    for card in maybe:
        cards[card] = cards.get(card, 0.0) + (size - len(sure)) / len(maybe)
    return cards


def diver_of_view(view: View, seat: int) -> Diver:
    """A diver of the current dive: with its cards if they are the viewer's, else with the cards that it may hold."""
    spots = [boat["spot"] for boat in view["boats"][seat] if boat["space"] == view["dive"]["space"]]
    cards: Mapping[str, float] = (
        Counter(view["hand"])
        if seat == view["seat"]
        else likely_cards(view["sure"][seat], view["may_hold"][seat], view["hand_sizes"][seat])
    )
    return diver_with(box_named(view["components"]), spots, cards, rules_of_view(view).more_per_card)


def odds_of_view(view: View) -> Odds:
    """The odds for the leader of the dive under way; exact if the view is its own."""
    return odds(bag_of(view), drawn_of(view), diver_of_view(view, view["dive"]["leader"]), rules_of_view(view))


def bag_of(view: View) -> Counts:
    """The content of the bag."""
    return counted(view["bag"])


def drawn_of(view: View) -> Counts:
    """The gems drawn in the dive under way."""
    return with_all(NO_GEMS, view["dive"]["gems"])


def rules_of_state(state: State) -> Scenario:
    """The scenario's effect on the current dive."""
    tile = state.dive and state.tile(state.dive.space)
    return state.scenario if tile and tile.city else ORDINARY


def rules_of_view(view: View) -> Scenario:
    """The scenario's effect on the current dive."""
    city = box_named(view["components"]).tiles[view["dive"]["tile"]].city
    return SCENARIOS[view["mission"]] if city else ORDINARY


def box_named(name: str) -> Components:
    """The box that a view names."""
    return usual_set() if name == usual_set().name else component_set((f"{PREFIX}{name}",))
