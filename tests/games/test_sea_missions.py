"""Deep Sea's missions as they stand in the file, custom ones, and how their tasks are drawn."""

from __future__ import annotations

from collections import Counter

import pytest

import games
from games.crew.deep_sea import DEEP_SEA
from games.crew.deep_sea.drawing import drawn
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.deep_sea.ways import Table, can_be_shared
from games.shuffle import Stream
from tests.games.builders import dealt, sea, spell

FOUR = Table(4, 4, 10)
DECK = [f"T{number}" for number in range(1, 97)]


def setup(mission: str, players: int = 4, **more: object) -> games.Setup:
    return games.Setup("deep-sea", mission, players, **{"seed": "sea", **more})  # type: ignore[arg-type]


def names(state: games.State) -> list[str]:
    return [task["task"] for task in state.view(None).as_dict()["tasks"]]


def total(tasks: list[str], players: int) -> int:
    return sum(TASK_CARDS[name].difficulty(players) for name in tasks)


def refused(mission: str, players: int = 4, **more: object) -> str:
    with pytest.raises(games.UnknownSetup) as refusal:
        games.deal(setup(mission, players, **more))
    return str(refusal.value)


def test_the_logbook_has_its_thirty_two_missions() -> None:
    missions = [DEEP_SEA.mission(number) for number in DEEP_SEA.missions]
    assert DEEP_SEA.missions == tuple(str(number) for number in range(1, 33))
    assert sum(mission.difficulty or 0 for mission in missions) == 212
    assert Counter(mission.way for mission in missions) == {
        "usual": 18, "free-selection": 5, "volunteers": 4, "captain-or-one-willing": 2, "one-agreed": 1,
        "captain-takes-hardest": 1, "captain-skipped": 1,
    }  # fmt: skip
    assert [mission.text for mission in missions if mission.real_time] == ["14", "15", "16", "26"]
    assert [mission.text for mission in missions if mission.special] == ["8", "12", "21", "23", "27"]
    assert [mission.text for mission in missions if mission.unfamiliar_terrain] == [
        "20", "21", "22", "23", "24", "25", "26", "27",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(1, 33))
def test_every_mission_draws_its_exact_difficulty(number: int, players: int) -> None:
    mission = DEEP_SEA.mission(str(number))
    for seed in range(6):
        state = dealt(setup(str(number), players, seed=f"draw/{seed}"))
        if mission.difficulty is not None:
            assert total(names(state), players) == mission.difficulty
        assert len(set(names(state))) == len(names(state))
        assert can_be_shared(mission, tuple(names(state)), len(names(state)), Table(players, max(players, 3), 10))


@pytest.mark.parametrize("number", [*range(1, 35), 60])
def test_every_mission_is_explained_in_sentences(number: int) -> None:
    for players in (2, 3, 4, 5):
        for options in ((), ("untimed",)):
            text = str(games.describe(setup(str(number), players, options=options)))
            assert text.startswith(f"Deep Sea, mission {number}, for {players} players.")
            assert "{" not in text


def test_the_epilogue_has_no_end_but_the_tasks() -> None:
    assert DEEP_SEA.mission("33").difficulty == 18
    assert DEEP_SEA.mission("40").difficulty == 25
    assert DEEP_SEA.mission("40").way == "free-selection"
    assert "No tasks add up to a difficulty of exactly 985" in refused("1000")


def test_tasks_too_hard_for_what_is_left_are_skipped() -> None:
    # The rulebook's example: 2 + 1 are drawn for a difficulty of 5, so a 3 is skipped and the next 2 taken.
    deck = ["T23", "T16", "T22", "T84"]
    assert [TASK_CARDS[name].difficulty(4) for name in deck] == [2, 1, 4, 2]
    assert drawn(DEEP_SEA.mission("5"), deck, FOUR) == ("T23", "T16", "T84")
    assert drawn(DEEP_SEA.mission("5"), deck[:3], FOUR) is None


def test_the_last_revealed_of_two_that_clash_is_replaced() -> None:
    # The rulebook's example (p. 13): the first trick, and the first two tricks, by two different members.
    deck = ["T79", "T78", "T16", "T17"]
    mission = DEEP_SEA.mission("difficulty=2")
    assert drawn(mission, deck, FOUR) == ("T79", "T16")
    assert drawn(DEEP_SEA.mission("difficulty=2 free-selection"), deck, FOUR) == ("T79", "T78")
    assert drawn(DEEP_SEA.mission("difficulty=2 one-agreed"), deck, FOUR) == ("T79", "T78")


def test_nothing_is_replaced_where_one_member_can_hold_both() -> None:
    deck = ["T79", "T78", "T16", "T17", "T18", "T19"]
    assert drawn(DEEP_SEA.mission("difficulty=5"), deck, FOUR) == ("T79", "T78", "T16", "T17", "T18")


def test_tasks_that_one_seat_cannot_hold_together_are_replaced() -> None:
    deck = ["T83", "T84", "T23"]  # exactly one trick, exactly two
    assert drawn(DEEP_SEA.mission("difficulty=4"), deck, FOUR) == ("T83", "T84")
    assert drawn(DEEP_SEA.mission("difficulty=4 one-agreed"), deck, FOUR) == ("T83", "T23")


def test_a_comparison_that_only_the_captain_could_take_is_replaced() -> None:
    three = Table(3, 3, 13)
    deck = ["T4", "T5", "T6", "T16", "T22", "T24"]
    assert [TASK_CARDS[name].difficulty(3) for name in deck] == [2, 2, 4, 1, 3, 4]
    # Three tasks for three members: the captain has to take one, and may take none of the first three.
    assert drawn(DEEP_SEA.mission("difficulty=8"), deck, three) == ("T4", "T5", "T24")
    assert drawn(DEEP_SEA.mission("difficulty=7"), deck, FOUR) == ("T4", "T5", "T6")


def test_a_void_deal_is_dealt_again_with_another_seed() -> None:
    void = next(
        seed for seed in map(str, range(4000)) if _one_hand_has(Stream("cards", seed).shuffle(_cards()), ("S2", "S4"))
    )
    state = dealt(setup("tasks=T53", seed=void))
    again = dealt(setup("tasks=T53", seed=void + "+"))
    assert state.hands == again.hands
    assert state.hands != dealt(setup("tasks=T16", seed=void)).hands


def _cards() -> list[str]:
    return [f"{suit}{rank}" for suit in "PBGY" for rank in range(1, 10)] + [f"S{rank}" for rank in range(1, 5)]


def _one_hand_has(deck: list[str], cards: tuple[str, ...]) -> bool:
    return any(set(cards) <= set(deck[seat::4]) for seat in range(4))


def test_a_spelled_out_deal_that_the_rules_void_is_refused() -> None:
    deal = spell({0: "S2 S4"}, tasks="T53", game="deep-sea")
    assert "dealt again" in refused("difficulty=3", seed="", deal=deal)
    assert "don’t add up" in refused("difficulty=5", seed="", deal=deal)


def test_the_terrain_is_the_first_colour_card_of_its_own_shuffle() -> None:
    for seed in map(str, range(12)):
        state = dealt(setup("22", seed=seed))
        if not state.setup.seed.endswith("+"):
            first = next(card for card in Stream("terrain", seed).shuffle(_cards()) if card[0] != "S")
            kind = ["normal", "currents", "rapture"][(int(first[1]) - 1) // 3]
            assert (state.view(0)["terrain"], state.view(0)["communication"]) == (first, kind)


def test_a_spelled_out_terrain_holds() -> None:
    assert sea("27", terrain="B5").view(None)["communication"] == "currents"
    assert "must name a colour card" in refused("27", seed="", deal=spell({0: "S4"}, game="deep-sea") + " | terrain S1")


def test_the_same_tasks_can_lie_there_again() -> None:
    before = dealt(setup("9"))
    option = f"tasks={','.join(names(before))}"
    again = dealt(setup("9", seed="other", options=(option,)))
    assert names(again) == names(before)
    assert again.hands != before.hands
    assert "add up to" in refused("5", options=(option,))
    assert "draws no tasks" in refused("8", options=("tasks=T1",))


def test_custom_missions_have_a_normal_form() -> None:
    assert DEEP_SEA.mission_text("currents tasks=T74,T88 difficulty=9") == "difficulty=9 tasks=T74,T88 currents"
    assert DEEP_SEA.mission_text("last_card=Y5 unfamiliar_terrain") == "unfamiliar-terrain last-card=Y5"


def test_named_tasks_come_first_and_others_fill_the_difficulty() -> None:
    state = dealt(setup("difficulty=9 currents tasks=T74,T88"))
    assert names(state)[:2] == ["T74", "T88"]
    assert total(names(state), 4) == 9
    assert state.view(0)["communication"] == "currents"


@pytest.mark.parametrize(
    ("mission", "says"),
    [
        ("difficulty=999", "No tasks add up to a difficulty of exactly 999"),
        ("difficulty=2 tasks=T24", "add up to a difficulty of 5, more than 2"),
        ("tasks=T97", "isn’t a task"),
        ("tasks=T5,T5", "T5 exists only once"),
        ("currents", "needs tasks or a condition"),
        ("free-selection value-gap=9", "needs tasks"),
        ("difficulty=5 currents rapture", "exclude each other"),
        ("difficulty=5 volunteers=1 one-agreed", "exclude each other"),
        ("difficulty=5 volunteers=3", "must be 1 to 2, not 3"),
        ("difficulty=5 untimed=currents", "add a clock, such as"),
        ("difficulty=1 volunteers=2", "need at least as many tasks"),
        ("tasks=T83,T84 one-agreed", "can’t be completed along with"),
        ("tasks=T79,T78", "can’t be completed along with"),
        ("difficulty=0 value-gap=9", "doesn’t describe a mission"),
        ("difficulty=3 unfamiliar-terrain real-time=60 untimed=currents", "exclude each other"),
        ("difficulty=5 deadzone", "doesn’t describe a mission"),
        ("difficulty", "doesn’t describe a mission"),
        ("difficulty=5 difficulty=6", "appears twice"),
        ("0", "Choose from 1 to 32"),
        ("", "Choose from 1 to 32"),
    ],
)
def test_what_could_never_be_played_is_refused(mission: str, says: str) -> None:
    assert says in refused(mission)


def test_unknown_options_are_refused() -> None:
    assert "isn’t an option" in refused("5", options=("three-player-challenge",))
    for option in ("tasks=P7", "tasks=T16 currents", "tasks=T16 ", "tasks="):
        assert "isn’t an option" in refused("1", options=(option,))
    assert "isn’t a task" in refused("1", options=("tasks=T97",))
    assert "appears twice" in refused("1", options=("tasks=T16", "tasks=T17"))


@pytest.mark.parametrize(
    ("mission", "players", "seed"),
    [("29", 4, "free/238"), ("31", 3, "free/387"), ("31", 4, "free/18"), ("36", 3, "ref/24")],
)
def test_tasks_that_nobody_could_fulfil_together_are_never_all_drawn(mission: str, players: int, seed: str) -> None:
    tasks = names(dealt(setup(mission, players, seed=seed)))
    for clash in ({"T82", "T78"}, {"T24", "T26"}, {"T55", "T56"}):
        assert not clash <= set(tasks)


@pytest.mark.parametrize(("players", "seed"), [(2, "h167"), (3, "h167"), (3, "h686")])
def test_the_captains_forced_tasks_leave_a_way_to_share_the_rest(players: int, seed: str) -> None:
    # Else T74 (no tricks) would come with three tasks that need one, or two first tricks with a full captain.
    tasks = names(dealt(setup("19", players, seed=seed)))
    assert total(tasks, players) == 9
    assert not {"T11", "T17", "T96"} <= set(tasks)
    assert not {"T78", "T79", "T24"} <= set(tasks)


def test_a_section_without_use_for_the_mission_is_refused() -> None:
    deal = spell({0: "S4"}, game="deep-sea")
    assert "“terrain”, which this mission doesn’t have" in refused("8", seed="", deal=f"{deal} | terrain P9")
    assert "“tasks”, which this mission doesn’t have" in refused("8", seed="", deal=f"{deal} | tasks T5")


def test_the_clock_is_told_without_a_second_too_many() -> None:
    words = [str(games.describe(games.Setup("deep-sea", str(number), 4, "clock"))) for number in range(1, 33)]
    clocks = [text for text in words if "Against the clock" in text]
    assert any("within 5 min." in text for text in clocks)
    assert any("within 3 min 30 s." in text for text in clocks)
    assert not [text for text in clocks if " 0 s" in text]
