"""Deep Sea's missions without tasks, its ways of communicating, and its clock."""

from __future__ import annotations

import pytest

import games
from games.crew.state import State
from tests.games.builders import act, dealt, sea, texts


def refusal(state: State, seat: int, text: str) -> str:
    with pytest.raises(games.IllegalAction) as refused:
        state.apply(games.Action(seat, text))
    return str(refused.value)


def code(state: State) -> str:
    return state.outcome.code if state.outcome else "open"


class TestMissionsWithoutTasks:
    def test_8_two_nines_in_one_trick_are_two_too_many(self) -> None:
        state = sea("8", {0: "P9 S4", 1: "B9 B8 B7 B6 B5 B4 B3 B2 B1 Y1", 2: "P1", 3: "P2"})
        state = act(state, "0 play P9", "1 play B9", "2 play P1", "3 play P2")
        assert code(state) == "value-gap-broken"

    def test_8_one_nine_more_than_another_is_fine(self) -> None:
        state = sea("8", {0: "P9", 1: "P3", 2: "P1", 3: "P2"})
        state = act(state, "0 play P9", "1 play P3", "2 play P1", "3 play P2")
        assert code(state) == "open"

    def test_12_leading_pink_loses_at_once(self) -> None:
        state = act(sea("12", {0: "P9"}), "0 play P9")
        assert (code(state), state.outcome and state.outcome.success) == ("forbidden-lead", False)
        assert state.view(None)["played"] == ("P9",)

    def test_12_so_does_a_submarine(self) -> None:
        assert code(act(sea("12"), "0 play S4")) == "forbidden-lead"

    def test_12_pink_may_be_played_where_it_is_not_led(self) -> None:
        state = sea("12", {0: "G1", 1: "P1 P2 P3 P4 P5 P6 P7 P8 P9 B1", 2: "G2", 3: "G3"})
        state = act(state, "0 play G1", "1 play P9", "2 play G2", "3 play G3")
        assert code(state) == "open"

    def test_21_submarine_1_is_no_1(self) -> None:
        held = {0: "S4 Y9 Y8", 1: "S1 B1 B2 B3 B4 B5 B6 B7 B8 B9", 2: "Y1", 3: "Y2"}
        state = act(sea("21", held, terrain="P1"), "0 play Y9", "1 play S1", "2 play Y1", "3 play Y2")
        assert code(state) == "open"

    def test_23_the_first_winner_must_win_the_second_trick_too(self) -> None:
        held = {0: "P9 B1", 1: "P1 B9", 2: "P2 B2", 3: "P3 B3"}
        state = sea("23", held, terrain="P1")
        assert state.view(0)["communication_from"] == 2
        assert not [text for text in texts(state, 1) if text.startswith("signal")]
        assert "signals start just before trick 2" in refusal(state, 1, "signal B9 highest")
        state = act(state, "0 play P9", "1 play P1", "2 play P2", "3 play P3")
        assert [text for text in texts(state, 1) if text.startswith("signal")]
        state = act(state, "0 play B1", "1 play B9", "2 play B2", "3 play B3")
        assert code(state) == "not-ahead"

    def test_27_the_card_played_early_loses_at_once(self) -> None:
        state = act(sea("27", {0: "Y5"}, terrain="P1"), "0 play Y5")
        assert code(state) == "last-card-played"


class TestCommunication:
    def test_currents_show_a_card_without_a_word(self) -> None:
        state = sea("difficulty=1 currents", {1: "P9"}, tasks="T57")
        state = act(state, "0 take T57")
        assert "signal P9" in texts(state, 1)
        assert "signals here show only the card" in refusal(state, 1, "signal P9 highest")
        state = act(state, "1 signal P9")
        assert state.view(2)["signals"] == ({"seat": 1, "card": "P9", "says": None},)
        assert state.view(2)["tokens_left"] == (1, 0, 1, 1)

    def test_tokens_are_shared_in_the_rapture_of_the_deep(self) -> None:
        state = act(sea("difficulty=1 rapture", {1: "P9", 2: "B9"}, tasks="T57"), "0 take T57")
        assert state.view(0)["tokens_left"] == {"shared": 2}
        state = act(state, "1 signal P9 highest")
        assert not [text for text in texts(state, 1) if text.startswith("signal P9")]
        assert "a signal can’t be changed" in refusal(state, 1, "signal P9 only")
        state = act(state, next(f"1 {text}" for text in texts(state, 1) if text.startswith("signal")))
        assert state.view(0)["tokens_left"] == {"shared": 0}
        assert "no signal left" in refusal(state, 2, "signal B9 highest")

    @pytest.mark.parametrize(("players", "tokens"), [(2, 1), (3, 1), (4, 2), (5, 3)])
    def test_the_rapture_leaves_two_tokens_fewer_than_seats(self, players: int, tokens: int) -> None:
        state = dealt(games.Setup("deep-sea", "11", players, "rapture"))
        assert state.view(0)["tokens_left"] == {"shared": tokens}

    def test_who_asked_refrains_when_the_last_token_is_gone(self) -> None:
        state = act(sea("difficulty=1 rapture", {1: "P9", 2: "B9"}, tasks="T57"), "0 take T57")
        state = act(state, "1 signal P9 highest", "2 ask")
        assert state.waiting_on == {2}
        state = act(state, "2 signal B9 highest")
        assert state.phase == "gap"

    def test_there_is_none_without_communication(self) -> None:
        state = dealt(games.Setup("deep-sea", "16", 4, "silent", ("untimed",)))
        assert state.view(0)["communication"] == "none"
        assert state.view(0)["tokens_left"] == (0, 0, 0, 0)
        state = sea("difficulty=1 no-communication", {1: "P9"}, tasks="T57")
        state = act(state, "0 take T57")
        assert "this mission has no signals" in refusal(state, 1, "signal P9 highest")


class TestTheClock:
    def timed(self) -> State:
        return sea("14", tasks="T24 T79")

    def test_it_runs_from_the_tasks_assigned(self) -> None:
        state = self.timed()
        assert state.view(0)["clock"] == {"seconds": 210, "running": False}
        assert "only the clock of a timed attempt" in refusal(state, 0, "timeout")
        state = act(state, "1 answer yes")
        assert state.view(0)["clock"] == {"seconds": 210, "running": True}

    def test_a_time_out_fails_the_attempt_also_during_a_trick(self) -> None:
        state = act(self.timed(), "1 answer yes")
        lead = next(text for text in texts(state, 0) if text.startswith("play"))
        state = act(state, f"0 {lead}", "0 timeout")
        assert (code(state), state.outcome and state.outcome.success) == ("time-out", False)
        record = games.Record.of(state)
        assert str(record).endswith("0 timeout\n")
        assert games.Record.parse(str(record)).replay().outcome == state.outcome

    def test_nobody_can_do_it(self) -> None:
        state = act(self.timed(), "1 answer yes")
        assert "timeout" not in [text for seat in range(4) for text in texts(state, seat)]
        assert "only the clock" in refusal(state, 1, "timeout")

    def test_it_stands_still_while_cards_are_passed_and_starts_anew(self) -> None:
        state = act(self.timed(), "1 answer yes", "0 propose distress left")
        assert state.clock_runs
        state = act(state, "1 agree", "2 agree", "3 agree")
        assert not state.clock_runs
        for seat in range(4):
            state = act(state, f"{seat} {texts(state, seat)[0]}")
        assert state.clock_runs

    @pytest.mark.parametrize(
        ("mission", "communication", "difficulty"),
        [("14", "currents", 6), ("15", "rapture", 6), ("16", "none", 6), ("26", None, 12)],
    )
    def test_something_else_is_harder_without_the_clock(
        self, mission: str, communication: str | None, difficulty: int
    ) -> None:
        state = dealt(games.Setup("deep-sea", mission, 4, "slow", ("untimed",)))
        assert state.view(0)["clock"] is None
        assert communication in (None, state.view(0)["communication"])
        described = games.describe(state.setup)
        assert described.params["difficulty"] == difficulty
        with pytest.raises(games.IllegalAction):
            state.apply(games.Action(0, "timeout"))


def test_time_up_is_unknown_where_no_game_has_a_clock() -> None:
    state = dealt(games.Setup("planet-nine", "1", 4, "a"))
    with pytest.raises(games.UnreadableAction):
        state.apply(games.Action(0, "timeout"))


def test_the_distress_signal_passes_cards_as_in_planet_nine() -> None:
    state = act(sea("difficulty=1", {1: "P9"}, tasks="T57"), "0 take T57", "1 propose distress right")
    state = act(state, "0 agree", "2 agree", "3 agree", "1 give P9")
    assert not [text for text in texts(state, 0) if "S" in text]
    for seat in (0, 2, 3):
        state = act(state, f"{seat} {texts(state, seat)[0]}")
    assert "P9" in state.view(0)["hand"]
    assert state.view(0)["distress"] == {"active": True, "direction": "right"}


def test_card_left_over_with_three_may_be_the_highest_submarine() -> None:
    state = dealt(games.Setup("deep-sea", "12", 3, "three"))
    assert state.tricks_total == 13
    assert sorted(state.view(None)["hand_sizes"]) == [13, 13, 14]


def test_tasks_show_their_progress_to_everybody() -> None:
    state = act(sea("difficulty=4", {0: "P9", 1: "P1", 2: "P2", 3: "P3"}, tasks="T22"), "0 take T22")
    state = act(state, "0 play P9", "1 play P1", "2 play P2", "3 play P3")
    for seat in (None, 0, 1, 2, 3):
        (task,) = state.view(seat)["tasks"]
        assert task["status"] == "open"
        assert task["progress"]["code"]
        assert "1" in str(games.Sentence(**task["progress"]))
