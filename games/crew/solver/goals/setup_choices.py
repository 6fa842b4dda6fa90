"""The choices before the first trick: who takes which task, which player is named, which roles are given.

Every choice goes through the rules, so each mission's way of assigning is respected without code here. Random draws
depend on the setup alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from ....contract import Action
from ...cards import CARDS
from ...robot import ROBOT_SEAT
from ...state import State
from ..line_replay import settle

_SETUP_VERBS = ("take", "pass", "assign", "name", "answer", "predict", "give")
"""The verbs by which a round is set up; proposals come beside them."""
_TRADES = ("swap", "move", "hand")
"""Changes that the crew may agree on. They are tried only when no line wins without them."""
MOST_STARTS = 240
"""The most ways to given owners for which each is solved."""
_MOST_WALKS = 400
_TRADE_AFTER = 24

Key = tuple[object, ...]


def is_setup(state: State) -> bool:
    """Return whether something is still to be decided before the first trick."""
    return state.outcome is None and state.trick is None


def promising_setups(state: State) -> Iterator[State]:
    """Positions at the start of play, without repeats, the likely winners first; not always all of them."""
    chance = Random(f"{state.setup.seed} {state.setup.deal} {len(state.log)}")
    keys: set[Key] = set()
    for number in range(_MOST_WALKS):
        # At first the player whom a task suits takes it; later walks care less and less.
        at_start = random_walk(state, chance, 1 / (1 + number / 8), trading=number >= _TRADE_AFTER)
        key = key_of(at_start)
        if key not in keys:
            keys.add(key)
            yield at_start


def all_setups(state: State, most: int) -> list[State] | None:
    """All positions in which play can begin; None where there are too many ways to it."""
    return reachable(state, most, lambda one: not is_setup(one))


def reachable(state: State, most: int, is_reached: Callable[[State], bool]) -> list[State] | None:
    """All first positions of this kind on the ways to the first trick; None where there are too many ways.

    What the crew may agree to change is one of the ways, also from the positions reached.
    """
    states: dict[Key, State] = {}
    queue, visited = [state], {key_of(state)}
    while queue:
        one = queue.pop()
        stop = is_reached(one) or not is_setup(one)
        if stop:
            states[key_of(one)] = one if is_setup(one) else settle(one)
        for other in (_agree(one.apply(action)) for action in trades(one) + ([] if stop else _next_actions(one))):
            if key_of(other) not in visited:
                visited.add(key_of(other))
                queue.append(other)
        if len(visited) > most:
            return None
    return list(states.values())


def _next_actions(state: State) -> list[Action]:
    ways = [action for action in offered_actions(state) if is_setup_action(action)]
    return ways if decides(state) else ways[:1]


def decides(state: State) -> bool:
    """Return whether the choice matters: most answers bind no player, and predictions are filled in later."""
    return state.phase not in ("poll", "predicting")


def key_of(state: State) -> Key:
    """Return the facts on which the rest of the round depends; predictions are left out, for right ones will follow."""
    poll = state.poll and (state.poll.question, state.poll.answers)
    open_poll = poll if is_setup(state) else None
    passed = state.passed if is_setup(state) else ()
    predicted = tuple(name for _, name, _ in state.predictions)
    return (
        state.phase,
        state.tasks,
        state.named,
        state.roles,
        state.hands,
        state.distress,
        state.volunteers,
        state.proposal,
        len(state.agenda),
        open_poll,
        passed,
        predicted,
    )


def random_walk(state: State, chance: Random, eagerness: float, *, trading: bool = False) -> State:
    """One way to get through all decisions to the first trick."""
    if trading:
        state = _trade(state, chance)
    while is_setup(state):
        state = state.apply(_choice(state, chance, eagerness))
    return settle(_trade(state, chance) if trading else state)


def _trade(state: State, chance: Random) -> State:
    offers = trades(state)
    if not offers or chance.random() < 1 / 3:
        return state
    return _agree(state.apply(chance.choice(offers)))


def _agree(state: State) -> State:
    """The state after all players agree to the open proposal."""
    while state.proposal is not None:
        state = state.apply(action_with_text(state, "agree"))
    return state


def agree_on(state: State, text: str) -> State:
    """The state after the captain proposes this and all others agree."""
    return _agree(state.apply(Action(state.captain, text)))


def trades(state: State) -> list[Action]:
    """The changes that the crew may agree on now, without repeats."""
    if state.proposal is not None or state.outcome is not None:
        return []
    seat = state.captain
    return [a for a in state.legal_actions(seat) if a.text.startswith("propose ") and a.text.split()[1] in _TRADES]


def _choice(state: State, chance: Random, eagerness: float) -> Action:
    if state.proposal is not None:
        return action_with_text(state, "agree")
    actions = [action for action in offered_actions(state) if is_setup_action(action)]
    weights = [_weight(state, action, eagerness) for action in actions]
    best = max(weights)
    drawn = [weight - best + chance.random() * (1 - eagerness) * 4 + chance.random() * 1e-3 for weight in weights]
    return actions[drawn.index(max(drawn))]


def action_with_text(state: State, text: str) -> Action:
    """The action with this text by the first seat that the table waits for."""
    return Action(min(state.waiting_on), text)


def offered_actions(state: State) -> list[Action]:
    """The actions of the first seat that the table waits for."""
    return state.legal_actions(min(state.waiting_on))


def is_setup_action(action: Action) -> bool:
    """Return whether the action leads on towards the first trick."""
    parts = action.text.removeprefix("robot ").split()
    if parts[0] != "propose":
        return parts[0] in _SETUP_VERBS
    return parts[1] not in ("distress", *_TRADES)


def _weight(state: State, action: Action, eagerness: float) -> float:
    """Return how well the action suits: for a task, how well it suits the player who gets it."""
    parts = action.text.removeprefix("robot ").split()
    match parts:
        case ["take", name]:
            return _suits(state, name, taker_of(state, action))
        case ["assign" | "propose", name, seat] if name != "all":
            return _suits(state, name, int(seat))
        case ["pass"]:
            return 0.35
    return 0.0


def taker_of(state: State, action: Action) -> int:
    """The captain takes for the robot too."""
    return ROBOT_SEAT if action.text.startswith("robot ") else action.seat


def _suits(state: State, name: str, seat: int) -> float:
    """Between 0 and 1: how easily the seat wins this card of Planet Nine. Deep Sea's tasks suit every seat equally."""
    card = CARDS.get(name)
    if card is None:
        return 0.5
    hand = state.hand_of(seat)
    suit = [other.rank for other in hand if other.suit == card.suit]
    if card in hand:
        return card.rank / 9 if len(suit) < 4 else card.rank / 9 - 0.1
    above = sum(rank > card.rank for rank in suit)
    trumps = sum(other.is_trump for other in hand)
    return min(0.3 + 0.2 * above + (0.15 * trumps if len(suit) < 2 else 0.0), 0.95)
