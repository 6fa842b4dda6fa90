"""A position with open hands, stripped of everything that a solver does not need."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..families.masks import mask_of
from ..robot import ROBOT_SEAT, Robot
from ..state import State
from .goals.kinds import Goal


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with open hands: the hands, the leader, the running trick and the goals.

    Cards are places in the deck (0 to 39, trumps from 36 on), sets of cards are masks. The robot's hand includes its
    covered cards.
    """

    seats: int
    tricks: int
    """Tricks of the whole round."""
    played: int
    """Tricks complete."""
    leader: int
    plays: tuple[int, ...]
    """The cards of the running trick, from the leader on."""
    hands: tuple[int, ...]
    covers: tuple[tuple[int, int], ...]
    """Pairs of an open card of the robot and the card that it covers: playable from the trick after on."""
    wins: tuple[int, ...]
    """Tricks won so far, by seat."""
    goals: tuple[Goal, ...]
    forbids: tuple[Goal, ...] = ()
    """Conditions that hold only until all goals are fulfilled (in the trick that fulfils the last one they still do):
    the mission is won then. Used only where every goal is a `Take`, `Winning`, `MustWin` or `Order`."""
    exact: bool = True
    """Whether `lost` is certain: False where the puzzle upholds a condition longer than the rules do."""

    @property
    def tricks_left(self) -> int:
        """The number of incomplete tricks, the running one included."""
        return self.tricks - self.played

    @property
    def turn(self) -> int:
        """The seat whose card comes next."""
        return (self.leader + len(self.plays)) % self.seats

    def with_goals(self, goals: tuple[Goal, ...]) -> Puzzle:
        """The same cards with other goals."""
        return replace(self, goals=goals)


def bare_puzzle(state: State) -> Puzzle:
    """The position without its goals. The state is in play: its tasks are assigned."""
    assert state.trick is not None
    robot = state.robot
    hands = [mask_of(hand) for hand in state.hands]
    if robot:
        hands.append(mask_of(card for card in (*robot.up, *robot.down) if card is not None))
        assert len(hands) == ROBOT_SEAT + 1
    return Puzzle(
        seats=state.seats,
        tricks=state.tricks_total,
        played=len(state.tricks),
        leader=state.trick.leader,
        plays=tuple(card.order for _, card in state.trick.plays),
        hands=tuple(hands),
        covers=_covers(robot) if robot else (),
        wins=state.tricks_won,
        goals=(),
    )


def _covers(robot: Robot) -> tuple[tuple[int, int], ...]:
    """A card under a gap is open from the next trick on, and no longer covered."""
    return tuple(
        (top.order, bottom.order)
        for top, bottom in zip(robot.up, robot.down, strict=True)
        if top is not None and bottom is not None
    )
