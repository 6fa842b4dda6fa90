"""The bag's odds against everything that the bag may give, one order after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from games.deep_blue.bots.chart import at_least
from games.deep_blue.bots.forecast import forecast, safe
from games.deep_blue.gems import GEMS, NO_GEMS, Counts, counted, plus
from games.deep_blue.odds import (
    Diver,
    answered,
    chances,
    diver_of_view,
    diver_with,
    hazard_chance,
    likely_cards,
    odds,
    odds_of_view,
    rules_of_state,
    surface_chance,
    weigh,
)
from games.deep_blue.scenarios import SCENARIOS
from games.deep_blue.state import State
from tests.games.deep_blue.builders import dealt, on_turn, play, with_boats, with_gems, with_hand, with_tile

POINTS = (1, 2, 4, 0, 0, 0, 0)


def orders(bag: Counts) -> Iterator[tuple[str, ...]]:
    """Every order in which the gems of a bag may come, each equally likely."""
    gems = [gem for gem, count in zip(GEMS, bag, strict=True) for _ in range(count)]
    yield from permutations(gems)


def stopping_at(bag: Counts, drawn: Counts, diver: Diver, most: int) -> float:
    """The mean pay of a leader who draws so many gems, whatever they are, and then stops."""
    paid = []
    for order in orders(bag):
        now = drawn
        for gem in order[:most]:
            now = plus(now, gem)
            if not answered(diver, drawn, now):
                paid.append(0)
                break
        else:
            paid.append(sum(count * points for count, points in zip(now, diver.points, strict=True)))
    return sum(paid) / len(paid)


def at_its_best(bag: Counts, drawn: Counts, now: Counts, diver: Diver) -> float:
    """The mean pay of a leader who draws on or stops, whichever is better, by going through it gem by gem."""
    if not answered(diver, drawn, now):
        return 0.0
    stop = sum(count * points for count, points in zip(now, diver.points, strict=True))
    return max(float(stop), drawing_on(bag, drawn, now, diver)) if sum(bag) else float(stop)


def drawing_on(bag: Counts, drawn: Counts, now: Counts, diver: Diver) -> float:
    total = sum(bag)
    return sum(
        count / total * at_its_best(plus(bag, gem, -1), drawn, plus(now, gem), diver)
        for gem, count in zip(GEMS, bag, strict=True)
        if count
    )


def test_the_chance_of_each_colour_is_its_share_of_the_bag() -> None:
    bag = counted({"silver": 3, "black": 1})
    assert chances(bag) == {**dict.fromkeys(GEMS, 0.0), "silver": 0.75, "black": 0.25}
    assert chances(NO_GEMS) == dict.fromkeys(GEMS, 0.0)


def test_a_first_gem_of_a_colour_is_no_hazard() -> None:
    bag = counted({"silver": 2, "blue": 3, "black": 5})
    assert hazard_chance(bag, NO_GEMS) == 0.0
    assert hazard_chance(bag, counted({"black": 1})) == 0.5
    assert hazard_chance(bag, counted({"black": 1, "blue": 1})) == 0.8


def test_who_is_protected_need_not_surface() -> None:
    bag, drawn = counted({"silver": 2, "blue": 3, "black": 5}), counted({"blue": 1, "black": 1})
    assert surface_chance(bag, drawn, Diver(POINTS)) == pytest.approx(0.8)
    assert surface_chance(bag, drawn, Diver(POINTS, blue=1)) == pytest.approx(0.5)
    assert surface_chance(bag, drawn, Diver(POINTS, either=1)) == 0.0


@pytest.mark.parametrize(
    ("diver", "gems", "can"),
    [
        (Diver(POINTS), {"blue": 1, "black": 1}, True),
        (Diver(POINTS), {"blue": 2}, False),
        (Diver(POINTS, blue=1), {"blue": 2, "black": 1}, True),
        (Diver(POINTS, blue=2), {"black": 2}, False),
        (Diver(POINTS, black=1, either=1), {"blue": 2, "black": 2}, True),
        (Diver(POINTS, either=1), {"blue": 2, "black": 2}, False),
    ],
)
def test_hazards_are_answered_one_by_one(diver: Diver, gems: dict[str, int], can: bool) -> None:
    assert answered(diver, NO_GEMS, counted(gems)) == can


@pytest.mark.parametrize("diver", [Diver(POINTS), Diver(POINTS, blue=1), Diver((3, 2, 10, 0, 0, 0, 0), either=1)])
def test_weighing_agrees_with_going_through_all_orders(diver: Diver) -> None:
    bag = counted({"silver": 2, "gold": 1, "green": 1, "blue": 2, "black": 1})
    drawn = counted({"silver": 1, "red": 1, "blue": 1})
    values = weigh(bag, drawn, diver)
    assert values.stop == sum(count * points for count, points in zip(drawn, diver.points, strict=True))
    assert values.once == pytest.approx(stopping_at(bag, drawn, diver, 1))
    assert values.on == pytest.approx(drawing_on(bag, drawn, drawn, diver))
    assert values.on >= max(stopping_at(bag, drawn, diver, most) for most in (1, 2, 3)) - 1e-9


def test_a_depth_stops_sooner_and_so_pays_no_more() -> None:
    bag, diver = counted({"silver": 7, "gold": 3, "red": 1, "blue": 4, "black": 4}), Diver(POINTS, blue=1)
    worth = [weigh(bag, NO_GEMS, diver, depth=depth).on for depth in (1, 2, 4, 8)]
    assert worth == sorted(worth)
    assert weigh(bag, NO_GEMS, diver, depth=1).on == weigh(bag, NO_GEMS, diver).once


def test_cards_pay_when_they_are_unlocked_and_for_good() -> None:
    bag, need = counted({"green": 1, "blue": 1}), (counted({"green": 1}), 0, 8.0)
    values = weigh(bag, counted({"silver": 1, "blue": 1}), Diver(POINTS, (need,)))
    # Half of the time the occultist is played, and then it is best to stop; else the silver is lost.
    assert values.once == pytest.approx(0.5 * 9)
    assert values.on == pytest.approx(0.5 * 9)


def test_two_gems_come_at_once_in_troubled_waters() -> None:
    bag, drawn = counted({"silver": 2, "black": 1}), counted({"black": 1})
    once = weigh(bag, drawn, Diver(POINTS), rules=SCENARIOS["troubled-waters"]).once
    assert once == pytest.approx(2 / 3)  # Two silver in one of three pairs; else the leader has to surface.


def test_sets_of_gems_pay_an_efficient_leader() -> None:
    rules = SCENARIOS["efficiency-bonus"]
    assert weigh(counted({"green": 1}), counted({"green": 1, "purple": 1}), Diver(POINTS), rules=rules).once == 2.0


def test_others_who_stay_down_count_against_the_leader() -> None:
    bag, drawn = counted({"black": 1}), counted({"silver": 2, "black": 1})
    rival, leader = Diver((3, 2, 4, 0, 0, 0, 0)), Diver(POINTS, black=1)
    values = weigh(bag, drawn, leader, [(rival, 1.0)])
    assert values.stop == 2 - 6
    assert values.on == 2  # The rival cannot answer the second black gem.


def test_gems_of_one_colour_among_those_drawn() -> None:
    assert at_least(2, 4, 1, 1) == pytest.approx(0.5)
    assert at_least(2, 4, 2, 2) == pytest.approx(1 / 6)
    assert at_least(1, 4, 2, 3) == 0.0


@pytest.mark.parametrize("leader", [(0, 0, 0), (1, 0, 0), (1, 0, 1)])
def test_a_forecast_is_the_weighing_where_all_gems_pay_alike(leader: tuple[int, int, int]) -> None:
    bag = counted({"silver": 5, "blue": 2, "black": 2})
    diver = Diver((1, 0, 0, 0, 0, 0, 0), (), *leader)
    coming = forecast((5, 2, 2), leader, 1)
    assert sum(end.chance for end in coming.ends) == pytest.approx(1.0)
    assert coming.staying(leader, leads=True) == pytest.approx(weigh(bag, NO_GEMS, diver).on)
    assert all(end.failed != safe(leader, end.blue, end.black) for end in coming.ends)


def test_cards_that_may_be_in_hand_count_by_their_chance() -> None:
    assert likely_cards(("A", "A"), ("B", "C", "C"), 3) == {
        "A": 2,
        "B": pytest.approx(1 / 3),
        "C": pytest.approx(2 / 3),
    }


def diving() -> State:
    """Seat 0 leads at S1 on a blue spot with a guard in hand, seat 1 on gold; silver and black lie there."""
    state = with_tile(dealt(3, "reefs-ahead"), "S1", "W02")
    state = with_hand(on_turn(state, 0), 0, "CR_GUARD", "ST_GOLDHAND")
    state = with_boats(with_boats(state, 0, "S1:blue", "S6"), 1, "S1:gold", "S6")
    state = with_boats(state, 2, "S6", "S6")
    return play(with_gems(state, ["silver", "black"]), "0 dive S1", "0 draw")


def diver_at(state: State, seat: int) -> Diver:
    """A diver of the dive under way, with the cards that it really holds."""
    assert state.dive is not None
    fleet = state.fleets[seat]
    spots = [boat.spot for boat in fleet.boats if boat.space == state.dive.space]
    return diver_with(state.box, spots, Counter(fleet.hand), rules_of_state(state).more_per_card)


def test_odds_are_the_same_from_the_state_and_from_the_leaders_view() -> None:
    state = diving()
    assert state.dive is not None
    found = odds(state.bag, state.dive.counts, diver_at(state, 0), rules_of_state(state))
    assert found == odds_of_view(state.view(0))
    assert found.hazard == pytest.approx(3 / sum(state.bag))
    assert found.surface == 0.0
    assert diver_at(state, 1).points[1] == 5
    assert diver_of_view(state.view(0), 1).points[1] == 5
