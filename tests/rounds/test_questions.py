"""Questions before a card: true in every round, made of the player's view alone, and short."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.counting import count
from games.crew.cards import CARDS
from games.crew.state import State
from logbook.rounds.view.help import ASKED, COUNTED, MARKED, NO_HELP, Help, help_with
from logbook.rounds.view.questions import CERTAIN, CONCEPTS, NO, VOIDS, YES, Question, Turn, question_of
from logbook.rounds.view.status import Names
from tests import wide
from tests.games.builders import act
from tests.games.counting_scenes import holders, ready
from tests.games.playout import with_hidden_exchanged

NAMES = Names({0: "Ana", 1: "Ben", 2: "Cleo", 3: "Dan", 4: "Emre"}, 0)
MOST_WORDS = 25


def turn_of(state: State, seat: int = 0) -> Turn:
    view = state.view(seat)
    return Turn(view.as_dict(), count(view))


def shown(state: State, level: int, concepts: tuple[str, ...] = CONCEPTS) -> Help:
    """What seat 0 is shown at this level of every concept."""
    turn = turn_of(state)
    return help_with(turn, NAMES, dict.fromkeys(CONCEPTS, level), question=question_of(turn, NAMES, concepts))


def assert_true(question: Question, state: State) -> None:
    """The right answer is so, whatever the seat can see."""
    hands = holders(state)
    if question.concept == VOIDS:
        seat, suit = question.about.split()
        has = any(card.suit == suit for card in hands[int(seat)])
        assert (question.right == NO) <= (not has)
        assert (question.right == YES) <= has
    elif question.about == "number":
        others = [card for seat, cards in hands.items() if seat for card in cards]
        assert int(question.right) == sum(card.is_trump for card in others)
    elif question.about == "who":
        able = {str(seat) for seat, cards in hands.items() if seat and any(card.is_trump for card in cards)}
        assert able <= set(question.right.split())
    elif question.concept == CERTAIN and question.right != "none":
        assert CARDS[question.about] in hands[int(question.right)]


def assert_sound(question: Question) -> None:
    keys = [answer.key for answer in question.answers]
    assert 2 <= len(keys) == len(set(keys)) <= 5
    assert len({answer.words for answer in question.answers}) == len(keys)
    assert question.right in keys
    assert question.right_words
    assert all(len(words.split()) <= MOST_WORDS for words in (question.words, question.reason))
    assert question.reason.endswith(".")
    if question.about == "who":  # No wrong answer stands out by its length.
        seats = [set(key.removeprefix("none").split()) for key in keys]
        right = set(question.right.removeprefix("none").split())
        assert {len(one ^ right) for one in seats} == {0, 1}
    assert max(len(question.about), *map(len, keys)) <= 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "mission", "players"),
    [("planet-nine", "4", 4), ("planet-nine", "12", 5), ("deep-sea", "3", 3), ("deep-sea", "5", 2)],
)
def test_every_question_of_a_round_is_true(game: str, mission: str, players: int) -> None:
    asked = set()
    for number in range(wide.of(4, 16)):
        chance = Random(f"{mission} {number}")
        state = games.deal(games.Setup(game, mission, players, f"questions/{number}"))
        while state.outcome is None:
            assert isinstance(state, State)
            for concept in CONCEPTS:
                question = question_of(turn_of(state), NAMES, [concept])
                if question is not None:
                    asked.add("who" if question.about == "who" else concept)
                    assert_sound(question)
                    assert_true(question, state)
            other = with_hidden_exchanged(state, 0, chance)
            assert shown(other, MARKED) == shown(state, MARKED)
            seat = min(state.waiting_on)
            text = BOTS["careful"].choose(state.view(seat), chance)
            assert text is not None
            state = state.apply(games.Action(seat, text))
    assert asked == {*CONCEPTS, "who"}


def test_concepts_take_turns_and_those_done_are_left_out() -> None:
    turn = turn_of(ready())
    asked = [question_of(turn, NAMES, CONCEPTS, shift=shift) for shift in range(4)]
    assert {question.concept for question in asked if question} == {"trumps", "winners"}  # Nothing else is known yet.
    assert question_of(turn, NAMES, ()) is None
    assert question_of(turn, NAMES, [VOIDS]) is None


def test_player_who_waits_is_asked_nothing() -> None:
    state = act(ready(), "0 play P8")
    assert question_of(turn_of(state), NAMES, CONCEPTS) is None
    assert question_of(turn_of(state, 1), Names(NAMES.by_seat, 1), CONCEPTS) is not None


def test_void_is_marked_beside_the_seat_then_counted_then_asked() -> None:
    state = act(ready(), "0 play P8", "1 play P7", "2 play G1", "3 play P4")
    marked, counted, asked, nothing = (shown(state, level) for level in (MARKED, COUNTED, ASKED, NO_HELP))
    assert marked.beside(2).voids == ("pink",)
    assert counted.beside(2).voids == ()
    assert [line.label for line in counted.lines][1] == "Cards the others hold"
    assert asked.lines == nothing.lines == ()


def test_signalled_card_lies_beside_the_seat_already() -> None:
    state = act(ready(), "3 signal P4 only")
    assert shown(state, MARKED).beside(3).certain == ()
    assert count(state.view(0)).certain[3] == {CARDS["P4"]}


def test_winning_cards_are_marked_only_while_everything_is() -> None:
    assert shown(ready(), MARKED).winners == {"R4"}
    assert shown(ready(), COUNTED).winners == frozenset()
    assert shown(ready(), COUNTED).lines[-1].words == "1"


def test_reason_names_what_shows_it() -> None:
    state = act(ready(), "3 signal P4 only", "0 play P8", "1 play P7", "2 play G1", "3 play P4", "0 play G9")
    state = act(state, "1 play G3", "2 play G2", "3 play G7", "0 play P9", "1 play P6", "2 play G5", "3 play G6")
    reasons = set()
    while state.outcome is None and state.view(0)["phase"] in ("gap", "trick"):
        question = question_of(turn_of(state), NAMES, [VOIDS])
        if question is not None:
            reasons.add(question.reason)
        seat = min(state.waiting_on)
        text = next(text for text in state.view(seat)["legal"] if text.startswith("play "))
        state = act(state, f"{seat} {text}")
    assert any("didn’t follow when" in reason for reason in reasons)
