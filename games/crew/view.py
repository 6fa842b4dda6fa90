"""The view of one seat of a Crew game: all that it may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..contract import View
from .robot import ROBOT_SEAT, Robot

if TYPE_CHECKING:
    from .state import State
    from .tasks import Task


@dataclass(frozen=True)
class CrewView(View):
    """The keys of the contract ("View of a Crew game"). Cards, tasks and actions are their texts."""

    game: str
    mission: str
    players: int
    phase: str
    captain: int
    waiting_on: tuple[int, ...]
    tricks_total: int
    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    trick: Mapping[str, Any] | None
    last_trick: Mapping[str, Any] | None
    played: tuple[str, ...]
    tricks_won: tuple[int, ...]
    tasks: tuple[Mapping[str, Any], ...]
    signals: tuple[Mapping[str, Any], ...]
    tokens_left: tuple[int, ...] | Mapping[str, int]
    distress: Mapping[str, Any]
    robot: Mapping[str, Any] | None
    legal: tuple[str, ...]
    outcome: Mapping[str, Any] | None
    poll: Mapping[str, Any] | None
    named: int | None
    roles: tuple[int, int] | None
    collector: int | None
    predictions: tuple[tuple[int, str, int | None], ...]
    proposal: Mapping[str, Any] | None
    asking: tuple[int, ...]
    gave: tuple[int, ...]
    communication: str
    communication_from: int | None
    communication_until: int | None
    deadline: str | None
    """The end of the time, as ISO text: the rules know no time, and the program that runs the clock fills it in."""
    terrain: str | None
    declined: tuple[str, ...] | None
    """The proposals declined since one was accepted, while the crew shares out tasks or roles; None for none."""
    clock: Mapping[str, Any] | None
    """The seconds for all tricks together and whether they count now; only in timed play."""

    def as_dict(self) -> dict[str, Any]:
        """Plain lists and dicts; a spectator has no `hand`, only two players a `robot`, and so on."""
        plain = super().as_dict()
        for key in ("hand", "robot", "terrain", "declined", "clock"):
            if plain[key] is None:
                del plain[key]
        return plain


def view_of(state: State, seat: int | None) -> CrewView:
    """The view of a seat. Everything but `hand` and `legal` is public, and these come from its own cards."""
    robot = state.robot
    return CrewView(
        seat=seat,
        game=state.setup.game,
        mission=state.setup.mission,
        players=state.setup.players,
        phase="proposal" if state.proposal else state.phase,
        captain=state.captain,
        waiting_on=tuple(sorted(state.waiting_on)),
        tricks_total=state.tricks_total,
        hand=None if seat is None else state.hand_of(seat),
        hand_sizes=(*map(len, state.hands), *((robot.size,) if robot else ())),
        trick=_coming_trick(state),
        last_trick=_last_trick(state),
        played=_played(state),
        tricks_won=state.tricks_won,
        tasks=state.book.tasks_for(state, seat),
        signals=tuple(signal._asdict() for signal in state.signals),
        tokens_left=state.radios if state.shared_tokens is None else {"shared": state.shared_tokens},
        distress={"active": state.distress.active, "direction": state.distress.direction},
        robot=_robot(state.robot),
        legal=() if seat is None else tuple(text for _, text in state.legal_actions(seat)),
        outcome={"success": state.outcome.success, "reason": state.outcome.reason} if state.outcome else None,
        poll=state.poll and state.poll._asdict(),
        named=state.named,
        roles=state.roles,
        collector=state.collector,
        predictions=state.book.predictions_for(state, seat),
        proposal=_proposal(state),
        asking=tuple(sorted(state.asking)),
        gave=tuple(sorted(giver for giver, _ in state.distress.given)),
        communication=state.communication.kind,
        communication_from=state.communication.since,
        communication_until=state.communication.until,
        deadline=None,
        terrain=state.dealt.terrain,
        declined=(state.declined or None) if state.phase in _SHARING else None,
        clock={"seconds": state.clock, "running": state.clock_runs} if state.clock else None,
    )


_SHARING: Final = ("selecting", "agreeing", "splitting", "roles")


def _robot(robot: Robot | None) -> Mapping[str, Any] | None:
    """The open row, how many cards are covered, and in which columns."""
    if robot is None:
        return None
    covered = tuple(card is not None for card in robot.down)
    return {"seat": ROBOT_SEAT, "up": robot.up, "down": sum(covered), "covered": covered}


def _coming_trick(state: State) -> Mapping[str, Any] | None:
    if state.trick is None or state.outcome is not None:
        return None
    return {"number": state.trick.number, "leader": state.trick.leader, "plays": state.trick.plays}


def _last_trick(state: State) -> Mapping[str, Any] | None:
    if not state.tricks:
        return None
    number, leader, plays = state.tricks[-1]
    return {"number": number, "leader": leader, "plays": plays, "winner": state.winners[-1]}


def _played(state: State) -> tuple[str, ...]:
    tricks = state.tricks if state.trick is None else (*state.tricks, state.trick)
    return tuple([card for trick in tricks for _, card in trick.plays])


def seen(task: Task) -> Mapping[str, Any]:
    """The public part of a task."""
    name = task.name if task.face_up else None
    return {"task": name, "owner": task.owner, "token": task.token, "status": task.status}


def _proposal(state: State) -> Mapping[str, Any] | None:
    if state.proposal is None:
        return None
    return {"seat": state.proposal.seat, "text": state.proposal.text, "agreed": state.proposal.agreed}
