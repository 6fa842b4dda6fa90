"""The distress signal: which card should each player pass on, and in which direction?"""

from __future__ import annotations

from ...contract import Action, GameError
from ...contract import State as AnyState
from ..cards import Trick
from ..distress import LEFT, RIGHT
from ..families.masks import CARDS_IN_ORDER, mask_of
from ..state import State
from .answers import LOST, SAT, WON
from .budget import BudgetTracker
from .goals.from_state import Unsolvable, puzzle_of
from .goals.setup_choices import agree_on
from .line_replay import play_line, settle
from .sat.choices import pass_by_sat
from .verdicts import ORDINARY, Budget, Effort, Lost, Unknown, Verdict, Won

_STEPS = {LEFT: 1, RIGHT: -1}


def best_pass(state: AnyState, budget: Budget = ORDINARY) -> Verdict:
    """Return whether a distress signal sent now would let the crew win; the line begins with the proposal and the pass.

    Lost means that no pass helps, in either direction; it is unknown where no signal may be sent now.
    """
    assert isinstance(state, State)
    start = state if state.phase == "giving" else settle(state)
    directions = _directions(start)
    tracker = BudgetTracker(budget)
    verdicts = []
    for place, direction in enumerate(directions):
        verdict = _solve_direction(state, start, direction, tracker.portion(len(directions) - place))
        tracker.pay(verdict.effort)
        if isinstance(verdict, Won):
            return Won(verdict.line, tracker.spent)
        verdicts.append(verdict)
    lost = bool(verdicts) and all(isinstance(verdict, Lost) for verdict in verdicts)
    return Lost(None, (SAT,), tracker.spent) if lost else Unknown(tracker.spent)


def _directions(state: State) -> list[str]:
    """Those that may be proposed now, or that have been agreed."""
    if state.outcome is not None:
        return []
    if state.phase == "giving":
        return [state.distress.direction] if state.distress.direction else []
    texts = {action.text for action in state.legal_actions(state.captain)}
    # With two players the direction makes no difference.
    directions = _STEPS if len(state.people) > 2 else [LEFT]
    return [direction for direction in directions if f"propose distress {direction}" in texts]


def _solve_direction(state: State, start: State, direction: str, budget: Budget) -> Verdict:
    """The verdict on one direction; `start` is the state without an open proposal, or one in which cards are given."""
    at_start = start if start.phase == "giving" else agree_on(start, f"propose distress {direction}")
    given = mask_of(card for _, card in at_start.distress.given)
    try:
        puzzle = puzzle_of(at_start.evolve(phase="gap", trick=Trick(1, at_start.captain)))
    except Unsolvable:
        return Unknown()
    choice = pass_by_sat(puzzle, len(at_start.people), _STEPS[direction], budget.conflicts, given)
    effort = Effort(SAT, 0, choice.conflicts)
    if choice.status == LOST:
        return Lost(None, (SAT,), effort)
    if choice.status != WON:
        return Unknown(effort)
    try:
        end = play_line(_apply_pass(at_start, choice.chosen), choice.cards)
    except GameError:
        return Unknown(effort)
    won = end.outcome is not None and end.outcome.success
    return Won(end.log[len(state.log) :], effort) if won else Unknown(effort)


def _apply_pass(state: State, given: tuple[int, ...]) -> State:
    """The state after each player who has not chosen yet gives the card named."""
    for seat in sorted(state.current.waiting_on(state)):
        state = state.apply(Action(seat, f"give {CARDS_IN_ORDER[given[seat]]}"))
    return state
