"""A crew's steps in a challenge: its state at each stage, and what it may do next there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.outcomes import ActiveRulings, PlayedAttempt
from logbook.crews.models.crews import Crew
from logbook.tables.models import Attempt, Table

Next = Literal[
    "take",
    "continue",
    "retry",
    "again",
    "won",
    "used-up",
    "locked",
    "out",
    "wait",
    "paused",
    "over",
    "cancelled",
    "void",
    "merged",
    "late",
]
"""A crew's next step at a stage, or why it has none: `challenges/_own_crews.html` holds the words."""
PLAYABLE: frozenset[Next] = frozenset({"take", "continue", "retry", "again"})


@dataclass(frozen=True, slots=True)
class StageState:
    """A crew's state at one stage, and its next step there."""

    stage: Stage
    table: Table | None
    attempts: int
    ended_attempts: tuple[Attempt, ...]
    attempts_allowed: int
    distress: bool
    score: int | None
    """The score, once the stage is won."""
    has_rulings: bool
    """True if a ruling has changed the outcome."""
    next: Next
    now: bool = False
    """The stage to play next: the first that is neither won nor used up."""


def stage_states(
    challenge: Challenge, stages: Sequence[Stage], crew: Crew, tables: Sequence[Table | None], rulings: ActiveRulings
) -> tuple[StageState, ...]:
    """Return the crew's state at each stage, from its tables there with their attempts."""
    states = [_stage_state(challenge, stage, table, crew, rulings) for stage, table in zip(stages, tables, strict=True)]
    return _with_next(_in_order(challenge, states), _obstacle(challenge, crew, tables, rulings))


STATE_BEHIND: dict[Next, str] = {"won": Table.State.WON, "void": Table.State.WON, "used-up": Table.State.ENDED}
"""The table's state that a stage's next step means for the later stages."""


def _obstacle(challenge: Challenge, crew: Crew, tables: Sequence[Table | None], rulings: ActiveRulings) -> Next | None:
    """Return the obstacle that keeps the whole crew from playing, if there is one."""
    if challenge.state == Challenge.State.CANCELLED:
        return "cancelled"
    if challenge.is_over:
        return "over"
    if challenge.state == Challenge.State.PAUSED:
        return "paused"
    if challenge.state != Challenge.State.OPEN:
        return "wait"
    if crew.pk in rulings.merged:
        return "merged"
    has_tables = any(tables) or crew.pk in rulings.let_in
    return None if has_tables or challenge.may_be_entered else "late"


def _in_order(challenge: Challenge, states: Sequence[StageState]) -> list[StageState]:
    """Return the stages as the policy's order opens them to the crew."""
    policy, rows, earlier = challenge.scoring_policy, list[StageState](), list[str]()
    for state in states:
        obstacle = policy.obstacle(earlier) if state.next in PLAYABLE else None
        if obstacle is not None:
            rows.append(replace(state, next="out" if obstacle.is_lost else "locked"))
        else:
            rows.append(state)
        earlier.append(STATE_BEHIND.get(state.next, ""))
    return rows


def _with_next(states: Sequence[StageState], hindrance: Next | None) -> tuple[StageState, ...]:
    playable = list(states) if hindrance is None else [_with_obstacle(state, hindrance) for state in states]
    following = next((state for state in playable if state.next in PLAYABLE - {"again"}), None)
    return tuple(replace(state, now=state is following) for state in playable)


def _with_obstacle(state: StageState, hindrance: Next) -> StageState:
    if state.next in ("won", "void"):
        return state
    return replace(state, next="won" if state.next == "again" else hindrance)


def _stage_state(
    challenge: Challenge, stage: Stage, table: Table | None, crew: Crew, rulings: ActiveRulings
) -> StageState:
    attempts = list(table.attempts.all()) if table is not None else []
    ended_attempts = [attempt for attempt in attempts if attempt.state != Attempt.State.PLAYING]
    played = [PlayedAttempt(one.number, one.state == Attempt.State.SUCCESS, one.distress) for one in ended_attempts]
    outcome = rulings.outcome(stage.pk, crew.pk, played)
    won = outcome is not None and outcome.won
    return StageState(
        stage=stage,
        table=table,
        attempts=len(attempts),
        ended_attempts=tuple(ended_attempts),
        attempts_allowed=rulings.attempts_allowed(challenge.attempts_allowed, stage.pk, crew.pk),
        distress=any(attempt.distress for attempt in attempts),
        score=challenge.scoring_policy.score(outcome) if outcome is not None else None,
        has_rulings=rulings.touches(stage.pk, crew.pk),
        next="void" if rulings.is_void(stage.pk, challenge.attempts_allowed) else _next_step(table, won=won),
    )


NEXT_OF: dict[str, Next] = {
    Table.State.GATHERING: "continue",
    Table.State.PLAYING: "continue",
    Table.State.BETWEEN: "retry",
    Table.State.WON: "won",
    Table.State.ENDED: "used-up",
}


def _next_step(table: Table | None, *, won: bool) -> Next:
    if table is None:
        return "take"
    following = NEXT_OF[table.state]
    return "again" if won and following == "retry" else following
