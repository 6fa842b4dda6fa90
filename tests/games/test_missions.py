"""Missions as facts, custom missions in a line, and setups that do not exist."""

from __future__ import annotations

import pytest

import games
from games.crew.planet_nine import PLANET_NINE
from games.crew.planet_nine.specials import SPECIALS
from games.sentences import TEMPLATES


def refused(mission: str, players: int = 4, **rest: object) -> str:
    with pytest.raises(games.UnknownSetup) as error:
        games.deal(games.Setup("planet-nine", mission, players, **rest))  # type: ignore[arg-type]
    return str(error.value)


def test_there_are_fifty_missions_and_these_conditions() -> None:
    missions = [PLANET_NINE.mission(text) for text in games.GAMES["planet-nine"].missions]
    assert len(missions) == 50
    assert sum(mission.tasks for mission in missions) == 198
    assert sum(len(mission.tokens) for mission in missions) == 57
    assert [int(m.text) for m in missions if m.dead_zone] == [6, 14, 21, 25, 29, 39]
    assert {int(m.text): m.disruption for m in missions if m.disruption} == {18: 2, 19: 3, 28: 3, 30: 2, 38: 3}
    assert [int(m.text) for m in missions if m.commander_decision] == [20, 27, 37]
    assert [int(m.text) for m in missions if m.commander_distribution] == [24, 32, 36, 43]
    assert all(int(m.text) >= 25 for m in missions if m.five_player_rule)


def test_every_special_condition_is_used_and_described() -> None:
    used = {name for text in games.GAMES["planet-nine"].missions for name in PLANET_NINE.mission(text).special}
    assert used == set(SPECIALS)
    assert set(SPECIALS) <= set(TEMPLATES)


def test_a_custom_mission_is_one_line() -> None:
    state = games.deal(games.Setup("planet-nine", "dead-zone tasks=5 disruption=2 tokens=1,2,omega", 4, "x"))
    view = state.view(0)
    assert [task["token"] for task in view["tasks"]] == ["1", "2", "omega", None, None]
    assert (view["communication"], view["communication_from"]) == ("dead-zone", 2)


def test_its_normal_form_has_the_order_of_the_mission_file() -> None:
    text = "nines_win_no_trick dead-zone tokens=1,omega tasks=5"
    normal = "tasks=5 tokens=1,omega dead-zone special=nines-win-no-trick"
    assert games.GAMES["planet-nine"].mission_text(text) == normal
    assert games.GAMES["planet-nine"].mission_text(normal) == normal
    for same in ("tasks=0 nines-win-no-trick", "special=nines-win-no-trick times=1", "nines_win_no_trick"):
        assert games.GAMES["planet-nine"].mission_text(same) == "special=nines-win-no-trick"
    assert normal in str(games.describe(games.Setup("planet-nine", text, 4)))


def test_a_custom_mission_may_have_several_special_conditions() -> None:
    mission = PLANET_NINE.mission("balanced-tricks tasks=2 nines-win-no-trick")
    assert mission.special == ("nines-win-no-trick", "balanced-tricks")
    assert mission.text == "tasks=2 special=nines-win-no-trick,balanced-tricks"
    text = str(games.describe(games.Setup("planet-nine", mission.text, 4)))
    assert "Never win a trick with a 9" in text
    assert "two tricks ahead" in text


@pytest.mark.parametrize(
    ("mission", "why"),
    [
        ("51", "has no mission “51”. Choose from 1 to 50"),
        ("0", "has no mission “0”"),
        ("", "has no mission “”"),
        ("tasks=5 hard", "“hard” doesn’t describe a mission. Use these words: tasks, tokens"),
        ("tasks=many", "“tasks=many” doesn’t describe a mission"),
        ("tasks=3 tasks=4", "“tasks” appears twice"),
        ("tasks=3 tokens=7", "“7” isn’t a task token"),
        ("tasks=3 tokens=1,1", "only one “1” token"),
        ("tasks=1 tokens=1,2", "can’t be more tokens (2) than tasks (1)"),
        ("tasks=3 tokens=4", "Token “4” needs more tasks: the mission has only 3"),
        ("tasks=3 tokens=3,omega", "Token “3” needs more tasks"),
        ("dead-zone", "at least one task or special condition"),
        ("tasks=0", "at least one task"),
        ("tasks=37", "37 tasks are too many"),
        ("tasks=3 disruption=1", "choose a trick from 2 to 13, not 1"),
        ("tasks=3 disruption=14", "choose a trick from 2 to 13, not 14"),
        ("tasks=3 commander-decision commander-distribution", "not both"),
        ("tasks=3 omega-in-the-last-trick", "add “tokens=omega”"),
        ("may-swap-two-tokens", "add at least one task"),
        ("commander-decision nines-win-no-trick", "The captain has nothing to assign"),
        ("tasks=2 times=2", "“times” goes with “colour-ones-win-tricks”"),
        ("tasks=٣", "“tasks=٣” doesn’t describe a mission"),
        ("tasks=" + "9" * 5000, "doesn’t describe a mission"),
        ("tasks=3\ntokens=1", "mission must be one line"),
        ("tasks=3 # three", "mission must be one line"),
        (" 12", "mission must be one line"),
        ("tasks=3 special=nonsense", "“special=nonsense” doesn’t describe a mission"),
        ("tasks=3 balanced-tricks balanced-tricks", "“balanced-tricks” appears twice"),
        ("chosen-player-wins-no-trick special=chosen-player-cannot-communicate tasks=2", "only one"),
        ("tasks=3 may-swap-two-tokens", "needs two tokens"),
        ("tasks=2 tokens=1,2 may-move-one-token", "a task without one"),
        ("tasks=4 tokens=1,2 may-swap-two-tokens commander-decision", "works only when players choose their tasks"),
    ],
)
def test_missions_that_do_not_exist(mission: str, why: str) -> None:
    assert why in refused(mission)


def test_setups_that_do_not_exist() -> None:
    assert "for 2 to 5 players, not 6" in refused("1", 6)
    assert "“fog” isn’t an option" in refused("1", options=("fog",))
    assert "appears twice" in refused("1", options=("distress-active", "distress-active"))
    assert "is for 3 players, not 4" in refused("1", options=("three-player-challenge",))
    assert "27" in refused("tasks=28", 3, options=("three-player-challenge",))
    assert "must be one line" in refused("1", seed="a#b")
    assert "must be one line" in refused("1", seed="a\nb")
    assert "A setup’s seed must be one line" in refused("1", seed="\udcff")
    assert "A setup’s deal must be one line" in refused("1", deal="P1\ngame: chess")
    assert "not both" in refused("1", seed="a", deal="P1")
    with pytest.raises(games.UnknownSetup, match=r"no game “chess” here\. Choose from: planet-nine"):
        games.deal(games.Setup("chess", "1", 2))


@pytest.mark.parametrize("mission", games.GAMES["planet-nine"].missions)
def test_every_mission_is_described(mission: str) -> None:
    for players in (2, 3, 4, 5):
        description = games.describe(games.Setup("planet-nine", mission, players))
        assert str(description).startswith(f"Planet Nine, mission {mission}, for {players} players.")
        assert len(description.parts) > 1
        assert description.code == "mission"
        assert description.params["mission"] == mission
        assert description.params["players"] == players


def test_a_description_carries_the_facts() -> None:
    facts = games.describe(games.Setup("planet-nine", "28", 5)).params
    assert (facts["tasks"], facts["tokens"], facts["disruption"]) == (6, ("1", "omega"), 3)
    assert facts["special"] == ()


def test_a_description_says_all_the_conditions() -> None:
    text = str(games.describe(games.Setup("planet-nine", "28", 5)))
    for word in ("6 tasks", "token 1", "Ω", "before trick 3", "hand one task"):
        assert word in text


def test_errors_carry_a_code_and_params() -> None:
    with pytest.raises(games.UnknownSetup) as error:
        games.deal(games.Setup("planet-nine", "99", 4))
    assert error.value.code == "mission-number"
    assert error.value.params["mission"] == "99"
    assert isinstance(error.value, ValueError)
