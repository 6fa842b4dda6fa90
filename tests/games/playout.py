"""One harness that any Crew round must survive, checked at every state of a random round."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import games
from games.crew.cards import in_deck_order
from games.crew.robot import Robot
from games.crew.state import State
from tests.games.builders import dealt

MOST_ACTIONS = 3000
SECRET = "T91"
"""The task whose prediction only its owner knows."""


def random_round(setup: games.Setup, chance: Random) -> State:
    """Play at random, by verb and then by action, anybody who may act, checking every state on the way."""
    state = dealt(setup)
    check_state(state, chance)
    while state.outcome is None:
        assert len(state.log) < MOST_ACTIONS, "a round ends"
        action = random_action(state, chance)
        before = json.dumps(state.view(None).as_dict())
        after = state.apply(action)
        assert json.dumps(state.view(None).as_dict()) == before, "the old state stays as it was"
        assert isinstance(after, State)
        state = after
        check_state(state, chance)
    check_record(state)
    return state


def random_action(state: State, chance: Random) -> games.Action:
    """Mostly a seat that is waited for, sometimes any that may act."""
    able = [seat for seat in state.people if state.legal_actions(seat)]
    waited = sorted(state.waiting_on)
    seat = chance.choice(waited if chance.random() < 0.8 else able)
    by_verb: dict[str, list[games.Action]] = {}
    for action in state.legal_actions(seat):
        by_verb.setdefault(action.text.split()[0], []).append(action)
    return chance.choice(by_verb[chance.choice(sorted(by_verb))])


def check_state(state: State, chance: Random) -> None:
    """What must hold at every moment."""
    check_actions(state)
    check_cards(state)
    check_refusals(state, chance)
    check_secrecy(state, chance)


def check_actions(state: State) -> None:
    """Actions are sorted, unique and in the view; each seat that is waited for has one; at the end no seat has."""
    assert bool(state.waiting_on) == (state.outcome is None)
    for seat in range(state.seats):
        actions = [action.text for action in state.legal_actions(seat)]
        assert actions == sorted(set(actions))
        assert state.view(seat).as_dict()["legal"] == actions
        assert actions or seat not in state.waiting_on
        assert not actions or (state.outcome is None and seat in state.people)


def check_cards(state: State) -> None:
    """Every card is in exactly one place."""
    robot = [card for row in (state.robot.up, state.robot.down) for card in row if card] if state.robot else []
    tricks = [*state.tricks, *([state.trick] if state.trick else [])]
    played = [card for trick in tricks for _, card in trick.plays]
    everywhere = [card for hand in state.hands for card in hand] + robot + played
    assert sorted(everywhere) == sorted(state.cards)
    assert sum(state.view(None)["hand_sizes"]) + len(played) == len(state.cards)


def check_refusals(state: State, chance: Random) -> None:
    """What is not legal is refused in a sentence, and what cannot be read as well."""
    seat = chance.randrange(state.seats)
    planet_nine = state.setup.game == "planet-nine"
    card, task = chance.choice(state.cards), chance.choice(["P1", "B5", "Y9"] if planet_nine else ["T1", "T50", "T91"])
    captains = ["answer yes", "name 1", f"assign {task} 0"] if planet_nine else ["answer yes", f"predict {task} 3"]
    proposals = [f"propose hand {task} 1", "propose roles 0 1"] if planet_nine else [f"propose {task} 1"]
    for text in (
        f"play {card}",
        f"robot play {card}",
        f"signal {card} {chance.choice(['highest', 'only', 'lowest'])}",
        f"signal {card}",
        f"take {task}",
        f"give {card}",
        chance.choice(["ask", "refrain", "agree", "decline", "pass", *captains]),
        chance.choice(["assign all 1", "propose distress left", *proposals]),
    ):
        if text not in [action.text for action in state.legal_actions(seat)]:
            with pytest.raises(games.IllegalAction, match=r"[\w”]\.$"):
                state.apply(games.Action(seat, text))
    with pytest.raises(games.UnreadableAction, match="isn’t an action"):
        state.apply(games.Action(0, "shout B7"))


def check_secrecy(state: State, chance: Random) -> None:
    """A viewer sees the same whatever lies where he cannot look; and never a hidden card or the seed."""
    for viewer in (None, *range(state.seats)):
        other = with_hidden_exchanged(state, viewer, chance)
        assert other.view(viewer) == state.view(viewer)
    if state.setup.seed:
        assert state.setup.seed not in json.dumps(state.view(chance.choice(state.people)).as_dict())


def with_hidden_exchanged(state: State, viewer: int | None, chance: Random) -> State:
    """The round with all that the viewer cannot know shuffled: hands, covered cards, face-down tasks, gifts, seed."""
    public = {signal.card for signal in state.signals} | {"R4", "S4"}
    public |= {"P9"} if state.collector is not None else set()
    hidden = [card for seat, hand in enumerate(state.hands) for card in hand if seat != viewer and card not in public]
    hidden += [card for card in (state.robot.down if state.robot else ()) if card]
    exchange = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    face_down = [task.name for task in state.tasks if not task.face_up]
    names = iter(chance.sample(face_down, len(face_down)))
    gifts = tuple(
        (seat, card if seat == viewer else next(c for c in state.hands[seat] if not c.is_trump))
        for seat, card in state.distress.given
    )
    secrets = tuple(
        (seat, task, tricks if task != SECRET or viewer in (seat, state.acts_for(seat)) else 13 - tricks)
        for seat, task, tricks in state.predictions
    )
    return state.evolve(
        predictions=secrets,
        setup=replace(state.setup, seed="another seed", deal=None),
        hands=tuple(in_deck_order(exchange.get(card, card) for card in hand) for hand in state.hands),
        robot=state.robot and Robot(state.robot.up, tuple(c and exchange.get(c, c) for c in state.robot.down)),
        tasks=tuple(task if task.face_up else task._replace(name=next(names)) for task in state.tasks),
        distress=state.distress._replace(given=gifts),
    )


def check_record(state: State) -> None:
    """The record, and the record with its deal spelled out, lead to the same end."""
    record = games.Record.of(state)
    assert games.Record.parse(str(record)) == record
    assert record.replay().view(None) == state.view(None)
    if "random-card-from-right-after-trick-1" not in state.mission.special:
        spelled = games.Record.parse(str(games.Record(state.spelled_out, state.log)))
        assert spelled.replay().view(None) == state.view(None)
