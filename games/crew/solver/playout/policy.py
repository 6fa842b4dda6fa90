"""The policy of playouts by itself: the value of each card to the seat whose turn it is, without a playout."""

from __future__ import annotations

from ..bits import place
from ..compiled import Numbers, compiled
from ..search.kernel import open_position
from ..search.move_ordering import weigh_goals
from ..search.program import COVERED, PLAYED, PLAYS, SEATS, TRICKS, TURN
from ..search.tricks import begin_trick, lay_card, options_for
from ..search.workspace import AT, LEAD
from .chances import VOIDS
from .network import Network, see_turn
from .simulation import ROBOT, card_value, weigh_winners


@compiled
def value_cards(program: Numbers, work: Numbers, network: Network, tape: Numbers, out: Numbers) -> int:
    """Write the values of the seat's cards into `out`, by their places in the deck; the cards that have one, as a set.

    A card has none if it breaks a goal with any winner of the trick. Only the lowest of interchangeable cards has one.
    The tape is empty.
    """
    open_position(program, work)
    weigh_goals(program, work, 0)
    weigh_winners(program, work, 0)
    i = program[PLAYS]
    left = begin_trick(program, work, 0, i)
    voids = _lay_running_trick(program, work)
    seat = (work[LEAD] + i) % program[SEATS]
    options = options_for(program, work, 0, i, program[PLAYED] == program[TRICKS] - 1, left)
    voids = see_turn(program, work, network, 0, i, seat, left, voids, tape)
    rest = options
    while rest:
        card = place(rest & -rest)
        rest &= rest - 1
        out[card] = card_value(program, work, network, 0, i, seat, card, left, voids, tape)
    return options


@compiled
def _lay_running_trick(program: Numbers, work: Numbers) -> int:
    """Lay the cards of the running trick; the voids then known."""
    voids = program[VOIDS]
    for k in range(program[PLAYS]):
        seat = (work[LEAD] + k) % program[SEATS]
        work[AT + k] = program[TURN + k]
        if work[AT + k] // 9 != work[AT] // 9 and not (program[COVERED] and seat == ROBOT):
            voids |= 1 << 5 * seat + work[AT] // 9
        lay_card(program, work, k, seat)
    return voids
