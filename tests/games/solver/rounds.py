"""Rounds for the solver's tests: any tasks of any owners, any conditions, and cards played on whatever happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import games
from games.crew.cards import Card, Trick, playable
from games.crew.dealing import THREE_PLAYER_CHALLENGE
from games.crew.deep_sea.mission import LAST_CARD, NEVER_LEAD, VALUE_GAP
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families.masks import COLOUR
from games.crew.planet_nine.mission import mission_of
from games.crew.planet_nine.specials import NEEDS_TASKS, SPECIALS
from games.crew.planet_nine.tokens import ARROWS, OMEGA
from games.crew.play import play
from games.crew.state import State
from games.crew.tasks import Task
from tests.games.builders import dealt

EXCHANGE = "random-card-from-right-after-trick-1"
OMEGA_LAST = "omega-in-the-last-trick"
CONDITIONS = tuple(name for name in SPECIALS if name != EXCHANGE)
"""Those that a puzzle can say."""
PREDICTED = tuple(name for name, card in TASK_CARDS.items() if card.kind == "predict_tricks")


def in_play(state: State, **changes: Any) -> State:
    """The round with everything decided before the first trick."""
    changes = {"phase": "gap", "agenda": (), "poll": None, "trick": Trick(1, state.captain), **changes}
    return state.book.recall(state.evolve(**changes))


# Deep Sea


def sea_round(seed: str, players: int, owners: Iterable[tuple[str, int]], said: int = 2, mission: str = "12") -> State:
    """These tasks of these owners in the place of the mission's; every prediction is the same."""
    tasks = tuple(Task(name, owner=owner) for name, owner in owners)
    state = dealt(games.Setup("deep-sea", mission, players, seed))
    predictions = tuple((task.owner, task.name, said) for task in tasks if task.name in PREDICTED)
    if mission == "12":
        state = state.evolve(mission=replace(state.mission, special=()))
    return in_play(state, tasks=tasks, predictions=predictions)


def sea_condition(seed: str, players: int, name: str, chance: Random) -> State:
    """A mission of one condition and no tasks, whose number, suits or card are drawn by chance."""
    state = dealt(games.Setup("deep-sea", "12", players, seed))
    words: dict[str, Any] = {
        "value_gap": chance.randint(1, 9) if name == VALUE_GAP else None,
        "never_lead": tuple(chance.sample(sorted(COLOUR), chance.choice([1, 2]))) if name == NEVER_LEAD else (),
        "last_card": str(chance.choice(state.cards)) if name == LAST_CARD else None,
    }
    return in_play(state, mission=replace(state.mission, special=(name,), **words), tasks=())


# Planet Nine


def space_round(seed: str, players: int, special: Sequence[str], chance: Random, *, challenge: bool = False) -> State:
    """These conditions beside some tasks with tokens, their owners, the one named and the roles drawn by chance."""
    options = (THREE_PLAYER_CHALLENGE,) if challenge else ()
    state = dealt(games.Setup("planet-nine", "1", players, seed, options=options))
    conditions = tuple(name for name in SPECIALS if name in special)
    least = 0 if conditions and not {*conditions} & {*NEEDS_TASKS, OMEGA_LAST} else 1
    tasks = _tasks(state, max(least, chance.choice([0, 1, 2, 3, 4, 6])), OMEGA_LAST in conditions, chance)
    times = chance.choice([1, 1, 2, 3]) if "colour-ones-win-tricks" in conditions else 1
    tokens = tuple(task.token for task in tasks if task.token)
    holder = next((seat for seat, hand in enumerate(state.hands) if "P9" in hand), 2)
    first, last = chance.sample(range(state.seats), 2)
    return in_play(
        state,
        mission=replace(mission_of(state), special=conditions, tasks=len(tasks), tokens=tokens, times=times),
        tasks=tasks,
        named=chance.choice([seat for seat in range(state.seats) if seat != state.captain]),
        roles=(first, last),
        collector=(holder + 1) % state.seats,
    )


def _tasks(state: State, number: int, omega: bool, chance: Random) -> tuple[Task, ...]:
    names = chance.sample([str(card) for card in state.cards if not card.is_trump], number)
    tokens = _tokens(number, omega, chance)
    return tuple(Task(name, token, chance.randrange(state.seats)) for name, token in zip(names, tokens, strict=True))


def _tokens(number: int, omega: bool, chance: Random) -> list[str | None]:
    """Some tokens, as a custom mission may have them: numbers with gaps, arrows, omega."""
    omegas = [OMEGA] * (omega or chance.random() < 0.3)
    places = range(1, number - len(omegas) + 1)
    numbers = chance.sample(places, min(chance.choice([0, 0, 1, 2, 3, 4]), len(places)))
    arrows = ARROWS[: chance.choice([0, 0, 2, 3, 4])]
    tokens: list[str | None] = [*omegas, *map(str, numbers), *arrows]
    tokens = (tokens + [None] * number)[:number]
    chance.shuffle(tokens)
    return tokens


# Play


def can_play(state: State) -> tuple[Card, ...]:
    """What the seat whose turn it is may play."""
    assert state.trick is not None
    turn = (state.trick.leader + len(state.trick.plays)) % state.seats
    return playable(state.hand_of(turn), state.trick)


def played(state: State, card: int) -> State:
    """The state after the card of this place in the deck, which is legal."""
    return play(state, next(legal for legal in can_play(state) if legal.order == card))


def by_deal_solver(state: State) -> State:
    """The state with its outcome forgotten, ready for the next card; tasks keep what became of them."""
    if state.outcome is None:
        return state
    if state.trick is None:
        return state.evolve(outcome=None, phase="gap", trick=Trick(len(state.tricks) + 1, state.winners[-1]))
    return _broken_by_card(state).evolve(outcome=None, phase="trick")


def _broken_by_card(state: State) -> State:
    """A card has broken a task, or several; the rules name one at a time."""
    after = state.book.on_card(state.evolve(outcome=None, phase="trick"))
    return state if after.tasks == state.tasks else _broken_by_card(after)


def to_the_end(state: State, chance: Random, plan: Sequence[int] = ()) -> list[int]:
    """The cards of a whole round from here, by this plan and then at random, whatever is decided on the way."""
    cards: list[int] = []
    while state.tricks_left:
        cards.append(plan[len(cards)] if len(cards) < len(plan) else chance.choice(can_play(state)).order)
        state = by_deal_solver(played(state, cards[-1]))
    return cards


def shortened(line: Sequence[int], chance: Random) -> Sequence[int]:
    """The line without some of its last cards: played at random from there, it nearly wins."""
    return line[: max(0, len(line) - chance.choice([0, 1, 3, 8, 20]))]
