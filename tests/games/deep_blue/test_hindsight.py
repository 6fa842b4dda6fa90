"""A race looked back at: dives with the odds of every gem, leaders' decisions weighed, and luck."""

from __future__ import annotations

from itertools import accumulate, pairwise
from pathlib import Path

import pytest

import games
from games.contract import Action
from games.deep_blue import hindsight
from games.deep_blue.gems import HAZARDS, TREASURES, place_of
from games.deep_blue.hindsight import DiveReview, dives_of, luck_of
from games.deep_blue.state import State
from tests.games.deep_blue.builders import with_bag, with_gems, wreck

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("deep-blue-*.txt"))[::5]
SCATTERED = next((Path(__file__).parents[2] / "records").glob("deep-blue-03-*.txt"))
GREEN, ORANGE, YELLOW = 0, 1, 2
HANDS = ("ST_GOLDHAND CR_RUBY_B", "ST_GOLDHAND CR_OCCULT CR_OXYGEN ST_VESSEL", "ST_GOLDHAND")
WORKED = (
    *("0 dive A1", "0 stay", "0 play ST_GOLDHAND", "1 play ST_GOLDHAND", "2 play ST_GOLDHAND"),
    *("0 draw", "0 draw", "0 draw", "1 play CR_OCCULT", "0 draw", "0 draw", "0 play CR_RUBY_B", "0 draw", "0 draw"),
    *("0 protect blue", "1 protect CR_OXYGEN", "1 play ST_VESSEL", "0 stop"),
)


def moments_after(state: State, *texts: str) -> list[State]:
    """The state, and each after one of these actions."""
    actions = (Action(int(text[0]), text[2:]) for text in texts)
    return list(accumulate(actions, lambda before, action: before.apply(action), initial=state))


def worked() -> DiveReview:
    """The dive of the rulebook, in a bag of 20 gems."""
    state = wreck("W07", "blue @B8", "gold", "red", hands=HANDS, gems="gold silver blue green gold red black blue")
    state = with_bag(state, silver=7, gold=3, red=1, green=1, blue=4, black=4)
    (dive,) = dives_of(moments_after(state, *WORKED))
    return dive


def moments(record: games.Record) -> list[State]:
    dealt = games.deal(record.setup)
    assert isinstance(dealt, State)
    return list(accumulate(record.actions, lambda state, action: state.apply(action), initial=dealt))


def test_the_worked_dive_is_told_gem_by_gem() -> None:
    dive = worked()
    assert dive.gems == ("gold", "silver", "blue", "green", "gold", "red", "black", "blue")
    assert [round(one.chance * left) for one, left in zip(dive.drawn, range(20, 12, -1), strict=True)] == [
        *(3, 7, 4, 1, 2, 1, 4, 3)
    ]
    assert (dive.surfaced, dive.paid) == ((YELLOW,), ((GREEN, 18), (ORANGE, 29), (YELLOW, 2)))


def test_the_last_gem_was_the_only_hazard_and_had_odds() -> None:
    *earlier, last = worked().drawn
    assert not any(one.is_hazard for one in earlier)
    assert last.is_hazard
    assert last.of_colour == 2
    assert last.hazard == pytest.approx(6 / 13)  # 3 blue and 3 black among 13


def test_each_sees_what_a_gem_is_worth_to_them() -> None:
    stakes = worked().drawn[0].stakes
    assert [(stake.seat, stake.points) for stake in stakes] == [(GREEN, 2), (ORANGE, 5), (YELLOW, 2)]
    silver, gold, red = 7 / 20, 3 / 20, 1 / 20
    plain, on_gold, on_red = silver + 2 * gold + 4 * red, silver + 5 * gold + 4 * red, silver + 2 * gold + 10 * red
    assert [stake.expected for stake in stakes] == pytest.approx([plain, on_gold, on_red])


def test_words_are_weighed_by_what_was_known_not_by_what_came() -> None:
    state = wreck("W07", "blue", hands=("", "", ""), gems="silver")
    first = moments_after(with_bag(state, silver=3, gold=2, black=2), "0 dive A1")
    codes = []
    for gem in ("gold", "black"):
        lucky = with_gems(first[-1], [gem])
        ((one,),) = ([dive.decisions for dive in dives_of([*first[:-1], *moments_after(lucky, "0 draw")])],)
        codes.append(one[0])
    assert codes[0] == codes[1]


def test_a_word_clearly_against_the_odds_is_marked() -> None:
    state = wreck("W07", "gold", hands=("", "", ""), gems="gold gold black black")
    bag = with_bag(state, gold=4, black=3)
    dive = dives_of(moments_after(bag, "0 dive A1", "0 draw", "0 draw", "0 draw"))[0]
    assert [decision.went_on for decision in dive.decisions] == [True, True, True]
    assert [decision.against for decision in dive.decisions] == [False, False, True]
    last = dive.decisions[-1]
    assert last.surface == pytest.approx(2 / 4)
    assert last.gain < -hindsight.CLEAR


def test_two_gems_at_a_time_have_the_odds_of_two() -> None:
    state = wreck("W12", "red", hands=("", "", ""), gems="silver silver", scenario="troubled-waters")
    moments = moments_after(with_bag(state, silver=4, black=2), "0 dive A1", "0 stop")
    ((decision,),) = (dive.decisions for dive in dives_of(moments))
    assert [decision.hazard, decision.surface] == pytest.approx([1 / 6, 1 / 6])  # both black: 2/4 of 1/3


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_whole_races_are_told_without_a_gap(path: Path) -> None:
    record = games.Record.parse(path.read_text(encoding="utf-8"))
    states = moments(record)
    dives = dives_of(states)
    ended = [after.last_dive for before, after in pairwise(states) if after.last_dive is not before.last_dive]
    assert [dive.gems for dive in dives] == [over.gems for over in ended if over]
    assert [dive.paid for dive in dives] == [tuple((one.seat, one.total) for one in over.pay) for over in ended if over]
    assert all(set(dive.surfaced) == {one.seat for one in over.pay if not one.stayed}
               for dive, over in zip(dives, ended, strict=True) if over)  # fmt: skip
    words = [action for action in record.actions if action.text in ("draw", "stop")]
    assert sum(len(dive.decisions) for dive in dives) == len(words)
    scores = [sum(dict(dive.paid).get(seat, 0) for dive in dives) for seat in range(record.setup.players)]
    assert states[-1].outcome is not None
    assert scores == list(states[-1].outcome.scores or ())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_odds_are_those_of_the_bag(path: Path) -> None:
    """The bag that is followed through the sentences ends where the engine's does."""
    states = moments(games.Record.parse(path.read_text(encoding="utf-8")))
    for dive in dives_of(states):
        before, after = states[dive.drawn[-1].step - 1], states[dive.drawn[-1].step]
        last = dive.drawn[-1]
        if after.dive and not last.from_wreck and len(dive.drawn) == len(after.dive.gems):
            bag = after.bag[place_of(last.gem)] + 1, sum(after.bag) + 1
            assert last.chance == pytest.approx(bag[0] / bag[1]), (dive.number, before.phase)


def test_luck_adds_up_and_leaves_out_gems_that_nobody_drew() -> None:
    record = games.Record.parse(SCATTERED.read_text(encoding="utf-8"))  # Scattered Wealth: gems lie on wrecks.
    dives = dives_of(moments(record))
    assert any(dive.drawn[0].from_wreck for dive in dives)
    luck = luck_of(dives, record.setup.players)
    drawn = [one for dive in dives for one in dive.drawn if not one.from_wreck]
    assert sum(one.draws for one in luck) == sum(len(one.stakes) for one in drawn)
    assert sum(one.dangers for one in luck) == sum(len(one.stakes) for one in drawn if one.gem in HAZARDS)
    assert all(one.points == 0 or one.draws for one in luck)
    assert {stake.points for one in drawn if one.gem not in TREASURES for stake in one.stakes} == {0}
