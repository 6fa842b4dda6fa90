"""Evaluates cards over many worlds: how many worlds stay winnable after each card, and how easily they are won.

A world is twelve numbers: five hands, then the covered cards of the robot's seven columns (-1 for none).
"""

from __future__ import annotations

from typing import Final

from ..compiled import Numbers, compiled
from ..search.kernel import OUT_OF_NODES, WIN, search
from ..search.program import COVER, HANDS, LEADER, PLAYS, SEATS, TURN
from ..search.workspace import NODES
from .policy import ROOM
from .rng import next_random
from .simulation import simulate

WORLD: Final = 12
COLUMNS: Final = 7


@compiled
def evaluate_worlds(
    base: Numbers,
    worlds: Numbers,
    tops: Numbers,
    options: Numbers,
    plan: Numbers,
    program: Numbers,
    work: Numbers,
    memo: Numbers,
    out: Numbers,
) -> int:
    """For every world and option (a card to play now, or -1 for none) two numbers into `out`; the nodes spent.

    The first is 2 if the mission can be won, 1 if it is not known, 0 if it is lost; the second counts the playouts won.
    `plan`: the first stamp for the memory, nodes a question, playouts, how noisy they are, a seed.
    """
    stamp, nodes, playouts, noise, chance = plan[0], plan[1], plan[2], plan[3], plan[4]
    many = len(options)
    spent = 0
    for w in range(len(worlds) // WORLD):
        for k in range(many):
            lay_world(base, worlds, w, tops, program)
            if options[k] >= 0:
                play_card(program, options[k])
            stamp += 1
            result = search(program, work, memo, stamp, nodes)
            spent += work[NODES]
            at = 2 * (many * w + k)
            out[at] = 2 if result == WIN else 1 if result == OUT_OF_NODES else 0
            out[at + 1] = 0
            if out[at]:
                for _ in range(playouts):
                    chance = next_random(chance)
                    out[at + 1] += simulate(program, work, noise, chance)
    return spent


@compiled
def lay_world(base: Numbers, worlds: Numbers, w: int, tops: Numbers, program: Numbers) -> None:
    """The program of the position with the hands of a world."""
    for place in range(ROOM):
        program[place] = base[place]
    for seat in range(5):
        program[HANDS + seat] = worlds[WORLD * w + seat]
    for column in range(COLUMNS):
        bottom = worlds[WORLD * w + 5 + column]
        if bottom >= 0 and tops[column] >= 0:
            program[COVER + bottom] = 1 << tops[column]


@compiled
def play_card(program: Numbers, card: int) -> None:
    """Add a card of whose turn it is to the running trick."""
    seat = (program[LEADER] + program[PLAYS]) % program[SEATS]
    program[TURN + program[PLAYS]] = card
    program[PLAYS] += 1
    program[HANDS + seat] &= ~(1 << card)
