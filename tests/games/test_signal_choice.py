"""The strongest bot's signals: playouts decide between those that the rules value nearly alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.race import is_behind
from games.crew.bots.signal_choice import chosen_signal, facts_after, facts_of_silence, scores_of
from games.crew.bots.signals import KINDS, MARGIN, best_signal, values_of
from games.crew.cards import CARDS, COLOUR_CARDS
from games.crew.rating import played_out
from games.crew.solver.playout.evaluator import Facts, Worlds
from games.crew.state import State
from tests.games.builders import act, dealt, sea, table
from tests.games.signal_choice_scenes import before_signals, taken

__all__ = ["taken"]  # Fixtures.

SIGNALLING = "In the bot’s simulations, signalling pink 1"
RATED = "rated 60 out of 100, and"
Scores = dict[str, Sequence[float]]


def evaluator_of(state: State, seat: int) -> ViewEvaluator:
    return ViewEvaluator(state.view(seat), Random(1))


def scored_with(
    monkeypatch: pytest.MonkeyPatch,
    scores: Scores,
    silent: float | Sequence[float] = 0.0,
    never: float | None = None,
) -> list[int]:
    """Playouts score in turn so much where seat 1 has shown the card, is silent now, or never signals.

    Returns the worlds of each call.
    """
    calls: list[int] = []
    silences = (silent,) if isinstance(silent, float) else silent

    def scored(_: ViewEvaluator, facts: Facts, worlds: Worlds, playouts: int, chance: Random) -> list[float]:
        calls.append(len(worlds))
        shown = [score for card, score in scores.items() if facts.shown[1] >> CARDS[card].order & 1]
        silence = silences if never is None or facts.later else (never,)
        in_turn = shown[0] if shown else silence
        return [in_turn[place % len(in_turn)] for place in range(len(worlds))]

    monkeypatch.setattr(ViewEvaluator, "scores", scored)
    return calls


@pytest.mark.parametrize(
    ("scores", "chosen", "calls"),
    [
        ({"P1": [0.6], "B1": [0.5]}, "signal P1 lowest", 3),
        ({"P1": [0.5], "B1": [0.6]}, "signal B1 lowest", 3),
        ({"P1": [0.5], "B1": [0.5]}, "signal B1 lowest", 3),
        ({"P1": [0.5], "B1": [0.5], "Y2": [0.9], "G9": [0.9]}, "signal B1 lowest", 3),
        ({"P1": [1.0, 0.1], "B1": [0.0, 1.0]}, "signal P1 lowest", 7),
    ],
    ids=["one", "the other", "equal", "worth less by the rules", "close"],
)
def test_playouts_decide_between_signals_of_nearly_the_same_value(
    taken: State, monkeypatch: pytest.MonkeyPatch, scores: Scores, chosen: str, calls: int
) -> None:
    played = scored_with(monkeypatch, scores)
    assert chosen_signal(evaluator_of(taken, 1)) == chosen
    assert len(played) == calls
    assert BOTS["solver"].choose(taken.view(1), Random(2)) == chosen


@pytest.mark.parametrize(
    ("silent", "chosen"),
    [([0.9], None), ([0.5], "signal P1 lowest"), ([1.0, 0.6, 0.35], "signal P1 lowest")],
    ids=["clearly better", "worse", "perhaps better"],
)
def test_a_seat_keeps_its_token_where_silence_is_clearly_better(
    taken: State, monkeypatch: pytest.MonkeyPatch, silent: list[float], chosen: str | None
) -> None:
    scored_with(monkeypatch, {"P1": [0.6], "B1": [0.5]}, silent)
    assert BOTS["solver"].choose(taken.view(1), Random(2)) == chosen


@pytest.mark.parametrize(
    ("card", "chosen"), [("G6", "signal G6 highest"), ("Y6", "signal B5 highest")], ids=["third", "fourth"]
)
def test_playouts_decide_between_the_three_best_sea_signals(
    monkeypatch: pytest.MonkeyPatch, card: str, chosen: str
) -> None:
    """By the rules the four best are worth 1.2, 1.2, 0.9 and 0.9, all near enough for the race."""
    state = sea("tasks=T81", {1: "P2 P5 B1 B5 G1 G6 Y1 Y6"})
    for seat in range(4):
        state = act(state, f"{seat} {'take T81' if seat == 0 else 'pass'}") if seat in state.waiting_on else state
    view = state.view(1)
    values = values_of(view, [text for text in view["legal"] if text.startswith("signal ")])
    best = sorted(values, key=values.__getitem__, reverse=True)[:4]
    assert [text.split()[1] for text in best] == ["B5", "P5", "G6", "Y6"]
    assert values[best[0]] - values[best[3]] <= MARGIN["hands"]
    scored_with(monkeypatch, {card: [0.9]}, 0.5)
    assert chosen_signal(evaluator_of(state, 1)) == chosen


@pytest.mark.parametrize(("silent", "chosen"), [(0.5, "signal P1 lowest"), (0.9, "refrain")])
def test_a_bot_that_asked_signals_unless_silence_is_clearly_better(
    taken: State, monkeypatch: pytest.MonkeyPatch, silent: float, chosen: str
) -> None:
    scored_with(monkeypatch, {"P1": [0.6], "B1": [0.5]}, silent)
    window = act(taken, "1 ask").view(1)
    assert window["phase"] == "window"
    assert BOTS["solver"].choose(window, Random(2)) == chosen


def test_a_seat_that_refrained_gives_no_signal_before_the_same_trick(
    taken: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored_with(monkeypatch, {"P1": [0.6], "B1": [0.5]})
    refrained = act(taken, "1 ask", "1 refrain").view(1)
    assert any(text.startswith("signal ") for text in refrained["legal"])
    assert BOTS["solver"].choose(refrained, Random(2)) is None


@pytest.mark.parametrize(
    ("later", "without", "card", "words"),
    [
        (0.57, 0.5, "P1", f"{SIGNALLING} right away {RATED} signalling after the next trick rated 57."),
        (0.58, 0.57, "P1", f"{SIGNALLING} {RATED} staying silent rated 57."),
        (0.63, 0.5, "P1", "Of the signals that tell the crew most, pink 1 did best in simulated deals."),
        (0.58, 0.58, "B1", "Showing blue 1 tells the crew most about who holds the cards for the tasks."),
        (0.58, 0.58, "P1", "Of the signals that tell the crew most, pink 1 did best in simulated deals."),
    ],
)
def test_it_says_what_its_signal_changes(
    taken: State, monkeypatch: pytest.MonkeyPatch, later: float, without: float, card: str, words: str
) -> None:
    scored_with(monkeypatch, {card: [0.6]}, later, without)
    told = {"P1": "Seat 0 needs pink 1 and now knows who holds it. "}.get(card, "")
    assert str(BOTS["solver"].explain(taken.view(1), f"signal {card} lowest", Random(1))) == f"{told}{words}"


@pytest.mark.parametrize(
    ("mission", "players"), [("tasks=3", 4), ("tasks=3", 5), ("6", 3), ("tasks=3", 2)],
    ids=["four players", "five players", "a dead zone", "the robot"],
)  # fmt: skip
def test_seats_of_a_playout_know_what_the_signal_tells(mission: str, players: int) -> None:
    state = before_signals(games.Setup("planet-nine", mission, players, "facts"))
    before = evaluator_of(state, 1)
    signals = [text for text in state.view(1)["legal"] if text.startswith("signal ")]
    for text in signals:
        told, after = facts_after(before, text), evaluator_of(act(state, f"1 {text}"), 1).facts
        assert (told.shown, told.excluded) == (after.shown, after.excluded)
        assert told.shown != before.facts.shown


def worth_later(state: State, seat: int, card: str, says: str) -> int:
    """What the seat's signal of this card is worth after the next trick, in hundredths and one more; 0 for nothing."""
    later = facts_of_silence(evaluator_of(state, seat)).later
    assert later is not None
    return later.worth[len(COLOUR_CARDS) * KINDS.index(says) + CARDS[card].order]


def test_silence_keeps_the_token_for_the_next_trick(taken: State) -> None:
    evaluator = evaluator_of(taken, 1)
    silence = facts_of_silence(evaluator)
    assert silence.later is not None
    assert (silence.later.seat, silence.later.has_words) == (1, True)
    assert (silence.shown, silence.excluded) == (evaluator.facts.shown, evaluator.facts.excluded)
    assert [worth_later(taken, 1, card, "lowest") for card in ("B1", "P1", "G9")] == [451, 401, 0]


def test_silence_in_a_dead_zone_keeps_a_signal_without_words() -> None:
    later = facts_of_silence(evaluator_of(before_signals(games.Setup("planet-nine", "6", 4, "facts")), 1)).later
    assert later is not None
    assert not later.has_words
    assert any(later.worth)


def test_a_token_that_all_share_is_not_kept() -> None:
    state = act(sea("difficulty=1 rapture", {1: "P9", 2: "B9"}, tasks="T57"), "0 take T57")
    assert facts_of_silence(evaluator_of(state, 1)).later is None


def test_the_last_signal_that_the_mission_allows_is_not_kept() -> None:
    state = act(sea("10", {1: "Y1"}, tasks="T22"), "0 assign all 2", "2 answer yes")
    assert state.communication.until == 1
    assert facts_of_silence(evaluator_of(state, 1)).later is None


@pytest.mark.parametrize(
    ("kept", "chosen"),
    [(0.598, "signal P1 lowest"), (0.62, None)],
    ids=["nearly as good as now", "better"],
)
def test_a_signal_kept_for_later_counts_as_much_by_the_rules(
    taken: State, monkeypatch: pytest.MonkeyPatch, kept: float, chosen: str | None
) -> None:
    """Where the seat may signal later, silence gets the value of the best signal (0.045) added, less a little; pink 1
    gets 0.04.
    """
    scored_with(monkeypatch, {"P1": [0.6], "B1": [0.5]}, kept)
    assert chosen_signal(evaluator_of(taken, 1)) == chosen


@pytest.mark.slow
def test_a_token_that_was_kept_is_spent_later() -> None:
    start = dealt(games.Setup("planet-nine", "tasks=4", 4, "versions"))
    log = played_out(start, "solver", "fixed").log
    first_card = next(place for place, action in enumerate(log) if action.text.startswith("play "))
    before_play = act(start, *map(str, log[:first_card]))
    assert best_signal(before_play.view(0)) == "signal P4 lowest"
    assert {signal.seat for signal in before_play.signals} == {1, 2, 3}
    assert "0 signal P4 lowest" in map(str, log[first_card:])


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (0.7, "waiting until after the next trick rated 70 out of 100, and signalling blue 1 right away rated 50."),
        (0.5, "In simulated deals, a signal of blue 1 before the next trick made little difference."),
    ],
    ids=["better", "no better"],
)
def test_it_says_why_it_keeps_its_token(taken: State, monkeypatch: pytest.MonkeyPatch, kept: float, words: str) -> None:
    scored_with(monkeypatch, {"B1": [0.5]}, kept)
    window = act(taken, "1 ask").view(1)
    assert str(BOTS["solver"].explain(window, "refrain", Random(1))).endswith(words)


def test_a_last_chance_to_signal_is_compared_with_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    state = act(sea("10", {1: "Y1"}, tasks="T22"), "0 assign all 2", "2 answer yes", "1 ask")
    best = best_signal(state.view(1))
    assert best is not None
    played = scored_with(monkeypatch, {best.split()[1]: [0.5]}, 0.3)
    assert scores_of(evaluator_of(state, 1), best) == (0.5, None, 0.3)
    assert len(played) == 2
    why = BOTS["solver"].explain(state.view(1), best, Random(1))
    assert why is not None
    assert (why.code, why.params["other_number"]) == ("bot-why-signal-helps", 30)


def test_it_says_why_it_gives_no_signal_where_none_is_allowed_later(monkeypatch: pytest.MonkeyPatch) -> None:
    state = act(sea("10", {1: "Y1"}, tasks="T22"), "0 assign all 2", "2 answer yes", "1 ask")
    best = best_signal(state.view(1))
    assert best is not None
    card = best.split()[1]
    scored_with(monkeypatch, {card: [0.5]}, 0.7)
    why = BOTS["solver"].explain(state.view(1), "refrain", Random(1))
    assert why is not None
    assert (why.code, dict(why.params)) == (
        "bot-why-refrain-without", {"card": card, "number": 70, "other_number": 50}
    )  # fmt: skip


def test_a_signal_changes_what_the_crew_scores() -> None:
    deals = [before_signals(games.Setup("planet-nine", "tasks=4", 4, f"signal/{number}")) for number in range(6)]
    evaluators = [evaluator_of(state, seat) for state in deals for seat in range(4)]
    chosen = [(evaluator, text) for evaluator in evaluators if (text := chosen_signal(evaluator))]
    scores = [scores_of(evaluator, text) for evaluator, text in chosen]
    now, without = sum(score.now for score in scores), sum(score.without for score in scores)
    later = sum(score.later for score in scores if score.later is not None)
    assert now > later > without
    assert now > without + 0.2
    assert all(score is not None and 0 < score < 1 for parts in scores for score in parts)


def test_rules_decide_alone_before_hands_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    state = before_signals(games.Setup("planet-nine", "12", 4, "exchange"))
    played = scored_with(monkeypatch, {})
    told = [seat for seat in range(4) if best_signal(state.view(seat))]
    assert told
    assert [chosen_signal(evaluator_of(state, seat)) for seat in told] == [best_signal(state.view(s)) for s in told]
    best = best_signal(state.view(told[0]))
    assert best is not None
    why = BOTS["solver"].explain(state.view(told[0]), best, Random(1))
    assert why is not None
    assert why.code == "bot-why-signal"
    assert not played


def test_a_seat_with_nothing_to_tell_keeps_its_token() -> None:
    hands = {0: "R4 P9", 1: "B1 B2 B3 B4 Y1 Y2 Y3 G1 G2 G3"}
    without_pink = act(table("1", hands, tasks="P9"), "0 take P9")
    assert BOTS["solver"].choose(without_pink.view(1), Random(1)) is None


@pytest.mark.parametrize(
    ("best", "mine", "behind"),
    [
        ([1.0, 0.9, 1.0, 0.9], [0.0, 0.1, 0.0, 0.2], True),
        ([1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.9], False),
        ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], True),
    ],
    ids=["clearly worse", "not known", "the same"],
)
def test_a_choice_drops_out_once_its_difference_is_known(best: list[float], mine: list[float], behind: bool) -> None:
    assert is_behind(best, mine) == behind
