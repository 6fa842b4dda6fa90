"""Replay of a finished attempt: every step in words, all hands open."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots import BOTS
from logbook.rounds.view.news import action_sentence, news_of
from logbook.rounds.view.replay import ReplayPage, replay_page, step_within
from logbook.rounds.view.status import Names
from tests.rounds.round_views import NAMES, faces


def played(players: int, mission: str = "4") -> list[games.State]:
    """Return every moment of an attempt by careful bots."""
    state = games.deal(games.Setup("planet-nine", mission, players, "a replay"))
    states, chance = [state], Random(7)
    while state.outcome is None:
        seat = min(state.waiting_on)
        text = BOTS["careful"].choose(state.view(seat), chance)
        assert text is not None
        state = state.apply(games.Action(seat, text))
        states.append(state)
    return states


def page_at(states: list[games.State], step: int, players: int) -> ReplayPage:
    seats = 3 if players == 2 else players
    views = [states[step].view(seat) for seat in range(seats)]
    log = states[-1].log
    return replay_page(views, log, faces(players, None), step=step, attempt_id=7, table_id=42, attempt_number=1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_step_can_be_shown(players: int) -> None:
    states = played(players)

    for step in range(len(states)):
        page = page_at(states, step, players)
        assert page.last == len(states) - 1
        assert len(page.hands) == (3 if players == 2 else players)
        assert not page.round.choices
        assert not page.round.folded
        assert page.round.hand is None


@pytest.mark.parametrize("players", [2, 4])
def test_the_chapters_hold_every_action_once_in_order(players: int) -> None:
    states = played(players)
    page = page_at(states, 0, players)

    steps = [line.step for chapter in page.chapters for line in chapter.rows]
    assert steps == list(range(1, len(states)))
    seats = 3 if players == 2 else players
    whole = [chapter for chapter in page.chapters if chapter.title.startswith("Trick")]
    assert all(sum(" plays " in line.sentence for line in chapter.rows) == seats for chapter in whole)


def test_the_steps_lead_forward_and_back() -> None:
    states = played(4)
    last = len(states) - 1
    first, middle, end = (page_at(states, step, 4) for step in (0, 5, last))

    assert (first.back, first.forward) == (None, 1)
    assert (middle.back, middle.forward) == (4, 6)
    assert (end.back, end.forward) == (last - 1, None)
    assert middle.trick_back < 5 < middle.trick_forward
    assert first.happened == "The cards have been dealt."
    assert end.round.end is not None


def test_a_step_outside_is_brought_inside() -> None:
    log = played(4)[-1].log

    assert step_within(-3, log) == 0
    assert step_within(10_000, log) == len(log)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play B7", "Ben plays blue 7."),
        ("robot play R2", "Ben plays JARVIS’s rocket 2."),
        ("take P3", "Ben takes the task pink 3."),
        ("pass", "Ben passes."),
        ("answer good", "Ben answers: I feel good."),
        ("name 2", "Ben names Cleo."),
        ("assign all 3", "Ben gives all the tasks to Dan."),
        ("assign P3 0", "Ben gives the task pink 3 to Ana."),
        ("propose distress left", "Ben proposes: Everyone passes left."),
        ("propose P3 2", "Ben proposes: pink 3 to Cleo."),
        ("signal G4 lowest", "Ben signals green 4: lowest."),
        ("signal G4", "Ben signals green 4: no position."),
        ("ask", "Ben wants to signal."),
        ("a verb to come", "Ben: a verb to come"),
    ],
)
def test_actions_in_words(text: str, words: str) -> None:
    assert action_sentence(1, text, Names(dict(enumerate(NAMES)))) == words


def test_a_card_passed_on_is_named_only_where_it_may_be_known() -> None:
    names = Names(dict(enumerate(NAMES)), reader=0)
    told = news_of([games.Action(0, "give P3"), games.Action(1, "give B4")], names)

    assert told == ("Ana passes pink 3.", "Ben has chosen a card to pass.")
    assert action_sentence(1, "give B4", names, open_cards=True) == "Ben passes blue 4."
