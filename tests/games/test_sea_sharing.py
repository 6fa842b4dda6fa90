"""How the tasks of Deep Sea find their owners: one test for each sentence of the rules."""

from __future__ import annotations

import pytest

import games
from tests.games.builders import act, dealt, sea, texts

EASY = "T16 T17 T18 T19"
"""Four tasks of difficulty 1."""


def owners(state: games.State) -> dict[str, int | None]:
    return {task["task"]: task["owner"] for task in state.view(None).as_dict()["tasks"]}


def refusal(state: games.State, seat: int, text: str) -> str:
    with pytest.raises(games.IllegalAction) as refused:
        state.apply(games.Action(seat, text))
    return str(refused.value)


class TestChoosing:
    def test_a_member_may_pass_while_the_others_can_take_all_tasks(self) -> None:
        state = sea("difficulty=3", tasks="T16 T17 T18")
        assert texts(state, 0) == ["pass", "take T16", "take T17", "take T18"]
        state = act(state, "0 pass")
        assert "pass" not in texts(state, 1)
        assert "couldn’t take all" in refusal(state, 1, "pass")
        state = act(state, "1 take T17", "2 take T16", "3 take T18")
        assert state.phase == "gap"
        assert owners(state) == {"T16": 2, "T17": 1, "T18": 3}

    def test_nobody_passes_with_as_many_tasks_as_members(self) -> None:
        state = sea("difficulty=4", tasks=EASY)
        assert "pass" not in texts(state, 0)
        assert "each player takes a task in turn" in refusal(state, 0, "pass")

    def test_who_is_left_over_takes_a_second_task(self) -> None:
        state = sea("difficulty=5", tasks=f"{EASY} T79")
        state = act(state, "0 take T16", "1 take T17", "2 take T18", "3 take T19")
        assert texts(state, 0) == ["take T79"]

    def test_the_captain_never_takes_a_comparison_with_the_captain(self) -> None:
        state = sea("difficulty=4", tasks="T4 T5")
        assert texts(state, 0) == ["pass"]
        assert "it’s measured against the captain’s own tricks" in refusal(state, 0, "take T4")

    def test_nobody_leaves_such_a_comparison_to_the_captain(self) -> None:
        state = sea("difficulty=9", players=3, tasks="T4 T5 T1 T28 T16")
        state = act(state, "0 take T1", "1 take T28")
        # Two comparisons and one other task are left, and the captain has to take once more.
        assert texts(state, 2) == ["take T4", "take T5"]
        assert "left with a task that’s measured" in refusal(state, 2, "take T16")
        state = act(state, "2 take T4")
        assert texts(state, 0) == ["take T16"]

    def test_the_captain_takes_the_hardest_first(self) -> None:
        state = sea("19", tasks="T24 T11")
        assert texts(state, 0) == ["take T24"]
        assert "hardest task first" in refusal(state, 0, "take T11")
        assert "in this mission, the captain takes the hardest" in refusal(state, 0, "pass")
        assert "pass" in texts(act(state, "0 take T24"), 1)

    def test_captain_chooses_between_tasks_of_the_same_difficulty(self) -> None:
        assert texts(sea("difficulty=3 captain-takes-hardest", tasks="T16 T17 T18"), 0) == [
            "take T16", "take T17", "take T18",
        ]  # fmt: skip

    def test_a_skipped_captain_takes_nothing_and_others_count_for_passing(self) -> None:
        state = sea("difficulty=2 captain-skipped", tasks="T16 T17")
        assert state.waiting_on == {1}
        state = act(state, "1 pass", "2 take T16", "3 take T17")
        assert state.phase == "gap"
        three = sea("difficulty=3 captain-skipped", tasks="T16 T17 T18")
        assert "pass" not in texts(three, 1)

    def test_the_captain_chooses_for_the_robot(self) -> None:
        state = dealt(games.Setup("deep-sea", "difficulty=2", 2, "robot"))
        captain = state.captain
        while 2 not in state.current.waiting_on(state):
            state = act(state, f"{min(state.waiting_on)} pass")
        assert all(text.startswith("robot ") for text in texts(state, captain))


class TestFreeSelection:
    def test_tasks_are_shared_freely_while_no_proposal_is_open(self) -> None:
        state = sea("17", tasks="T24 T22")
        assert state.shares_freely
        assert not act(state, "2 propose all 3").shares_freely
        assert act(state, "2 propose all 3", "0 decline").shares_freely
        assert not act(state, "2 propose all 3", "0 agree", "3 agree", "1 agree").shares_freely

    def test_a_task_is_allotted_when_everybody_agrees(self) -> None:
        state = sea("17", tasks="T24 T22")
        state = act(state, "2 propose T24 3", "0 agree", "1 agree")
        assert owners(state)["T24"] is None
        state = act(state, "3 agree")
        assert owners(state)["T24"] == 3
        assert "propose T24 1" not in texts(state, 1)

    def test_one_decline_ends_it(self) -> None:
        state = act(sea("17", tasks="T24 T22"), "2 propose all 3", "0 decline")
        assert owners(state) == {"T24": None, "T22": None}
        assert state.phase == "selecting"

    def test_one_may_have_them_all(self) -> None:
        state = act(sea("17", tasks="T24 T22"), "2 propose all 3", "0 agree", "3 agree", "1 agree")
        assert owners(state) == {"T24": 3, "T22": 3}
        assert state.phase == "gap"

    def test_the_captains_comparisons_go_to_others(self) -> None:
        state = sea("difficulty=4 free-selection", tasks="T4 T5")
        assert not [text for text in texts(state, 1) if text.endswith(" 0")]


class TestOneAgreed:
    def test_only_all_tasks_together_are_proposed(self) -> None:
        state = sea("6", tasks="T24")
        assert texts(state, 2) == [f"propose all {seat}" for seat in range(4)]
        state = act(state, "2 propose all 1", "0 agree", "1 agree", "3 agree")
        assert owners(state) == {"T24": 1}

    def test_single_tasks_are_not(self) -> None:
        assert "settled in another way" in refusal(sea("6", tasks="T24"), 2, "propose T24 1")


class TestCaptainOrOneWilling:
    def test_the_captain_keeps_them_all(self) -> None:
        state = act(sea("10", tasks="T22"), "0 assign all 0")
        assert owners(state) == {"T22": 0}
        assert state.view(0)["communication_until"] is None

    def test_passed_on_all_signals_come_before_the_first_trick(self) -> None:
        state = act(sea("10", {1: "Y1"}, tasks="T22"), "0 assign all 2", "2 answer yes")
        assert owners(state) == {"T22": 2}
        assert state.view(3)["communication_until"] == 1
        signals = [text for text in texts(state, 1) if text.startswith("signal")]
        assert signals
        for seat in range(4):
            state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('play'))}")
        if state.outcome is None:
            seat = next(seat for seat in range(4) if seat not in state.waiting_on)
            assert not [text for text in texts(state, seat) if text.startswith(("signal", "ask"))]

    def test_a_refusal_gives_the_choice_back(self) -> None:
        state = act(sea("10", tasks="T22"), "0 assign all 2", "2 answer no")
        assert texts(state, 0) == ["assign all 0", "assign all 1", "assign all 3"]
        assert "refused" in refusal(state, 0, "assign all 2")

    def test_the_last_who_could_take_a_captains_comparison_cannot_refuse(self) -> None:
        state = sea("10", tasks="T4 T23")
        assert "can’t keep the tasks" in refusal(state, 0, "assign all 0")
        state = act(state, "0 assign all 1", "1 answer no", "0 assign all 2", "2 answer no", "0 assign all 3")
        assert texts(state, 3) == ["answer yes"]
        assert "no other player is left" in refusal(state, 3, "answer no")


class TestVolunteers:
    def test_the_first_yes_has_all_tasks(self) -> None:
        state = act(sea("14", tasks="T24 T79"), "1 answer no", "2 answer yes")
        assert set(owners(state).values()) == {2}
        assert state.phase == "gap"

    def test_captain_does_it_if_nobody_else_does(self) -> None:
        state = act(sea("14", tasks="T24 T79"), "1 answer no", "2 answer no", "3 answer no")
        assert set(owners(state).values()) == {0}

    def test_a_captains_comparison_falls_to_the_last_who_is_asked(self) -> None:
        state = act(sea("14", tasks="T4 T22"), "1 answer no", "2 answer no")
        assert set(owners(state).values()) == {3}

    def test_the_last_two_are_not_asked_when_two_are_needed(self) -> None:
        state = act(sea("26", tasks="T24 T46"), "1 answer no", "2 answer no")
        assert state.phase == "splitting"
        assert state.waiting_on == {0, 3}

    def test_two_share_the_tasks_and_each_has_one(self) -> None:
        state = act(sea("26", tasks="T24 T22 T79"), "1 answer yes", "2 answer yes")
        state = act(state, "1 take T24", "1 take T22")
        assert texts(state, 1) == ["propose T79 2"]
        assert texts(state, 2) == ["take T79"]
        assert texts(state, 3) == []
        state = act(state, "1 propose T79 2", "2 agree")
        assert owners(state) == {"T24": 1, "T22": 1, "T79": 2}


class TestPredictions:
    def test_owners_fix_a_number_before_anything_is_played(self) -> None:
        state = act(sea("difficulty=2", tasks="T90"), "0 pass", "1 take T90")
        assert state.phase == "predicting"
        assert texts(state, 1) == sorted(f"predict T90 {number}" for number in range(11))
        state = act(state, "1 predict T90 3")
        assert state.view(None)["predictions"] == ((1, "T90", 3),)
        assert state.phase == "gap"

    def test_a_secret_number_is_its_owners(self) -> None:
        state = act(sea("difficulty=3", tasks="T91"), "0 pass", "1 take T91", "1 predict T91 4")
        assert state.view(1)["predictions"] == ((1, "T91", 4),)
        for seat in (None, 0, 2, 3):
            assert state.view(seat)["predictions"] == ((1, "T91", None),)

    def test_more_tricks_than_there_are_cannot_be_predicted(self) -> None:
        state = act(sea("difficulty=2", tasks="T90"), "0 pass", "1 take T90")
        assert "there are only 10" in refusal(state, 1, "predict T90 11")
        assert "their own prediction tasks" in refusal(state, 1, "predict T91 1")
