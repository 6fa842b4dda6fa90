"""Random rounds in the kernel: every card that the rules allow is as likely as any other."""

from __future__ import annotations

from ..bits import place, size, suit_of
from ..compiled import Numbers, compiled
from ..search.goal_tracking import FAILED, FULFILLED
from ..search.kernel import open_position, play_trick
from ..search.program import PLAYED, PLAYS, SEATS, TRICKS, TURN
from ..search.tricks import begin_trick, breaks_at_once, lay_card, stands, uncovered
from ..search.workspace import AT, BY, HAND, LEAD
from .rng import next_random


@compiled
def random_rounds(program: Numbers, work: Numbers, rounds: int, chance: int) -> int:
    """The number of random rounds that are won."""
    won = 0
    for _ in range(rounds):
        open_position(program, work)
        d, status = 0, 1
        while status not in (FAILED, FULFILLED):
            trick, chance = _random_trick(program, work, d, chance)
            status = play_trick(program, work, d, trick) if trick >= 0 else FAILED
            d += 1
        won += status == FULFILLED
    return won


@compiled
def _random_trick(program: Numbers, work: Numbers, d: int, chance: int) -> tuple[int, int]:
    """A random trick (packed; -1 if it breaks a goal), and the next random number."""
    seats, leader = program[SEATS], work[LEAD + d]
    last_trick = program[PLAYED] + d == program[TRICKS] - 1
    start = program[PLAYS] if d == 0 else 0
    left_in_play = begin_trick(program, work, d, start)
    packed = 0
    for i in range(seats):
        seat = (leader + i) % seats
        if i < start:
            work[AT + i] = program[TURN + i]
        else:
            cards = _allowed(program, work, d, i, seat, left_in_play)
            chance = next_random(chance)
            for _ in range((chance >> 20) % size(cards)):
                cards &= cards - 1
            work[AT + i] = place(cards & -cards)
        if breaks_at_once(program, i, seat, work[AT + i], last_trick):
            return -1, chance
        if not lay_card(program, work, i, seat):
            return -1, chance
        packed |= work[AT + i] << 6 * i
    if not stands(program, work, seats, left_in_play):
        return -1, chance
    return packed | work[BY + seats] << 30, chance


@compiled
def _allowed(program: Numbers, work: Numbers, d: int, i: int, seat: int, left_in_play: int) -> int:
    """The cards that the rules allow."""
    cards = work[HAND + 5 * d + seat]
    if seat == 2:
        cards = uncovered(program, cards, left_in_play)
    following = cards & suit_of(work[AT]) if i > 0 else 0
    return following or cards
