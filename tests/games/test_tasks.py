"""Tasks: choosing, tokens, the commander's ways, joint changes, and how they decide a mission."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import games
from games.crew.planet_nine.tokens import broken
from games.crew.state import State
from games.crew.tasks import DONE, OPEN, Task
from tests.games.builders import act, after_tricks, dealt, table, texts, verdict


def owned(*tasks: str) -> tuple[Task, ...]:
    """Tasks such as `P9@0` or `B1@2:omega`."""
    split = [task.replace("@", ":").split(":") for task in tasks]
    return tuple(Task(name, rest[1] if len(rest) > 1 else None, int(rest[0])) for name, *rest in split)


# Choosing


def test_the_captain_chooses_first_then_clockwise() -> None:
    state = table("4", {2: "R4"}, tasks="P1 B2 G3")
    assert [state.waiting_on] == [{2}]
    state = act(state, "2 take B2", "3 take P1", "0 take G3")
    assert [(task.name, task.owner) for task in state.tasks] == [("P1", 3), ("B2", 2), ("G3", 0)]
    assert state.phase == "gap"


def test_nobody_may_pass_in_planet_nine() -> None:
    with pytest.raises(games.IllegalAction, match="each player takes a task in turn"):
        act(table("4", {2: "R4"}, tasks="P1 B2 G3"), "2 pass")


def test_tokens_lie_on_the_tasks_in_the_order_drawn() -> None:
    state = table("21", tasks="P1 B2 G3 Y4 P5")
    assert [(task.name, task.token) for task in state.tasks][:3] == [("P1", "1"), ("B2", "2"), ("G3", None)]


def test_a_task_taken_is_gone() -> None:
    state = act(table("4", {0: "R4"}, tasks="P1 B2 G3"), "0 take B2")
    with pytest.raises(games.IllegalAction, match="can’t choose the task blue 2"):
        act(state, "1 take B2")


# Success and failure


def test_the_owner_wins_the_card() -> None:
    assert verdict("1", "0: P9 P1 P2 P3", tasks=owned("P1@0")) == "tasks-done"


def test_somebody_else_wins_the_card() -> None:
    state = after_tricks("1", "0: P9 P1 P2 P3", tasks=owned("P1@2"))
    assert state.outcome is not None
    assert state.outcome.reason == "Seat 0 won pink 1. That was Seat 2’s task."
    assert state.tasks[0].status == "failed"


def test_several_tasks_may_be_done_in_one_trick() -> None:
    assert verdict("2", "0: P9 P1 P2 P3", tasks=owned("P1@0", "P2@0")) == "tasks-done"


def test_failure_comes_before_success() -> None:
    assert verdict("2", "0: P9 P1 P2 P3", tasks=owned("P1@0", "P2@1")) == "task-won-by-another"


def test_a_task_whose_card_stays_unplayed_is_lost_at_the_end() -> None:
    lines = ["0: R4 P2 P3", *["0: B1 B2 B3"] * 12]
    state = after_tricks("1", *lines, tasks=owned("P9@0"), tricks_total=13)
    assert state.outcome is not None
    assert state.outcome.code == "task-left-undone"
    assert state.tasks[0].status == "failed"


def test_too_few_tricks_for_all_owners_is_known_at_once() -> None:
    tasks = owned("P9@0", "B9@1")
    assert verdict("2", "0: Y1 Y2 Y3 Y4", tasks=tasks, tricks_total=2) == "too-few-tricks-for-owners"
    assert verdict("2", "0: Y1 Y2 Y3 Y4", tasks=tasks, tricks_total=3) == "open"


def test_an_order_with_too_many_changes_for_the_tricks_left_is_lost() -> None:
    tasks = owned("P9@0:1", "B9@1:2", "G9@0:3")
    assert verdict("8", "0: Y1 Y2 Y3 Y4", tasks=tasks, tricks_total=3) == "too-few-tricks-for-owners"
    assert verdict("8", "0: Y1 Y2 Y3 Y4", tasks=tasks, tricks_total=4) == "open"
    together = owned("P9@0:1", "B9@0:2", "G9@1:3")
    assert verdict("8", "0: Y1 Y2 Y3 Y4", tasks=together, tricks_total=3) == "open"


# The order of tokens (rulings 1 and 2)


def order(tokens: Sequence[str | None], *tricks: Sequence[int]) -> frozenset[str]:
    """The tasks (by letter) whose token breaks when these tasks, by place, are done trick by trick."""
    tasks = tuple(Task("ABCDEF"[place], token, 0) for place, token in enumerate(tokens))
    for done in tricks:
        after = tuple(task._replace(status=DONE) if place in done else task for place, task in enumerate(tasks))
        lost = broken(tasks, after)
        if lost:
            return lost
        tasks = after
    return frozenset()


@pytest.mark.parametrize(
    ("tokens", "tricks", "lost"),
    [
        (("1", "2"), [[0], [1]], ""),
        (("1", "2"), [[0, 1]], ""),
        (("1", "2"), [[1]], "AB"),
        (("1", "2", None), [[2]], "A"),
        (("1", "2", None), [[0, 2]], "B"),
        (("1", None), [[0, 1]], ""),
        (("1", None), [[1]], "A"),
        (("1", "2", "3"), [[0, 2]], "BC"),
        (("1", "2", "3"), [[0, 1, 2]], ""),
        (("omega", None, None), [[1], [0, 2]], ""),
        (("omega", None, None), [[1], [0]], "A"),
        (("omega", None), [[0, 1]], ""),
        ((">", ">>", None), [[2], [0], [1]], ""),
        ((">", ">>", None), [[0, 1]], ""),
        ((">", ">>", None), [[0, 2], [1]], ""),
        ((">", ">>"), [[1]], "AB"),
        ((">", ">>", ">>>"), [[0], [2]], "BC"),
        (("2", None), [[0]], "A"),
        (("2", None), [[1], [0]], ""),
        (("2", None, None), [[1, 2]], "A"),
    ],
)
def test_tokens(tokens: Sequence[str | None], tricks: list[list[int]], lost: str) -> None:
    assert order(tokens, *tricks) == frozenset(lost)


def test_a_broken_order_loses_and_marks_the_task() -> None:
    state = after_tricks("3", "0: P9 P1 P2 P3", tasks=owned("B1@0:1", "P1@0:2"))
    assert state.outcome is not None
    assert state.outcome.code == "token-order-broken"
    assert [task.status for task in state.tasks] == ["failed", "failed"]


# The commander's decision and distribution


def test_the_decision_asks_everybody_clockwise_and_hides_the_tasks() -> None:
    state = dealt(games.Setup("planet-nine", "20", 4, "decide"))
    captain = state.captain
    assert [task["task"] for task in state.view(captain)["tasks"]] == [None, None]
    for step in (1, 2, 3):
        seat = (captain + step) % 4
        assert state.waiting_on == {seat}
        assert texts(state, seat) == ["answer no", "answer yes"]
        state = act(state, f"{seat} answer yes")
    assert texts(state, captain) == sorted(f"assign all {seat}" for seat in range(4) if seat != captain)
    chosen = (captain + 2) % 4
    state = act(state, f"{captain} assign all {chosen}")
    assert {task.owner for task in state.tasks} == {chosen}
    assert all(task["task"] for task in state.view(None)["tasks"])


def test_the_captain_cannot_choose_himself_in_a_decision() -> None:
    state = _asked(dealt(games.Setup("planet-nine", "20", 4, "decide")))
    with pytest.raises(games.IllegalAction, match="must choose another player"):
        act(state, f"{state.captain} assign all {state.captain}")


def _asked(state: State) -> State:
    while state.phase == "poll":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} answer no")
    return state


def test_the_distribution_turns_up_one_task_at_a_time_and_stays_even() -> None:
    state = dealt(games.Setup("planet-nine", "24", 4, "distribute"))
    captain = state.captain
    for place in range(6):
        assert sum(task["task"] is not None for task in state.view(captain)["tasks"]) == place + 1
        state = _asked(state)
        allowed = texts(state, captain)
        state = act(state, f"{captain} {allowed[0]}")
    counts = [sum(task.owner == seat for task in state.tasks) for seat in range(4)]
    assert sorted(counts) == [1, 1, 2, 2]


def test_a_distribution_that_could_not_end_even_is_refused() -> None:
    state = dealt(games.Setup("planet-nine", "24", 4, "distribute"))
    for _ in range(2):
        state = _asked(state)
        to_seat_1 = next(text for text in texts(state, state.captain) if text.endswith(" 1"))
        state = act(state, f"{state.captain} {to_seat_1}")
    state = _asked(state)
    task = next(task.name for task in state.tasks if task.owner is None)
    with pytest.raises(games.IllegalAction, match="no player can end up two or more tasks ahead"):
        act(state, f"{state.captain} assign {task} 1")


# Joint changes


def test_mission_23_exchanges_two_tokens_once_if_all_agree() -> None:
    state = table("23", {0: "R4"}, tasks="P1 B2 G3 Y4 P5")
    state = act(state, "2 propose swap P1 P5")
    assert state.waiting_on == {0, 1, 3}
    assert state.view(1)["proposal"] == {"seat": 2, "text": "propose swap P1 P5", "agreed": ()}
    state = act(state, "3 agree", "0 agree", "1 agree")
    assert {task.name: task.token for task in state.tasks} == {"P1": "5", "B2": "2", "G3": "3", "Y4": "4", "P5": "1"}
    assert not any("propose" in text for text in texts(state, 2))


def test_one_decline_ends_a_proposal_and_another_may_follow() -> None:
    state = act(table("23", {0: "R4"}, tasks="P1 B2 G3 Y4 P5"), "2 propose swap P1 P5", "3 agree", "0 decline")
    assert state.proposal is None
    assert state.tasks[0].token == "1"
    assert act(state, "1 propose swap B2 G3").proposal is not None


def test_the_captain_need_not_wait_for_a_proposal() -> None:
    state = act(table("23", {0: "R4"}, tasks="P1 B2 G3 Y4 P5"), "0 take P1")
    with pytest.raises(games.IllegalAction, match="only mission 23 allows it, once, before a task is taken"):
        act(state, "2 propose swap B2 G3")


def test_a_proposal_waits_for_its_answers() -> None:
    state = act(table("23", {0: "R4"}, tasks="P1 B2 G3 Y4 P5"), "2 propose swap P1 P5", "0 agree")
    with pytest.raises(games.IllegalAction, match=r"Seat 0 has already answered the proposal\. Waiting for Seat 1"):
        act(state, "0 take P1")


def test_mission_40_moves_a_token_to_a_task_without() -> None:
    state = table("40", {0: "R4"}, tasks="P1 B2 G3 Y4 P5 B6 G7 Y8")
    offers = [text for text in texts(state, 1) if text.startswith("propose")]
    assert len(offers) == 15
    state = act(state, "1 propose move P1 Y8", "0 agree", "2 agree", "3 agree")
    assert state.tasks[0].token is None
    assert state.tasks[-1].token == "1"


def five() -> State:
    state = dealt(games.Setup("planet-nine", "25", 5, "five"))
    while state.phase == "choosing":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {texts(state, seat)[0]}")
    return state


def test_five_players_may_hand_over_one_task_with_its_token() -> None:
    state = five()
    task = next(task for task in state.tasks if task.token)
    other = next(seat for seat in range(5) if seat != task.owner)
    state = act(state, f"0 propose hand {task.name} {other}", *(f"{seat} agree" for seat in range(1, 5)))
    handed = next(now for now in state.tasks if now.name == task.name)
    assert (handed.owner, handed.token) == (other, task.token)
    assert not any("propose hand" in text for text in texts(state, 0)), "only one"
    assert "propose distress left" in texts(state, 0), "the distress signal comes after it"


def test_a_task_is_handed_over_before_anybody_signals() -> None:
    state = five()
    signal = next(text for text in texts(state, 1) if text.startswith("signal"))
    assert not any("propose" in text for text in texts(act(state, f"1 {signal}"), 0))


def test_four_players_hand_over_nothing() -> None:
    state = dealt(games.Setup("planet-nine", "25", 4, "four"))
    while state.phase == "choosing":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {texts(state, seat)[0]}")
    assert not any("hand" in text for text in texts(state, 0))


def test_tasks_start_open() -> None:
    assert {task.status for task in table("4", tasks="P1 B2 G3").tasks} == {OPEN}
