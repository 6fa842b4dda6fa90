"""Every special condition of Planet Nine: what decides it, and when."""

from __future__ import annotations

import pytest

import games
from games.crew.cards import COLOUR_CARDS, in_deck_order
from games.crew.state import State
from games.crew.tasks import DONE, Task
from games.shuffle import Stream
from tests.games.builders import act, cards, dealt, spell, table, texts, verdict

PLAIN = "Y1 Y2 Y3 Y4"


def fill(number: int, winner: int = 0) -> list[str]:
    """Tricks of four low yellow cards won by this seat, with any leader."""
    return [f"{winner}: Y8 Y2 Y3 Y4"] * number


# Missions 5, 11, 33, 41: the captain names a player


def named(mission: str, word: str) -> State:
    state = dealt(games.Setup("planet-nine", mission, 4, "name"))
    while state.phase == "poll":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} answer {word}")
    return state


@pytest.mark.parametrize(("mission", "word"), [("5", "bad"), ("33", "yes"), ("41", "no")])
def test_the_captain_asks_and_names_somebody_else(mission: str, word: str) -> None:
    state = named(mission, word)
    assert state.view(None)["poll"]["answers"] == tuple((seat, word) for seat in state.others(state.captain))
    assert texts(state, state.captain) == [f"name {seat}" for seat in range(4) if seat != state.captain]
    with pytest.raises(games.IllegalAction, match="must choose another player"):
        act(state, f"{state.captain} name {state.captain}")
    chosen = (state.captain + 1) % 4
    state = act(state, f"{state.captain} name {chosen}")
    assert state.view(None)["named"] == chosen
    assert state.phase == "gap"


def test_answers_are_only_the_words_of_the_question() -> None:
    state = dealt(games.Setup("planet-nine", "5", 4, "name"))
    (seat,) = state.waiting_on
    with pytest.raises(games.IllegalAction, match="can only answer with: good, bad"):
        act(state, f"{seat} answer yes")


def test_mission_5() -> None:
    assert verdict("5", "0: P9 P1 P2 P3", named=0) == "named-won-a-trick"
    assert verdict("5", "0: P9 P1 P2 P3", named=1) == "open"
    assert verdict("5", *fill(10), named=1) == "condition-met"


def test_mission_9_needs_one_trick_won_by_a_one() -> None:
    assert verdict("9", "0: P1 B5 Y2 G3") == "condition-met"
    assert verdict("9", "0: R1 B5 Y2 G3") == "open", "rocket 1 is not a colour 1"
    assert verdict("9", "0: P1 P5 B1 G1", "1: Y1 Y5 Y6 Y7") == "too-few-ones-left"
    assert verdict("9", "0: P1 P5 B1 G1") == "open"
    assert verdict("9", *fill(10)) == "too-few-ones-left"


def test_mission_26_needs_two() -> None:
    assert verdict("26", "0: P1 B5 Y2 G3") == "open"
    assert verdict("26", "0: P1 B5 Y2 G3", "0: B1 G5 Y3 G4") == "condition-met"
    assert verdict("26", "0: P1 P5 B1 G1") == "too-few-ones-left"
    assert verdict("26", *fill(9)) == "too-few-ones-left", "two tricks do not fit into one"


def test_mission_11_takes_the_signal_of_whoever_is_named() -> None:
    state = dealt(games.Setup("planet-nine", "11", 4, "mute"))
    assert state.phase == "naming", "no seat is asked"
    chosen = (state.captain + 1) % 4
    state = act(state, f"{state.captain} name {chosen}")
    assert state.radios[chosen] == 0
    assert sum(state.radios) == 3
    assert state.phase == "choosing"


# Mission 12: the exchange


def exchanged(players: int = 4) -> tuple[State, State]:
    """A round before and after the trick that brings the exchange (and does not end the mission)."""
    rounds = (until_first_trick(games.Setup("planet-nine", "12", players, f"swap/{number}")) for number in range(50))
    return next((before, after) for before, after in rounds if after.outcome is None)


def until_first_trick(setup: games.Setup) -> tuple[State, State]:
    state = before = dealt(setup)
    while not state.tricks:
        before = state
        (seat,) = state.waiting_on
        choices = [text for text in texts(state, seat) if "play" in text or "take" in text]
        state = act(state, f"{seat} {choices[0]}")
    return before, state


def test_mission_12_everybody_draws_one_card_from_the_right() -> None:
    before, state = exchanged()
    played = {card for _, card in state.tricks[0].plays}
    held = [set(hand) - played for hand in before.hands]
    for seat, hand in enumerate(state.hands):
        right = held[(seat - 1) % 4]
        assert len(set(hand) & right) == 1
        assert len(hand) == len(held[seat])


def test_mission_12_draws_from_its_own_stream_seat_by_seat() -> None:
    before, state = exchanged()
    played = {card for _, card in state.tricks[0].plays}
    held = [in_deck_order(set(hand) - played) for hand in before.hands]
    stream = Stream("exchange", state.setup.seed)
    for seat in range(4):
        right = held[(seat - 1) % 4]
        assert right[stream.below(len(right))] in state.hands[seat]


def test_mission_12_leaves_a_signalled_card_where_it_lies() -> None:
    for number in range(30):
        state = dealt(games.Setup("planet-nine", "12", 4, f"keep/{number}"))
        while not state.tricks:
            (seat,) = state.waiting_on
            choices = [text for text in texts(state, seat) if not text.startswith(("propose", "ask"))]
            signal = [text for text in choices if text.startswith("signal")]
            state = act(state, f"{seat} {(signal or choices)[0]}")
        for signal_given in state.signals:
            gone = signal_given.card in state.view(None)["played"]
            assert gone or signal_given.card in state.hands[signal_given.seat]


def test_mission_12_with_the_robot_exchanges_open_cards() -> None:
    before, state = exchanged(players=2)
    assert state.robot is not None
    assert before.robot is not None
    assert len(state.robot.hand) == 7
    assert set(state.robot.hand) & set(before.hands[1])


# Rockets


def test_mission_13_every_rocket_wins_a_trick() -> None:
    won = ["0: R1 Y2 Y3 Y4", "0: R2 B2 B3 B4", "0: R4 G2 G3 G4", "0: R3 P2 P3 P4"]
    assert verdict("13", *won[:3]) == "open"
    assert verdict("13", *won) == "condition-met"
    assert verdict("13", "0: R1 R2 Y3 Y4") == "rocket-beaten"
    assert verdict("13", *fill(7)) == "too-few-tricks-for-rockets"


def test_mission_13_without_rocket_1_in_the_three_player_challenge() -> None:
    state = dealt(games.Setup("planet-nine", "13", 3, "x", ("three-player-challenge",)))
    assert [card for card in state.cards if card.is_trump] == list(cards("R2 R3 R4"))


def test_mission_44_in_ascending_order() -> None:
    assert verdict("44", "0: R1 Y2 Y3 Y4", "0: R2 B2 B3 B4") == "open"
    assert verdict("44", "0: R1 Y2 Y3 Y4", "0: R3 B2 B3 B4") == "rocket-out-of-order"
    won = ["0: R1 Y2 Y3 Y4", "0: R2 B2 B3 B4", "0: R3 G2 G3 G4", "0: R4 P2 P3 P4"]
    assert verdict("44", *won) == "condition-met"


# Nines


def test_mission_16_no_nine_wins() -> None:
    assert verdict("16", "0: P9 P1 P2 P3") == "nine-won"
    assert verdict("16", "0: P8 Y9 P2 P3") == "open"
    assert verdict("16", "0: R1 Y9 P9 B9") == "open"
    assert verdict("16", "0: R1 Y9 P9 B9", "0: R2 G9 P2 P3") == "condition-met", "all nines are gone"
    assert verdict("16", *fill(10)) == "condition-met"


def test_mission_17_ends_with_its_tasks() -> None:
    tasks = (Task("P1", None, 0, DONE), Task("B1", None, 0))
    assert verdict("17", "0: P8 P1 P2 P3", "0: B8 B1 B2 B3", tasks=tasks) == "tasks-done"
    assert verdict("17", "0: P8 P1 P2 P3", "0: B9 B1 B2 B3", tasks=tasks) == "nine-won"


# Balance


def test_mission_29_nobody_gets_two_ahead() -> None:
    assert verdict("29", "0: P9 P1 P2 P3") == "open"
    assert verdict("29", "0: P9 P1 P2 P3", "0: B9 B1 B2 B3") == "not-balanced"
    even = [f"{seat}: Y8 Y2 Y3 Y4" for seat in (0, 1, 2, 3, 0, 1, 2, 3, 0, 1)]
    assert verdict("29", *even) == "condition-met"
    assert verdict("29", *even[:9]) == "open"


def test_mission_29_is_won_once_no_trick_can_break_it() -> None:
    even = [f"{seat}: Y8 Y2 Y3" for seat in (0, 1, 2) * 4]
    assert verdict("29", *even) == "condition-met", "4, 4 and 4 tricks, and one to come"
    assert verdict("29", *even[:11]) == "open"


def test_mission_34_the_captain_wins_first_and_last() -> None:
    even = [f"{seat}: Y8 Y2 Y3 Y4" for seat in (0, 1, 2, 3, 0, 1, 2, 3, 1, 0)]
    assert verdict("34", *even) == "condition-met"
    assert verdict("34", "1: Y8 Y2 Y3 Y4") == "first-or-last-lost"
    assert verdict("34", *even[:9], "2: Y8 Y2 Y3 Y4") == "first-or-last-lost"
    assert verdict("34", *even[:8], "0: Y8 Y2 Y3 Y4") == "captain-ahead-before-the-last", "known two tricks early"


# Missions 33 and 41


def test_mission_33_exactly_one_trick_without_a_rocket() -> None:
    assert verdict("33", "1: P9 P1 P2 P3", named=1) == "open"
    assert verdict("33", "1: P9 P1 P2 P3", "1: B9 B1 B2 B3", named=1) == "named-won-twice"
    assert verdict("33", "1: R1 P1 P2 P3", named=1) == "named-won-with-a-rocket"
    assert verdict("33", *fill(10), named=1) == "named-won-nothing"
    assert verdict("33", *fill(9), "1: P9 P1 P2 P3", named=1) == "condition-met"


def test_mission_41_the_first_and_the_last_trick_only() -> None:
    first = "1: P9 P1 P2 P3"
    assert verdict("41", first, named=1) == "open"
    assert verdict("41", *fill(1), named=1) == "first-or-last-lost"
    assert verdict("41", first, "1: B9 B1 B2 B3", named=1) == "named-won-in-between"
    assert verdict("41", "1: R1 P1 P2 P3", named=1) == "named-won-with-a-rocket"
    assert verdict("41", first, *fill(9), named=1) == "first-or-last-lost"
    assert verdict("41", first, *fill(8), "1: B9 B1 B2 B3", named=1) == "condition-met"
    assert verdict("41", first, *fill(8), "1: R1 B1 B2 B3", named=1) == "named-won-with-a-rocket"


# Mission 46


def test_mission_46_the_collector_sits_left_of_the_pink_nine_for_good() -> None:
    state = table("46", {0: "R4", 2: "P9"})
    assert state.collector == 3
    state = act(state, "0 propose distress left", "1 agree", "2 agree", "3 agree", "2 give P9")
    for seat in (0, 1, 3):
        state = act(state, f"{seat} {texts(state, seat)[0]}")
    assert "P9" in state.hands[3]
    assert state.collector == 3


def test_mission_46_wins_every_pink_card() -> None:
    assert verdict("46", "1: P9 P1 P2 P3", collector=1) == "open"
    assert verdict("46", "1: P9 P1 P2 P3", collector=0) == "pink-lost"
    assert verdict("46", "1: Y9 Y1 Y2 P3", collector=0) == "pink-lost"
    rest = ["1: P8 P4 P5 P6", "1: P7 Y1 Y2 Y3"]
    assert verdict("46", "1: P9 P1 P2 P3", *rest, collector=1) == "condition-met"


def test_mission_46_with_three_players_a_pink_card_left_over_loses() -> None:
    lines = ["1: P9 P1 P2", "1: P8 P4 P5", "1: P7 P6 B1", *["1: Y8 Y1 Y2"] * 10]
    assert verdict("46", *lines, collector=1) == "pink-unplayed"


def test_mission_46_covered_by_the_robot_the_pink_nine_is_the_robots() -> None:
    hands = in_deck_order(card for card in COLOUR_CARDS if card != "P9")[:25]
    first, second = hands[:13], [*hands[13:], "R4"]
    up = [card for card in (*COLOUR_CARDS, *cards("R1 R2 R3")) if card not in hands and card != "P9"]
    deal = f"{' '.join(first)} / {' '.join(second)} | robot-up {' '.join(up[:7])} | robot-down P9 {' '.join(up[7:])}"
    state = dealt(games.Setup("planet-nine", "46", 2, deal=deal))
    assert state.collector == 0


# Mission 48


def test_mission_48_omega_in_the_last_trick() -> None:
    tasks = (Task("P1", "omega", 0), Task("B1", None, 0), Task("G1", None, 0))
    done = ["0: B9 B1 B2 B3", "0: G9 G1 G2 G3"]
    early = tuple(task._replace(status="done") if task.token is None else task for task in tasks)
    assert verdict("48", *done, "0: P9 P1 P2 P3", tasks=early) == "omega-too-early"
    assert verdict("48", *fill(9), "0: P9 P1 P2 P3", tasks=early) == "tasks-done"


# Mission 50


def test_mission_50_everybody_says_a_wish_and_the_crew_agrees() -> None:
    state = dealt(games.Setup("planet-nine", "50", 4, "roles"))
    captain = state.captain
    for seat in state.others(captain):
        assert texts(state, seat) == ["answer first", "answer last", "answer middle"]
        state = act(state, f"{seat} answer middle")
    assert state.waiting_on == {captain}
    state = act(state, f"{captain} answer first")
    one, two, three = state.others(captain)
    state = act(state, f"{one} propose roles {captain} {two}", f"{captain} agree", f"{two} agree", f"{three} agree")
    assert state.view(None)["roles"] == (captain, two)
    assert state.phase == "gap"


def test_mission_50_a_trick_by_the_wrong_role_loses() -> None:
    first = fill(4, 1)
    middle = fill(5, 0)
    last = ["2: B9 B1 B3 B4"]
    assert verdict("50", *first, *middle, *last, roles=(1, 2)) == "condition-met"
    assert verdict("50", *fill(1, 0), roles=(1, 2)) == "first-role-broken"
    assert verdict("50", *first, *fill(1, 1), roles=(1, 2)) == "middle-role-broken"
    assert verdict("50", *first, *middle, *fill(1, 0), roles=(1, 2)) == "last-role-broken"


# Two players


def robot_round(mission: str = "1", seed: str = "robot") -> State:
    return dealt(games.Setup("planet-nine", mission, 2, seed))


def test_the_robot_has_seven_open_cards_over_seven_covered_ones() -> None:
    view = robot_round().view(0).as_dict()
    assert len([card for card in view["robot"]["up"] if card]) == 7
    assert view["robot"]["down"] == 7
    assert view["hand_sizes"] == [13, 13, 14]
    assert robot_round().view(2)["legal"] == ()


def test_the_captain_chooses_and_plays_for_the_robot() -> None:
    state = robot_round("4")
    captain, other = state.captain, 1 - state.captain
    order = [(captain + step) % 3 for step in range(3)]
    for seat in order:
        actor = captain if seat == 2 else seat
        assert state.waiting_on == {actor}
        wanted = [text for text in texts(state, actor) if "take" in text]
        assert all(text.startswith("robot ") == (seat == 2) for text in wanted)
        state = act(state, f"{actor} {wanted[0]}")
    assert {task.owner for task in state.tasks} == {0, 1, 2}
    with pytest.raises(games.IllegalAction, match="can’t act for the robot: only the captain, Seat"):
        act(state, f"{other} robot play P1")


def test_a_covered_card_is_turned_up_after_the_trick_and_not_before() -> None:
    state = act(
        robot_round("16"), f"{robot_round('16').captain} {texts(robot_round('16'), robot_round('16').captain)[1]}"
    )
    while not state.tricks:
        (seat,) = state.waiting_on
        play = next(text for text in texts(state, seat) if "play" in text)
        state = act(state, f"{seat} {play}")
        if "robot" in play and not state.tricks:
            assert state.robot is not None
            assert len(state.robot.hand) == 6
            assert state.robot.covered == 7
    assert state.robot is not None
    assert len(state.robot.hand) == 7
    assert state.robot.covered == 6
    assert state.view(0)["robot"]["covered"].count(True) == 6


def test_two_people_pass_each_other_a_card_and_the_robot_none() -> None:
    state = robot_round("16")
    row = state.robot
    one, two = (next(card for card in state.hands[seat] if not card.is_trump) for seat in (0, 1))
    state = act(state, "0 propose distress right", "1 agree", f"0 give {one}", f"1 give {two}")
    assert one in state.hands[1]
    assert two in state.hands[0]
    assert state.robot == row


def test_the_robot_may_be_named_and_is_not_asked() -> None:
    state = robot_round("5")
    other = 1 - state.captain
    assert state.waiting_on == {other}
    state = act(state, f"{other} answer good")
    assert texts(state, state.captain) == sorted([f"name {other}", "name 2"])


def test_spelled_out_rows_need_seven_columns() -> None:
    with pytest.raises(games.UnknownSetup, match="robot’s rows have 0 and 0 cards"):
        games.deal(games.Setup("planet-nine", "1", 2, deal=spell({0: "R4"}, players=2)))
