"""The solver's bot: what it imagines agrees with what it knows, and what it does is sensible."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games.crew.bots import BOTS, solver_reasons
from games.crew.bots.card_choice import rank_cards
from games.crew.bots.evaluation import ViewEvaluator, chance_of_success, evaluation_of, mean_of
from games.crew.families.masks import mask_of
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.line_replay import settle
from games.crew.solver.playout.chances import EXCLUDED
from games.crew.solver.playout.evaluator import Effort, WorldEvaluator, with_facts
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.solver.playout.world_sampling import suitability
from games.crew.solver.search.program import program_of
from games.crew.state import State
from tests import wide
from tests.games.bots_scenes import won
from tests.games.builders import act, dealt, sea, table, texts
from tests.games.write_records import played

pytestmark = pytest.mark.slow


def choose(state: State, seat: int) -> str | None:
    return BOTS["solver"].choose(state.view(seat), Random(1))


def hands_of(state: State) -> list[int]:
    covered = [card for card in state.robot.down if card] if state.robot else []
    robot = [mask_of((*state.robot.hand, *covered))] if state.robot else []
    return [*map(mask_of, state.hands), *robot]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_imagined_deals_agree_with_the_view_and_include_the_true_one(game: str, players: int) -> None:
    end = played(games.Setup(game, "4", players, "imagined"))
    assert isinstance(end, State)
    state = games.deal(end.setup)
    for number, action in enumerate(end.log):
        assert isinstance(state, State)
        if state.trick is not None and number % 3 == 0 and state.outcome is None:
            _check_worlds(state, seat=number % players)
        state = state.apply(action)


def _check_worlds(state: State, seat: int) -> None:
    evaluator = ViewEvaluator(state.view(seat), Random(2))
    true, facts = hands_of(state), evaluator.facts
    for other, hand in enumerate(true):
        assert not facts.held[other] & ~hand
        assert not hand & ~facts.possible[other]
    worlds = evaluator.worlds(12).numbers
    for at in range(0, len(worlds), WORLD):
        hands = [int(worlds[at + other]) for other in range(state.seats)]
        assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in true]
        assert hands[seat] == true[seat]
        assert sum(hands) == sum(true)
        assert all(not hand & ~facts.possible[other] for other, hand in enumerate(hands))


def test_it_takes_the_task_of_its_own_nine() -> None:
    state = table("2", {0: "R4 Y9", 1: "P9"}, tasks="P5 Y9")
    assert choose(state, 0) == "take Y9"


def test_it_tells_where_anothers_task_lies() -> None:
    state = act(table("1", {0: "R4 P9 P8", 2: "P1"}, tasks="P1"), "0 take P1")
    text = choose(state, 2)
    assert text is not None
    assert text.startswith("signal P1")


TELLS = {0: "R4 Y9 Y8 Y7 B9 B8 B7 G9 G8 G7", 1: "P9 P1"}
"""Seat 1 holds P1, the task of seat 0."""


def led(hands: dict[int, str], mission: str = "tasks=1 disruption=2") -> State:
    """Seat 0 leads its yellow 9; no signal is allowed before trick 2."""
    return act(table(mission, hands, tasks="P1"), "0 take P1", "0 play Y9")


def test_it_asks_for_a_signal_in_the_trick_before_signals_are_allowed() -> None:
    state = led(TELLS)
    assert choose(state, 1) == "ask"
    assert choose(state, 2) is None, "it is not its turn"
    yellow = [next(str(card) for card in state.hands[seat] if card.suit == "Y") for seat in (1, 2, 3)]
    asked = act(state, "1 ask")
    assert str(choose(asked, 1)).startswith("play ")
    window = act(asked, *(f"{seat} play {card}" for seat, card in zip((1, 2, 3), yellow, strict=True)))
    assert choose(window, 1) == "signal P1 lowest"


def test_it_asks_for_no_signal_that_its_card_or_an_exchange_may_undo() -> None:
    only_pink = {0: TELLS[0], 1: "P1 B1 B2 B3 B4 G1 G2 G3 G4 G5"}
    assert "play P1" in texts(led(only_pink), 1)
    assert choose(led(only_pink), 1) != "ask"
    exchange = "tasks=1 disruption=2 special=random-card-from-right-after-trick-1"
    assert "ask" in texts(led(TELLS, exchange), 1)
    assert choose(led(TELLS, exchange), 1) != "ask"


def test_it_refrains_where_no_signal_is_worth_the_token_any_more() -> None:
    nobody_helped = {0: "R4 Y9 P9", 1: "B1 B2 B3 B4 B5 B6 B7 G1 G2 G3"}
    state = act(led(nobody_helped), "1 ask")
    cards = [next(text for text in texts(state, 1) if text.startswith("play "))]
    state = act(state, f"1 {cards[0]}")
    for seat in (2, 3):
        state = act(state, f"{seat} {next(text for text in texts(state, seat) if text.startswith('play '))}")
    assert state.phase == "window"
    assert choose(state, 1) == "refrain"


def test_it_can_fetch_its_task_from_where_it_was_shown() -> None:
    state = act(table("1", {0: "R4 P9 Y1", 1: "P1 P2"}, tasks="P1"), "0 take P1", "1 signal P1 lowest")
    ranking = rank_cards(ViewEvaluator(state.view(0), Random(1)))
    assert mean_of(ranking["play P9"]).score > 0.98


def test_it_discards_a_partners_task_on_a_trick_that_is_his() -> None:
    hands = {0: "R4 G9", 1: "B1 B2 B3 B4 Y1 Y2 Y3 P1 P2 P3", 2: "G2 G3 R1 R2 R3", 3: "G4 G8"}
    state = act(table("1", hands, tasks="B1"), "0 take B1")
    assert choose(act(state, "0 play G9", "1 ask"), 1) == "play B1"
    on_another = act(table("1", hands, tasks="B1"), "0 take B1", "0 play R4", "1 ask")
    assert choose(on_another, 1) == "play B1"


def test_it_says_why_it_played_a_card() -> None:
    state = act(table("1", {0: "R4 P9 Y1", 1: "P1 P2"}, tasks="P1"), "0 take P1", "1 signal P1 lowest")
    why = BOTS["solver"].explain(state.view(0), "play P9", Random(1))
    assert why is not None
    assert why.code.startswith("bot-why")
    assert why.params["card"] == "P9"
    assert str(why).startswith("The bot put the crew’s chance at ")


@pytest.mark.parametrize(
    ("winnable", "won", "code", "numbers"),
    [
        (80, 40, "bot-why-winnable", {"number": 90, "other_number": 80}),
        (90, 30, "bot-why-easier", {"number": 90, "won": 40, "other_number": 30}),
        (80, 30, "bot-why-winnable-and-easier", {"number": 90, "won": 40, "other_number": 80, "other_won": 30}),
        (95, 30, "bot-why-winnable-and-easier", {"number": 90, "won": 40, "other_number": 95, "other_won": 30}),
        (80, 42, "bot-why-winnable-and-easier", {"number": 90, "won": 40, "other_number": 80, "other_won": 42}),
        (90, 40, "bot-why-equal", {}),
        (92, 42, "bot-why-equal", {}),
        (95, 42, "bot-why-winnable-and-easier", {"number": 90, "won": 40, "other_number": 95, "other_won": 42}),
    ],
)
def test_it_tells_each_measure_in_which_the_cards_differ(
    winnable: int, won: int, code: str, numbers: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_best = evaluation_of("planet-nine", winnable / 100, won / 100, won / 100)
    ranking = {"play P9": [evaluation_of("planet-nine", 0.9, 0.4, 0.4)], "play Y1": [next_best]}
    monkeypatch.setattr(solver_reasons, "rank_cards", lambda _evaluator: dict(ranking))
    state = act(table("1", {0: "R4 P9 Y1", 1: "P1 P2"}, tasks="P1"), "0 take P1", "1 signal P1 lowest")
    why = BOTS["solver"].explain(state.view(0), "play P9", Random(1))
    assert why is not None
    assert why.code == code
    assert {name: value for name, value in why.params.items() if name not in ("card", "other", "chance")} == numbers


def test_it_says_when_nothing_could_be_won_any_more() -> None:
    state = act(table("2", {0: "R4 P1", 1: "P2", 2: "P3 P4"}, tasks="P1 P2"), "0 take P1", "1 take P2")
    state = act(state, "0 play P1", "1 play P2")
    why = BOTS["solver"].explain(state.view(2), "play P3", Random(1))
    assert str(why) == "None of the simulated deals could still be won, with pink 3 or any other card."


@pytest.mark.parametrize(
    ("text", "code"),
    [("signal P1 lowest", "bot-why-signal-wanted"), ("take P1", "bot-why-take"), ("ask", "bot-why-ask")],
)
def test_it_says_why_it_signalled_or_took_a_task(text: str, code: str) -> None:
    state = act(table("1", {0: "R4 P9", 1: "P1"}, tasks="P1"), "0 take P1")
    why = BOTS["solver"].explain(state.view(1), text, Random(1))
    assert why is not None
    assert why.code == code


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_the_chance_of_success_grows_from_nearly_none_to_nearly_all(game: str) -> None:
    shares = [number / 10 for number in range(11)]
    chances = [chance_of_success(game, evaluation_of(game, share, share, share)) for share in shares]
    assert chances == sorted(chances)
    assert chances[0] < 0.08
    assert chances[-1] > 0.97


@pytest.mark.parametrize(("game", "few"), [("planet-nine", 0.1), ("deep-sea", 0.5)])
def test_winnable_deals_tell_a_lost_round_where_no_playout_wins(game: str, few: float) -> None:
    nearly_lost, open_still = (
        chance_of_success(game, evaluation_of(game, winnable, 0.4, 0.0)) for winnable in (few - 0.01, few)
    )
    assert nearly_lost < 0.08
    assert open_still > 0.2
    assert chance_of_success(game, evaluation_of(game, few - 0.01, 0.4, 0.01)) > open_still


IN_SPACE = {"game": "planet-nine"}
PASSED = "The crew has its best chance of completing all tasks if other players take those that are left."


@pytest.mark.parametrize(
    ("phase", "text", "words"),
    [
        ("choosing", "pass", PASSED),
        ("choosing", "robot pass", PASSED),
        ("window", "refrain", "No signal would have helped the crew enough."),
        ("giving", "give P9", "Simulated deals went best when this player passed pink 9."),
        ("predicting", "predict T90 2", "In simulated deals, this number of tricks did best, or close to it."),
        ("naming", "name 2", "Judging by simulated deals and the players’ answers, Seat 2 is the best choice."),
        (
            "roles",
            "propose roles 0 2",
            "Judging by simulated deals and the players’ answers, these roles suit the crew best.",
        ),
        (
            "distributing",
            "assign P9 2",
            "Judging by simulated deals and the players’ answers, pink 9 suits Seat 2 best.",
        ),
        ("offering", "assign all 2", "The bot thinks Seat 2 is the most likely to complete all the tasks."),
        ("accepting", "answer yes", "The bot thinks Seat 0 is the most likely to complete all the tasks."),
        ("volunteering", "answer no", "The bot thinks another hand is more likely to complete all the tasks."),
    ],
)
def test_it_says_why_it_decided_anything_else(phase: str, text: str, words: str) -> None:
    poll = {"answers": ((1, "yes"),)}
    view: Any = {
        "game": "planet-nine",
        "phase": phase,
        "legal": (text, "another"),
        "seat": 0,
        "waiting_on": (0,),
        "poll": poll,
    }
    assert str(BOTS["solver"].explain(view, text, Random(1))) == words
    view["legal"] = (text,)
    assert str(BOTS["solver"].explain(view, text, Random(1))) == "There was no other choice."


@pytest.mark.parametrize(("phase", "text"), [("offering", "assign all 2"), ("accepting", "answer yes")])
def test_who_refused_all_tasks_is_not_compared(phase: str, text: str) -> None:
    poll = {"answers": ((1, "no"),)}
    view: Any = {
        "game": "planet-nine",
        "phase": phase,
        "legal": (text, "another"),
        "seat": 2,
        "waiting_on": (2,),
        "poll": poll,
    }
    why = str(BOTS["solver"].explain(view, text, Random(1)))
    assert (
        why == "Of the players who haven’t refused, the bot thinks Seat 2 is the most likely to complete all the tasks."
    )


def test_a_player_is_named_without_a_poll_where_none_was_asked() -> None:
    state = dealt(games.Setup("planet-nine", "11", 4, "named"))
    (captain,) = state.waiting_on
    name = next(text for text in state.view(captain)["legal"] if text.startswith("name "))
    why = str(BOTS["solver"].explain(state.view(captain), name, Random(1)))
    assert why == f"Simulated deals went best with Seat {name[-1]} named."


@pytest.mark.parametrize(("phase", "text"), [("poll", "answer yes"), ("gap", "agree"), ("deciding", "assign all 2")])
def test_what_it_does_by_a_simple_rule_has_no_reason(phase: str, text: str) -> None:
    view: Any = {"game": "planet-nine", "phase": phase, "legal": (text, "another"), "seat": 0, "waiting_on": (0,)}
    assert BOTS["solver"].explain(view, text, Random(1)) is None


def test_it_says_that_a_task_was_the_last() -> None:
    why = BOTS["solver"].explain(table("1", {0: "R4 P9"}, tasks="P1").view(0), "take P1", Random(1))
    assert why is not None
    assert why.code == "bot-why-last-task"


def test_the_hardest_task_was_the_captains_only_choice() -> None:
    state = sea("tasks=T17,T20 captain-takes-hardest", {0: "S4"})
    assert str(BOTS["solver"].explain(state.view(0), "take T20", Random(1))) == "There was no other choice."


def test_a_task_for_the_robot_is_not_for_the_captains_hand() -> None:
    view: Any = {
        "game": "planet-nine",
        "phase": "choosing",
        "legal": ("robot take P1", "robot take P2"),
        "seat": 0,
        "waiting_on": (0,),
    }
    why = str(BOTS["solver"].explain(view, "robot take P1", Random(1)))
    assert why == "With pink 1 for the robot, the crew has its best chance of completing all tasks."


def test_playouts_know_what_a_signal_excludes() -> None:
    state = act(table("1", {0: "R4 B1 G9", 1: "G1 G8"}, tasks="B1"), "0 take B1", "1 signal G8 highest")
    facts = ViewEvaluator(state.view(0), Random(8)).facts
    known = with_facts(program_of(puzzle_of(settle(state))), facts)
    assert [int(known[EXCLUDED + seat]) for seat in range(4)] == [0, mask_of([games.crew.cards.CARDS["G9"]]), 0, 0]


def test_tokens_order_tasks_only_where_all_of_them_are_given() -> None:
    evaluator = ViewEvaluator(games.deal(games.Setup("planet-nine", "3", 4, "tokens")).view(0), Random(7))
    tasks = {task.name: task.token for task in evaluator.position.tasks}
    assert any(tasks.values())
    given = evaluator.with_tasks((name, 1) for name in tasks)
    assert {task.name: task.token for task in given.tasks} == tasks
    one_of_them = evaluator.with_tasks([(next(iter(tasks)), 1)])
    assert [task.token for task in one_of_them.tasks] == [None]


def test_the_same_option_has_the_same_playouts() -> None:
    state = act(table("2", {0: "R4 B1 G3 Y5", 1: "P9", 3: "P5"}, tasks="P5 B1"), "0 take B1", "1 take P5")
    evaluator = ViewEvaluator(state.view(0), Random(5))
    worlds, effort = evaluator.worlds(20), Effort(worlds=20, nodes=200, playouts=3)
    card = games.crew.cards.CARDS["G3"].order
    deal = puzzle_of(evaluator.position), worlds, evaluator.facts
    results, _ = WorldEvaluator("planet-nine").evaluate(*deal, (card, card), effort, Random(6))
    assert results[0::2] == results[1::2]
    assert len(set(results)) > 1, "worlds differ"


def test_what_suits_a_hand() -> None:
    nine, one = 8, 0
    assert suitability(mask_of([games.crew.cards.CARDS["P9"]]), nine) == 100
    assert suitability(1 << nine, one) > suitability(1 << one, one)
    assert suitability(0b111 << 36, one) > suitability(0, one)


def test_it_mostly_wins_where_careful_bots_often_do_not() -> None:
    wins = [won("solver", "tasks=3", number) for number in range(wide.of(4, 8))]
    assert sum(wins) >= wide.of(3, 6)
