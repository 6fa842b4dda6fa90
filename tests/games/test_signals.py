"""Signals, asking for one, and the distress signal (rulebook p. 5–7, 12–13, 17)."""

from __future__ import annotations

import pytest

import games
from games.crew.state import State
from tests.games.builders import act, dealt, table, texts

HELD = {0: "R4 P1 P5 P9 B4 G2 G3", 1: "P8 P2 B1", 2: "P3 B2", 3: "P4 B3"}


def ready(mission: str = "16") -> State:
    return table(mission, HELD)


def signals(state: State, seat: int) -> list[str]:
    return [text for text in texts(state, seat) if text.startswith("signal")]


def test_the_highest_the_lowest_and_the_only_card_of_a_colour() -> None:
    state = table("16", {0: "R4 P1 P5 P9 B4 G2 G3 R1 R2 R3"})
    assert signals(state, 0) == [
        "signal B4 only",
        "signal G2 lowest",
        "signal G3 highest",
        "signal P1 lowest",
        "signal P9 highest",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("signal P5 highest", "it isn’t the highest, lowest or only pink card"),
        ("signal P9 lowest", "can’t signal pink 9 as lowest"),
        ("signal R4 only", "trumps are never signalled"),
        ("signal Y9 highest", "doesn’t have yellow 9"),
        ("signal P9", "must say what pink 9 is"),
    ],
)
def test_what_is_not_true_cannot_be_signalled(text: str, why: str) -> None:
    state = table("16", {0: "R4 P1 P5 P9 B4 G2 G3 R1 R2 R3"})
    with pytest.raises(games.IllegalAction, match=why):
        act(state, f"0 {text}")


def test_seat_signals_once_an_attempt() -> None:
    state = act(ready(), "1 " + signals(ready(), 1)[0])
    assert state.radios == (1, 0, 1, 1)
    with pytest.raises(games.IllegalAction, match="no signal left"):
        act(state, "1 signal P8 highest")


def test_a_signal_during_a_trick_is_refused() -> None:
    state = act(ready(), "0 play P1")
    with pytest.raises(games.IllegalAction, match="can’t signal during a trick"):
        act(state, "2 " + signals(ready(), 2)[0])


def test_a_signalled_card_is_played_and_its_signal_stays() -> None:
    state = act(table("16", {0: "R4 P1"}), "0 signal P1 lowest", "0 play P1")
    assert state.view(2).as_dict()["signals"] == [{"seat": 0, "card": "P1", "says": "lowest"}]
    assert "P1" not in state.hands[0]


def test_signalling_is_no_reason_to_wait() -> None:
    assert ready().waiting_on == {0}
    assert signals(ready(), 3)


def test_not_before_the_tasks_are_assigned() -> None:
    state = table("4", {0: "R4"}, tasks="P1 B2 G3")
    with pytest.raises(games.IllegalAction, match="the tasks aren’t assigned"):
        act(state, "1 signal P8 highest")


def test_a_dead_zone_hides_what_the_card_is() -> None:
    state = table("29", {0: "R4 P1 P5 P9 B4 G2 G3 R1 R2 R3"})
    assert signals(state, 0) == ["signal B4", "signal G2", "signal G3", "signal P1", "signal P9"]
    state = act(state, "0 signal P9")
    assert state.view(1).as_dict()["signals"] == [{"seat": 0, "card": "P9", "says": None}]
    with pytest.raises(games.IllegalAction, match="signals here show only the card"):
        act(table("29", {0: "R4 P1 P9"}), "0 signal P1 lowest")


def test_a_disruption_lasts_until_the_gap_before_its_trick() -> None:
    state = table("tasks=1 tokens=omega special=omega-in-the-last-trick disruption=2", HELD, tasks="Y9")
    state = act(state, "0 take Y9")
    assert not signals(state, 0)
    with pytest.raises(games.IllegalAction, match="signals start just before trick 2"):
        act(state, "0 signal P9 highest")
    state = act(state, "0 play P1", "1 play P8", "2 play P3", "3 play P4")
    assert signals(state, 0)


# Asking


def test_asking_before_the_first_trick_makes_the_captain_wait() -> None:
    state = act(ready(), "2 ask")
    assert state.waiting_on == {2}
    assert state.phase == "window"
    with pytest.raises(games.IllegalAction, match="Seat 2 wants to signal first"):
        act(state, "0 play P1")
    state = act(state, "2 refrain")
    assert state.waiting_on == {0}


def test_a_question_during_a_trick_is_answered_clockwise_after_it() -> None:
    state = act(ready(), "0 play P1", "0 ask", "3 ask", "1 play P8", "2 play P3", "3 play P4")
    assert state.asking == (3, 0), "seat 1 leads, so seat 3 comes before seat 0"
    assert state.view(0)["asking"] == (0, 3)
    state = act(state, "3 refrain")
    assert state.waiting_on == {0}
    assert act(state, "0 signal P9 highest").waiting_on == {1}


def test_only_those_who_asked_act_in_the_window() -> None:
    state = act(ready(), "2 ask")
    assert not texts(state, 1)


def test_who_refrained_cannot_ask_again_before_the_same_trick() -> None:
    state = act(ready(), "2 ask", "2 refrain")
    assert "ask" not in texts(state, 2)
    assert signals(state, 2), "but signal available while the leader thinks"
    with pytest.raises(games.IllegalAction, match="has just had a chance to signal"):
        act(state, "2 ask")
    assert "ask" in texts(act(state, "0 play P1"), 2), "and may ask for the next"


def test_who_can_no_longer_signal_refrains_by_itself() -> None:
    rockets = {1: "R1 R2 R3 P2", 0: "R4 P1 P9"}
    state = table("16", rockets)
    only_trumps_left = state.evolve(
        hands=(state.hands[0], tuple(c for c in state.hands[1] if c.is_trump or c == "P2"), *state.hands[2:])
    )
    asked = act(only_trumps_left, "0 play P1", "1 ask", "1 play P2")
    pink = [next(str(c) for c in asked.hands[seat] if c.suit == "P") for seat in (2, 3)]
    after = act(asked, f"2 play {pink[0]}", f"3 play {pink[1]}")
    assert after.asking == ()
    assert after.phase == "gap"


def test_asking_for_the_trick_after_the_last_is_refused() -> None:
    state = act(ready().evolve(tricks_total=1), "0 play P1")
    with pytest.raises(games.IllegalAction, match="no trick comes after this one"):
        act(state, "1 ask")


@pytest.mark.parametrize(
    ("text", "why"),
    [("signal P3 only", "can’t signal pink 3 as only"), ("signal P1 lowest", "doesn’t have pink 1")],
)
def test_what_is_not_true_is_explained_in_the_window_too(text: str, why: str) -> None:
    state = act(ready(), "2 ask")
    with pytest.raises(games.IllegalAction, match=why):
        act(state, f"2 {text}")


# Distress


def agreed(direction: str = "left", players: int = 4) -> State:
    state = table("16", {0: "R4 P1", 1: "P8", 2: "P3"}, players=players)
    others = [f"{seat} agree" for seat in range(players) if seat != 1]
    return act(state, f"1 propose distress {direction}", *others)


def test_everybody_gives_a_card_before_anybody_sees_one() -> None:
    state = agreed()
    assert state.waiting_on == {0, 1, 2, 3}
    state = act(state, "0 give P1", "2 give P3")
    assert state.view(3)["gave"] == (0, 2)
    assert "P1" in state.view(0)["hand"], "it leaves the hand when all have given"
    assert "P1" not in state.view(1)["hand"]
    last = [texts(state, seat)[0] for seat in (1, 3)]
    state = act(state, f"1 {last[0]}", f"3 {last[1]}")
    assert "P1" in state.hands[1]
    assert "P3" in state.hands[3]
    assert state.view(0)["distress"] == {"active": True, "direction": "left"}
    assert state.phase == "gap"


def test_who_refrained_may_ask_again_with_new_cards() -> None:
    state = act(ready(), "2 ask", "2 refrain", "1 propose distress left", "0 agree", "2 agree", "3 agree")
    for seat in range(4):
        state = act(state, f"{seat} {texts(state, seat)[0]}")
    assert "ask" in texts(state, 2)


def test_right_is_the_other_way() -> None:
    state = act(agreed("right"), "0 give P1", "1 give P8", "2 give P3")
    state = act(state, f"3 {texts(state, 3)[0]}")
    assert "P1" in state.hands[3]
    assert "P8" in state.hands[0]


def test_rockets_are_not_passed_on() -> None:
    assert not any("R" in text for text in texts(agreed(), 0))
    with pytest.raises(games.IllegalAction, match="trumps are never passed"):
        act(agreed(), "0 give R4")


def test_not_after_the_first_signal_or_trick() -> None:
    state = ready()
    for line in ("1 " + signals(state, 1)[0], "0 play P1"):
        with pytest.raises(games.IllegalAction, match="after the tasks are assigned and before any signal or trick"):
            act(state, line, "2 propose distress left")


def test_only_once_an_attempt() -> None:
    state = act(agreed(), "0 give P1", "1 give P8", "2 give P3")
    state = act(state, f"3 {texts(state, 3)[0]}")
    assert not any("distress" in text for text in texts(state, 2))


def test_the_captain_simply_goes_on() -> None:
    assert not any("propose" in text for text in texts(act(ready(), "0 play P1"), 1))


def test_the_token_lies_active_on_a_later_attempt_whether_used_or_not() -> None:
    state = dealt(games.Setup("planet-nine", "16", 4, "x", ("distress-active",)))
    assert state.view(None)["distress"] == {"active": True, "direction": None}
    assert "propose distress left" in texts(state, state.captain)
