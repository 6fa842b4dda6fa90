"""Selectors of help with counting: at practice tables with help, for the one person there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import games
from games.crew.bots.counting import Passed, count
from games.crew.state import State as CrewState
from logbook.lib.registry import Slot
from logbook.people.models.players import Player
from logbook.rounds.view.help import Help
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.questions import Turn
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seat_labels import seat_labels_of
from logbook.tables.selectors.seats import seats_of


@dataclass(frozen=True, slots=True)
class HelpedTurn:
    """A moment of a running attempt for its one person."""

    attempt: Attempt
    player: Player
    turn: Turn
    names: Names


HelpFor = Callable[[HelpedTurn], Help]
HELP: Final[Slot[HelpFor]] = Slot()
"""The function that says what a player is shown."""


def help_at(
    attempt: Attempt, state: games.State, seats: Sequence[Seat], faces: Sequence[SeatFace], own_seat: int | None
) -> Help | None:
    """Return the help for this seat; None without any: no query is asked at a table without help."""
    if not attempt.table.helped or own_seat is None:
        return None
    found = _turn(attempt, state, seats, faces, own_seat)
    return HELP.entry(found) if found is not None else None


def helped_turn(table: Table, player: Player | None) -> HelpedTurn | None:
    """Return the present moment for the player; None where they get no help: other people sit there, or none runs."""
    attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
    seats = seats_of(table)
    own = next((seat.number for seat in seats if player is not None and seat.player_id == player.pk), None)
    if not table.helped or attempt is None or own is None:
        return None
    attempt.table = table
    return _turn(attempt, event_replay.state_of(attempt), seats, seat_labels_of(table, seats, own), own)


def _turn(
    attempt: Attempt, state: games.State, seats: Sequence[Seat], faces: Sequence[SeatFace], own_seat: int
) -> HelpedTurn | None:
    people = [seat for seat in seats if seat.player_id is not None]
    is_alone = len(people) == 1 and people[0].number == own_seat and not people[0].stand_in
    player = people[0].player if is_alone else None
    is_running = attempt.state == Attempt.State.PLAYING and attempt.phase in ("gap", "trick")
    if player is None or not is_running or not isinstance(state, CrewState):
        return None
    view, passed = state.view(own_seat), _passed(state, own_seat)
    turn = Turn(view.as_dict(), count(view, passed=passed), passed)
    names = Names({face.number: face.name for face in faces}, own_seat, attempt.table.game)
    return HelpedTurn(attempt, player, turn, names)


def _passed(state: CrewState, seat: int) -> Passed | None:
    """Return the card that the seat has passed to a neighbour itself: no other card that changed hands is looked at."""
    givers = [action.seat for action in state.log if action.text.startswith("give ")]
    own = next((action.text[5:] for action in state.log if action.seat == seat and action.text.startswith("give ")), "")
    if not own or len(givers) < len(state.people):
        return None
    step = 1 if state.distress.direction == "left" else -1
    return Passed((seat + step) % len(state.people), own)
