"""Bots that look sane: nothing impossible, signals for conditions, partners' trumps spared, reasons of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

import games
from games.bot import Bot, next_action
from games.crew.bots import BOTS, answers, careful
from games.crew.bots.conditions import conditions_of
from games.crew.bots.evaluation import loses_at_once
from games.crew.bots.needed_trumps import Need, is_stripping, spares_trumps, stripped
from games.crew.bots.possible_choices import (
    fault_of_choice,
    fault_of_sharing,
    known_to,
    may_share_out_singly,
    without_impossible,
)
from games.crew.bots.signals import asks, best_signal, subject_of
from games.crew.cards import CARDS
from games.crew.deep_sea.contradictions import contradict
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.state import State
from games.random_bot import RandomBot
from tests import wide
from tests.games.builders import PLAY_PHASES, act, dealt, sea, table

WITHOUT_TASKS = ("5", "9", "13", "16", "26", "29", "33", "34", "41", "44", "46", "50")
NO_TRICKS, FIRST, FIRST_TWO, GREEN_9, ONLY_S2, LAST = "T74", "T79", "T78", "T59", "T53", "T76"
WAYS = ("free-selection", "captain-skipped", "captain-takes-hardest", "volunteers=2", "one-agreed", "")
TEMPTING = (f"{NO_TRICKS},{GREEN_9},{ONLY_S2},T16", f"{NO_TRICKS},{GREEN_9},T90,T17", f"{NO_TRICKS},{ONLY_S2},T16,T17")
FOR_ONE = (f"{ONLY_S2},T16", f"{NO_TRICKS},T3", "T81,T90")
"""What one player can do, but not every one."""


def chosen(bot: Bot, state: State, seat: int) -> str | None:
    """What the bot in this seat does now."""
    return bot.choose(state.view(seat), Random(f"{len(state.log)} {seat}"))


def choices(bot: Bot, setup: games.Setup, most: int = 400) -> Iterator[tuple[State, int, str]]:
    """Every choice of a crew of these bots in a round, with the state before it."""
    state: Any = games.deal(setup)
    for _ in range(most):
        action = next_action(state, range(setup.players), partial(chosen, bot, state))
        if state.outcome is not None or action is None:
            return
        yield state, action.seat, action.text
        state = state.apply(action)


def is_impossible(state: State, seat: int, text: str) -> bool:
    """Whether public facts exclude this choice, and leave another one."""
    view = state.view(seat)
    known = known_to(view, own_hand=False)
    if state.phase in PLAY_PHASES and "play" in text.split():
        legal = [action.text for action in state.legal_actions(seat) if "play" in action.text.split()]
        lost = {text: loses_at_once(state, CARDS[text[-2:]].order) for text in legal}
        return lost[text] and not all(lost.values())
    if view["phase"] == "proposal":
        told = view["proposal"]["text"]
        if text != "agree" or not fault_of_choice(view, known, told):
            return False
        offers = [f"propose all {other}" for other in range(4)]
        others = [] if may_share_out_singly(view) else [fault_of_choice(view, known, offer) for offer in offers]
        return not fault_of_sharing(view, known) if not others else not all(others)
    if state.phase in PLAY_PHASES or view["game"] != "deep-sea":
        return False
    faults = {other: fault_of_choice(view, known, other) for other in view["legal"]}
    return faults[text] is not None and not all(faults.values())


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["careful", "solver"])
@pytest.mark.parametrize("way", WAYS)
def test_no_choice_of_a_bot_is_impossible_by_public_facts(bot: str, way: str) -> None:
    some = FOR_ONE if way == "one-agreed" else TEMPTING
    for number, tasks in enumerate(some[: wide.of(1 if bot == "solver" else 3, 3)]):
        setup = games.Setup("deep-sea", f"tasks={tasks} {way}".strip(), 4, f"sane/{number}")
        wrong = [(seat, text) for state, seat, text in choices(BOTS[bot], setup) if is_impossible(state, seat, text)]
        assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["16", "12", "34"])
def test_no_card_of_a_careful_bot_loses_where_another_does_not(mission: str) -> None:
    for game in ("planet-nine", "deep-sea")[: 1 if mission in ("16", "34") else 2]:
        for number in range(wide.of(2, 8)):
            setup = games.Setup(game, mission, 4, f"sane/{number}")
            assert not [
                text for state, seat, text in choices(BOTS["careful"], setup) if is_impossible(state, seat, text)
            ]


def test_the_property_finds_what_a_bot_of_chance_does() -> None:
    setup = games.Setup("deep-sea", f"tasks={TEMPTING[0]} free-selection", 4, "sane/chance")
    found = [is_impossible(state, seat, text) for state, seat, text in choices(RandomBot(), setup, 120)]
    assert any(found)


@pytest.mark.slow
def test_bot_without_the_check_shares_out_what_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(careful, "without_impossible", lambda view: view)
    setups = [games.Setup("deep-sea", f"tasks={TEMPTING[0]} free-selection", 4, f"sane/{n}") for n in range(4)]
    found = [
        is_impossible(state, seat, text)
        for setup in setups
        for state, seat, text in choices(BOTS["careful"], setup)
        if state.phase == "selecting"
    ]
    assert any(found)


@pytest.mark.parametrize("mission", ["25", "28", "31"])
def test_the_tasks_of_a_crew_of_bots_do_not_contradict_each_other(mission: str) -> None:
    for number in range(wide.of(2, 6)):
        state = dealt(games.Setup("deep-sea", mission, 4, f"shared/{number}"))
        for before, seat, text in choices(BOTS["careful"], state.setup):
            state = act(before, f"{seat} {text}")
            if state.phase in PLAY_PHASES:
                break
        pairs = [(one, other) for one in state.tasks for other in state.tasks if one.name < other.name]
        for one, other in pairs:
            same = one.owner == other.owner
            cards = TASK_CARDS[one.name], TASK_CARDS[other.name]
            assert not contradict(*cards, same_owner=same, seats=4, tricks=10), (number, one, other)


# Proposals


def proposed(text: str, names: str, held: dict[int, str] | None = None) -> State:
    return act(sea(f"tasks={names} free-selection", held), f"0 {text}")


@pytest.mark.parametrize("bot", ["careful", "solver"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"propose {ONLY_S2} 0", "The cards that everyone knows show that Seat 0 can’t complete T53."),
        (f"propose {NO_TRICKS} 0", "The cards that everyone knows show that Seat 0 can’t complete T74."),
        ("propose all 0", "The cards that everyone knows show that Seat 0 can’t complete T53."),
    ],
)
def test_a_bot_declines_what_cannot_be_and_says_why(bot: str, text: str, words: str) -> None:
    state = proposed(text, f"{ONLY_S2},{NO_TRICKS},T16")
    assert BOTS[bot].choose(state.view(2), Random(1)) == "decline"
    assert str(BOTS["solver"].explain(state.view(2), "decline", Random(1))) == words
    again = act(state, "2 decline", f"0 {text}")
    assert BOTS[bot].choose(again.view(2), Random(1)) == "decline", "public facts stay as they are"


def test_a_bot_agrees_to_what_may_be() -> None:
    state = proposed(f"propose {ONLY_S2} 1", f"{ONLY_S2},{NO_TRICKS},T16", {0: "S4", 1: "S2", 3: "S3"})
    assert BOTS["careful"].choose(state.view(3), Random(1)) == "agree"


def test_what_only_its_hand_excludes_a_bot_declines_once() -> None:
    state = proposed(f"propose {ONLY_S2} 1", f"{ONLY_S2},T16", {0: "S4", 3: "S2"})
    assert BOTS["careful"].choose(state.view(3), Random(1)) == "decline"
    assert BOTS["careful"].choose(state.view(2), Random(1)) == "agree"
    assert (
        str(BOTS["solver"].explain(state.view(3), "decline", Random(1)))
        == "The cards in this hand show that Seat 1 can’t complete T53."
    )
    again = act(state, "3 decline", f"0 propose {ONLY_S2} 1")
    assert BOTS["careful"].choose(again.view(3), Random(1)) == "agree"


def test_contradicting_tasks_are_declined_with_both_named() -> None:
    state = sea(f"tasks={NO_TRICKS},{GREEN_9},{FIRST},{FIRST_TWO},T16 free-selection")
    state = act(state, f"0 propose {NO_TRICKS} 1", "1 agree", "2 agree", "3 agree")
    state = act(state, f"0 propose {GREEN_9} 1")
    assert BOTS["careful"].choose(state.view(2), Random(1)) == "decline"
    why = BOTS["solver"].explain(state.view(2), "decline", Random(1))
    assert str(why) == "Seat 1 can’t complete both T74 and T59."
    state = act(state, "2 decline", f"0 propose {FIRST} 2", "1 agree", "2 agree", "3 agree", f"0 propose {FIRST_TWO} 3")
    why = BOTS["solver"].explain(state.view(1), "decline", Random(1))
    assert str(why) == "Seat 2 can’t complete T79 if Seat 3 completes T78."


def test_a_bot_agrees_where_nothing_can_be_right() -> None:
    state = act(
        sea(f"tasks={FIRST},{FIRST_TWO} free-selection"), f"0 propose {FIRST} 1", "1 agree", "2 agree", "3 agree"
    )
    state = act(state, f"0 propose {FIRST_TWO} 1")
    assert answers.objection_to(state.view(2)) is None
    view = state.view(2)
    signal: dict[str, Any] = {"proposal": {"seat": 0, "text": "propose distress left", "agreed": ()}}
    assert answers.answer(replace(view, **signal), Random(1)) == "agree"


def test_the_captain_is_left_with_nothing_that_its_trump_excludes() -> None:
    state = sea(f"tasks={ONLY_S2},T16,T17,T18", {0: "S4", 3: "S2"})
    assert f"take {ONLY_S2}" not in without_impossible(state.view(0))["legal"]
    state = act(state, "0 take T16", "1 take T17")
    assert without_impossible(state.view(2))["legal"] == ("take T18",), "the hand of seat 2 shows that it can’t"
    for bot in ("careful", "solver"):
        last = sea(f"tasks={ONLY_S2},T16,T17,T18,T19", {0: "S4", 3: "S2"})
        last = act(last, "0 take T16", "1 take T17", "2 take T18")
        assert BOTS[bot].choose(last.view(3), Random(1)) == f"take {ONLY_S2}", "else it would be the captain's"


# Signals


@pytest.mark.slow
@pytest.mark.parametrize("mission", WITHOUT_TASKS)
@pytest.mark.parametrize("bot", ["careful", "solver"])
def test_bots_signal_in_missions_without_tasks(mission: str, bot: str) -> None:
    signals = 0
    for state, _, text in choices(BOTS[bot], games.Setup("planet-nine", mission, 4, f"signals/{mission}")):
        signals += text.startswith("signal ")
        if state.tricks:
            break
    assert signals == 4


def test_signals_are_about_cards_where_tasks_are_about_cards() -> None:
    assert subject_of(table("1", {0: "R4"}).view(0)) == "cards"
    assert subject_of(table("16", {0: "R4"}).view(0)) == "conditions"
    assert subject_of(sea("tasks=T16").view(0)) == "hands"


def test_a_condition_beside_tasks_is_worth_a_token_and_a_question() -> None:
    lone_nine = {0: "R4 P5", 1: "G9 P1 B2 B3 B4 Y1 Y2 Y3 Y4 Y5"}
    state = act(
        table("17", lone_nine, tasks="P5 P6"),
        "0 take P5",
        "1 take P6",
    )
    assert state.phase == "gap"
    assert best_signal(state.view(1)) == "signal G9 only"
    played = act(state, "0 play P5")
    assert asks(played.view(1))
    without = act(table("2", lone_nine, tasks="P5 P6"), "0 take P5", "1 take P6")
    assert best_signal(without.view(1)) != "signal G9 only"


def test_signals_can_help_with_these_conditions_of_missions() -> None:
    kinds = {}
    for mission in WITHOUT_TASKS:
        for state, _, _ in choices(BOTS["careful"], games.Setup("planet-nine", mission, 4, "kinds")):
            if state.phase in PLAY_PHASES:
                kinds[mission] = {condition.kind for condition in conditions_of(state.view(0))}
                break
    assert kinds == {
        "5": {"few"}, "9": {"ones"}, "13": {"rockets"}, "16": {"nines"}, "26": {"ones"}, "29": set(), "33": {"few"},
        "34": {"last"}, "41": {"few", "last"}, "44": {"rockets"}, "46": {"pink"}, "50": {"first", "last"},
    }  # fmt: skip


# Trumps that partners need


def test_a_lead_of_a_trump_strips_the_partner_who_needs_one() -> None:
    state = sea(f"tasks={LAST} free-selection", {0: "S4 P9", 1: "S1", 2: "S3"})
    state = act(state, f"0 propose {LAST} 2", "1 agree", "2 agree", "3 agree")
    view = state.view(0)
    assert stripped(view) == [Need(2, "last", LAST)]
    assert is_stripping(view, "play S4")
    assert not is_stripping(view, "play P9")
    assert spares_trumps(view, "play S4", {"play S4": 1.0, "play P9": 0.95}, 0.1) == "play P9"
    assert spares_trumps(view, "play S4", {"play S4": 1.0, "play P9": 0.85}, 0.1) == "play S4"
    assert spares_trumps(view, "play P9", {"play S4": 0.9, "play P9": 0.95}, 0.1) == "play P9"
    own = act(sea(f"tasks={LAST} free-selection", {0: "S4"}), f"0 propose {LAST} 0", "1 agree", "2 agree", "3 agree")
    assert not is_stripping(own.view(0), "play S4"), "nobody else needs a trump"


def test_partners_rockets_are_needed_where_each_has_to_win() -> None:
    view = table("13", {0: "R4 P1", 1: "R3"}).view(0)
    assert {need.seat for need in stripped(view)} == {1, 2, 3}
    holds_all = table("13", {0: "R4 R3 R2 R1"}).view(0)
    assert stripped(holds_all) == []


# Reasons


def test_reasons_speak_of_the_table_with_figures_behind_them() -> None:
    state = act(table("2", {0: "R4 P9 P1", 1: "P2 G1"}, tasks="P2 G1"), "0 take P2", "1 take G1")
    state = act(state, "0 play P9")
    why = str(BOTS["solver"].explain(state.view(1), "play P2", Random(1)))
    assert why.startswith("Seat 0 is winning the trick and needs pink 2. The bot put the crew’s chance at ")


def test_a_lead_lets_a_partner_throw_a_card_that_is_wanted() -> None:
    hands = {0: "R4 P9 P8", 1: "G2 G3 G4 G5 B2 B3 Y2 Y3 Y4 Y5", 2: "P1 P2"}
    state = act(table("2", hands, tasks="G2 Y9"), "0 take G2", "1 take Y9", "1 signal G2 lowest")
    state = act(state, "0 play P8", "1 play B2", "2 play P1")
    state = act(state, f"3 {next(text for text in state.view(3)['legal'] if text.startswith('play P'))}")
    why = str(BOTS["solver"].explain(state.view(0), "play P9", Random(1)))
    assert why.startswith("This lead of pink 9 lets Seat 1 discard green 2. The bot put the crew’s chance at ")


def test_a_signal_names_the_condition_that_it_is_about() -> None:
    state = table("16", {0: "R4", 1: "G9 B1 B2 B3 B4 Y1 Y2 Y3 Y4 Y5"})
    why = str(BOTS["solver"].explain(state.view(1), "signal G9 only", Random(1)))
    assert why.startswith("No 9 may win a trick, so the crew should know who holds green 9. ")
