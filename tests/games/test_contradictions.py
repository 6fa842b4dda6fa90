"""Which tasks can never both be done: known pairs, and never a pair that was done together in some round."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from games.crew.deep_sea.contradictions import contradict
from games.crew.deep_sea.task_cards import TASK_CARDS
from tests.games.plain_tasks import MET, Over
from tests.games.short_rounds import at_random, whole_deal

TRICKS = {3: 13, 4: 10, 5: 8}


def clash(one: str, other: str, *, same: bool, seats: int = 4) -> bool:
    cards = TASK_CARDS[one], TASK_CARDS[other]
    found = contradict(*cards, same_owner=same, seats=seats, tricks=TRICKS[seats])
    assert contradict(*reversed(cards), same_owner=same, seats=seats, tricks=TRICKS[seats]) is found
    return found


SAME_OWNER = """T83 T84, T24 T26, T4 T5, T74 T16, T74 T48, T1 T3, T1 T5, T2 T73, T20 T70, T43 T44, T45 T66, T92 T43,
    T37 T39, T48 T66, T49 T70, T52 T53, T55 T57, T58 T57, T59 T62, T71 T79, T75 T85, T77 T81, T80 T88, T82 T36,
    T6 T74"""
DIFFERENT_OWNERS = """T79 T78, T79 T77, T24 T26, T1 T2, T16 T20, T44 T45, T55 T56, T76 T36, T80 T81, T3 T74, T11 T20,
    T14 T25, T24 T59"""
FINE_TOGETHER = "T79 T78, T88 T79, T84 T89, T24 T22, T1 T4, T3 T5, T90 T74, T60 T2, T52 T51, T95 T96, T45 T38"
FINE_APART = "T4 T5, T16 T17, T71 T77, T26 T34, T51 T56, T43 T39, T74 T81, T83 T84, T92 T38, T1 T3, T4 T6"


def pairs(text: str) -> list[tuple[str, str]]:
    found = []
    for pair in text.split(","):
        one, other = pair.split()
        found.append((one, other))
    return found


@pytest.mark.parametrize(("one", "other"), pairs(SAME_OWNER))
def test_one_player_cannot_do_both(one: str, other: str) -> None:
    assert clash(one, other, same=True)


@pytest.mark.parametrize(("one", "other"), pairs(DIFFERENT_OWNERS))
def test_two_players_cannot_do_both(one: str, other: str) -> None:
    assert clash(one, other, same=False)


@pytest.mark.parametrize(("one", "other"), pairs(FINE_TOGETHER))
def test_one_player_may_do_both(one: str, other: str) -> None:
    assert not clash(one, other, same=True)


@pytest.mark.parametrize(("one", "other"), pairs(FINE_APART))
def test_two_players_may_do_both(one: str, other: str) -> None:
    assert not clash(one, other, same=False)


def test_the_number_of_players_matters() -> None:
    assert [clash("T83", "T20", same=True, seats=seats) for seats in (3, 4, 5)] == [True, False, False]
    assert [clash("T74", "T6", same=True, seats=seats) for seats in (3, 4, 5)] == [False, True, True]
    assert [clash("T87", "T2", same=True, seats=seats) for seats in (3, 4, 5)] == [True, True, True]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_was_done_together_is_no_contradiction(seats: int) -> None:
    for seed in range(20):
        chance = random.Random(f"{seats}/{seed}")
        done = _done(seats, chance)
        for (one, owner), (other, second) in combinations(done, 2):
            assert one == other or not clash(one, other, same=owner == second, seats=seats)


def _done(seats: int, chance: random.Random) -> list[tuple[str, int]]:
    """What was done in a random round, by task and owner."""
    position = at_random(whole_deal(seats, chance, []), 0, chance)
    captain = position.ledger.captain
    rounds = {owner: Over.of(list(position.tricks), owner, captain, 0) for owner in range(seats)}
    return [
        (name, owner)
        for owner, over in rounds.items()
        for name, met in MET.items()
        if met(over) and not (TASK_CARDS[name].captain_may_not_take and owner == captain)
    ]
