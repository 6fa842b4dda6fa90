"""Bots of Deep Blue: they play to the end, by what they may know, and with some sense."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.bot import Bot
from games.deep_blue.bots import BOTS, CarefulBot, NavigatorBot, lookahead
from games.deep_blue.bots.chart import chart_of
from games.deep_blue.bots.heuristics import Weights, plans
from games.deep_blue.bots.playout import play_on
from games.deep_blue.bots.position import position_of, sampled_position
from games.deep_blue.state import State
from tests.games.deep_blue.builders import SCENARIOS, dealt, on_turn, play, with_boats, with_gems, with_hand, with_tile
from tests.games.deep_blue.playouts_scenes import other_world

pytestmark = pytest.mark.slow

SHORT = ((4, 1), (2, 1))
CAREFUL, NAVIGATOR = CarefulBot(), NavigatorBot()


@pytest.fixture
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The navigator thinks as it always does, over fewer sampled positions."""
    monkeypatch.setattr(lookahead, "HEATS", SHORT)
    monkeypatch.setattr(lookahead, "SAIL_HEATS", SHORT)


def chosen(bot: Bot, state: State, seat: int, chance: str = "chance") -> str | None:
    return bot.choose(state.view(seat), Random(chance))


def raced(bots: list[Bot], state: State) -> State:
    """The race to its end; every choice is one of those that are allowed."""
    while state.outcome is None:
        seat = min(state.waiting_on)
        text = chosen(bots[seat], state, seat, str(len(state.log)))
        assert text in state.view(seat)["legal"]
        state = state.apply(games.Action(seat, str(text)))
    return state


def test_the_one_to_offer_first_stands_in_front() -> None:
    assert list(BOTS) == ["navigator", "careful", "random"]
    assert [bot.explains for bot in BOTS.values()] == [True, False, False]


@pytest.mark.once
@pytest.mark.usefixtures("_in_a_hurry")
@pytest.mark.parametrize(("scenario", "players"), [(one, 2 + number % 4) for number, one in enumerate(SCENARIOS)])
def test_bots_play_every_scenario_to_its_end(scenario: str, players: int) -> None:
    kinds: list[Bot] = [NAVIGATOR, CAREFUL, BOTS["random"], CAREFUL, CAREFUL]
    state = raced(kinds[:players], dealt(players, scenario, "bots"))
    assert len(state.mosaic) == 4


@pytest.mark.parametrize("written", ["Best of the Best", "best_of_the_best"])
def test_a_scenario_is_the_same_however_a_record_writes_it(written: str) -> None:
    state, usual = (on_turn(dealt(3, name, "named"), 0) for name in (written, "best-of-the-best"))
    assert state.view(0)["mission"] == "best-of-the-best"
    assert chosen(CAREFUL, state, 0) == chosen(CAREFUL, usual, 0)


@pytest.mark.once
@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
@pytest.mark.parametrize("scenario", ["troubled-waters", "scattered-wealth", "storm-ahead"])
@pytest.mark.usefixtures("_in_a_hurry")
def test_a_choice_is_the_same_in_worlds_that_look_the_same(bot: Bot, scenario: str) -> None:
    state, chance = dealt(3, scenario, "worlds"), Random(1)
    while state.outcome is None:
        seat = min(state.waiting_on)
        text = chosen(bot, state, seat)
        if len(state.log) % 3 == 0:
            assert chosen(bot, state, seat) == text
            assert chosen(bot, other_world(state, seat, chance), seat) == text
        state = state.apply(games.Action(seat, str(text)))


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
def test_bots_are_silent_unless_waited_for(bot: Bot) -> None:
    state = dealt(3)
    others = [seat for seat in state.people if seat not in state.waiting_on]
    assert [chosen(bot, state, seat) for seat in others] == [None, None]


def leading(*gems: str, hand: tuple[str, ...] = ("ST_HELM",)) -> State:
    """Seat 0 leads a dive alone at S1, and these gems have come up."""
    state = with_tile(dealt(3, "reefs-ahead"), "S1", "W02")
    state = with_hand(on_turn(state, 0), 0, *hand)
    for seat, boats in enumerate((("S1:silver", "S6"), ("A5", "A5"), ("A9", "A9"))):
        state = with_boats(state, seat, *boats)
    state = play(with_gems(state, gems), "0 dive S1")
    while state.dive is not None and len(state.dive.gems) < len(gems):
        state = state.apply(games.Action(0, "draw" if state.phase == "onward" else "pass"))
    return state


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
class TestInTheWater:
    def test_goes_on_while_nothing_can_happen(self, bot: Bot) -> None:
        assert chosen(bot, leading("silver"), 0) == "draw"
        assert chosen(bot, leading("silver", "silver", "silver"), 0) == "draw"

    def test_stops_where_most_would_be_lost(self, bot: Bot) -> None:
        assert chosen(bot, leading("blue", "black", "red", "gold", "silver", "silver"), 0) == "stop"

    def test_goes_on_with_protections_in_hand(self, bot: Bot) -> None:
        hand = ("CR_GUARD", "CR_GUARD", "CR_OXYGEN", "CR_OXYGEN")
        assert chosen(bot, leading("blue", "black", "silver", "silver", hand=hand), 0) == "draw"

    def test_protects_a_rich_stake_with_a_card(self, bot: Bot) -> None:
        state = leading("red", "gold", "gold", "black", "black", hand=("CR_GUARD",))
        assert state.phase == "hazard"
        assert chosen(bot, state, 0) == "protect CR_GUARD"

    def test_plays_a_card_as_soon_as_it_scores(self, bot: Bot) -> None:
        state = leading("gold", hand=("ST_GOLDHAND", "ST_VESSEL"))
        assert chosen(bot, state, 0) == "play ST_GOLDHAND"


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
def test_takes_the_spot_of_a_protection_before_a_card(bot: Bot) -> None:
    state = with_tile(dealt(3, "reefs-ahead"), "S1", "W02")
    state = with_hand(on_turn(state, 0), 0, "CR_OXYGEN")
    for seat, boats in enumerate((("S1:blue", "S6"), ("A5", "A5"), ("A9", "A9"))):
        state = with_boats(state, seat, *boats)
    state = play(with_gems(state, ["red", "blue", "blue"]), "0 dive S1", "0 draw", "0 draw")
    assert chosen(bot, state, 0) == "protect blue"


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
def test_keeps_a_card_where_another_leads_and_nothing_is_at_stake(bot: Bot) -> None:
    state = with_tile(dealt(3, "reefs-ahead"), "S1", "W02")
    state = with_hand(with_hand(on_turn(state, 0), 0, "CR_GUARD"), 1, "CR_GUARD")
    for seat, boats in enumerate((("S1:blue", "S6"), ("S1", "A5"), ("A9", "A9"))):
        state = with_boats(state, seat, *boats)
    state = play(with_gems(state, ["black", "blue", "black"]), "0 dive S1", "0 draw", "0 draw", "0 protect CR_GUARD")
    assert chosen(bot, state, 1) == "surface"


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
def test_rests_where_nothing_else_can_be_done_well(bot: Bot) -> None:
    state = with_hand(on_turn(dealt(3), 0), 0, "ST_GOLDHAND")
    rested = state.fleets[0]._replace(rest=("ST_HELM", "ST_PURSER", "ST_VESSEL"))
    state = state.with_fleet(0, rested).evolve(market=("", "", "", ""), deck=())
    assert chosen(bot, state, 0) == "rest"


@pytest.mark.parametrize("bot", [CAREFUL, NAVIGATOR])
def test_sails_first_where_there_is_nobody_to_recruit(bot: Bot) -> None:
    state = dealt(4).evolve(market=("", "", "", ""), deck=())
    assert str(chosen(bot, state, state.turn)).split()[0] == "sail"


@pytest.mark.usefixtures("_in_a_hurry")
def test_the_navigator_says_why() -> None:
    state, said = dealt(3), set()
    while state.outcome is None:
        seat = min(state.waiting_on)
        view, chance = state.view(seat), str(len(state.log))
        text = str(NAVIGATOR.choose(view, Random(chance)))
        sentence = NAVIGATOR.explain(view, text, Random(chance))
        if sentence:
            assert "{" not in str(sentence)
            said.add(sentence.code)
        state = state.apply(games.Action(seat, text))
    assert {"bot-why-draw", "bot-why-stop", "bot-why-spot"} <= said
    assert said & {"bot-why-plan", "bot-why-plan-close"}


def test_imagined_worlds_agree_with_the_view() -> None:
    state = raced_for(dealt(4, "storm-ahead"), 60)
    for seat in state.people:
        view = state.view(seat)
        world = sampled_position(position_of(view), view, Random(seat))
        chart = chart_of(view["components"])
        names = [sorted(chart.crews[card].name for card in hand) for hand in world.hands]
        assert names[seat] == sorted(view["hand"])
        assert [len(hand) for hand in names] == list(view["hand_sizes"])
        known = [len(rest) + len(shown) for rest, shown in zip(world.rests, view["shown"], strict=True)]
        assert all(rest >= size for rest, size in zip(known, view["rest_sizes"], strict=True))
        assert len(world.deck) == view["deck_left"]
        cities = [tile for tile in world.tiles if tile >= 0 and chart.wrecks[tile].city]
        assert len(cities) == world.cities == 4 - len(view["mosaic"])


def raced_for(state: State, actions: int) -> State:
    for number in range(actions):
        seat = min(state.waiting_on)
        state = state.apply(games.Action(seat, str(chosen(CAREFUL, state, seat, str(number)))))
    return state


def test_a_position_is_played_to_its_end_and_its_copy_is_its_own() -> None:
    view = dealt(4).view(0)
    world = sampled_position(position_of(view), view, Random(1))
    before = [world.bag, list(world.tiles), list(world.hands), [list(boats) for boats in world.boats]]
    played = world.copy()
    play_on(played, 400, [Weights()] * 4, Random(1))
    assert played.cities == 0
    assert min(played.gained) > 0
    assert [world.bag, world.tiles, world.hands, world.boats] == before


def test_plans_are_such_as_the_rules_allow() -> None:
    state = raced_for(dealt(3), 40)
    while state.phase != "turn":
        state = raced_for(state, 1)
    view = state.view(state.turn)
    position = position_of(view)
    verbs = {plan.verb for _, plan in plans(position, state.turn, Weights())}
    assert verbs <= {"rest", "recruit", "sail", "dive"}
    assert ("rest" in verbs) == ("rest" in view["legal"])
