"""Evaluates cards over many worlds: how many worlds stay winnable after each card, and how easily they are won.

A world is twelve numbers: five hands, then the covered cards of the robot's seven columns (-1 for none).
"""

from __future__ import annotations

from typing import Final

from ..compiled import Numbers, compiled
from ..search.kernel import OUT_OF_NODES, WIN, search
from ..search.program import COVER, HANDS, LEADER, PLAYS, SEATS, TURN
from ..search.workspace import NODES
from .chances import ROOM
from .network import Network
from .rng import start_of
from .simulation import FULL_SCORE, simulate

WORLD: Final = 12
COLUMNS: Final = 7
RESULT: Final = 3
"""The numbers of one option in one world."""
_TEMPERATURE: Final = 2
"""Lower than in training: partners seldom err on purpose, but two playouts should differ."""


@compiled
def evaluate_worlds(
    base: Numbers,
    worlds: Numbers,
    tops: Numbers,
    options: Numbers,
    plan: Numbers,
    network: Network,
    program: Numbers,
    work: Numbers,
    memo: Numbers,
    tape: Numbers,
    out: Numbers,
) -> int:
    """For every world and option (a card to play now, or -1 for none) three numbers into `out`; the nodes spent.

    The first is 2 if the mission can be won, 1 if it is not known, 0 if it is lost; then come the sum of the playouts'
    scores and the number of playouts won. A world's playouts start from the same random number for each option, so that
    options differ by less chance.
    `plan`: the first stamp for the memory, nodes a question, playouts, a seed. The tape is empty.
    """
    stamp, nodes, playouts, chance = plan[0], plan[1], plan[2], plan[3]
    many = len(options)
    spent = 0
    for w in range(len(worlds) // WORLD):
        for k in range(many):
            lay_world(base, worlds, w, tops, program)
            if options[k] >= 0:
                play_card(program, options[k])
            at = RESULT * (many * w + k)
            total, wins = 0, 0
            for number in range(playouts):
                start = start_of(chance, playouts * w + number)
                score = simulate(program, work, network, _TEMPERATURE, start, tape)
                total, wins = total + score, wins + (2 * score > FULL_SCORE)
            out[at], out[at + 1], out[at + 2] = 2, total, wins
            if wins == 0:  # A playout that wins has shown that the world can be won.
                stamp += 1
                result = search(program, work, memo, stamp, nodes)
                spent += work[NODES]
                out[at] = 2 if result == WIN else 1 if result == OUT_OF_NODES else 0
                out[at + 1] = total if out[at] else 0
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
