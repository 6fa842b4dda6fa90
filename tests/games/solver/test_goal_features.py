"""What the network sees of goals other than cards to be won: only what the seat may know."""

from __future__ import annotations

from bisect import bisect_right
from random import Random

import pytest

import games
from games.crew.cards import CARDS
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.solver.compiled import zeros
from games.crew.solver.playout import goal_features as seen_as
from games.crew.solver.playout.chances import forget_chances, see_hands
from games.crew.solver.playout.goal_features import GOAL_WIDTH, goal_features, goal_pair_features, list_goals
from games.crew.solver.search import program as kinds
from games.crew.solver.search.kernel import open_position
from games.crew.solver.search.tricks import begin_trick
from games.crew.solver.search.workspace import GOAL_LIST, HAND, SEEN, SIZE
from games.crew.state import State
from tests.games.solver.network_scenes import program
from tests.games.solver.rounds import sea_round

pytestmark = pytest.mark.slow

MINE, ANOTHERS = 0, 1
"""The leader's seat, and the one after it, as owners."""


def deal(*tasks: tuple[str, int]) -> State:
    """A round of four whose first seat leads, with these tasks of the seats so many places behind it."""
    leader = sea_round("goals", 4, []).captain
    return sea_round("goals", 4, [(name, (leader + step) % 4) for name, step in tasks])


class Turn:
    """The leader's turn."""

    def __init__(self, state: State) -> None:
        self.program, self.work = program(state), zeros(SIZE)
        open_position(self.program, self.work)
        self.left = begin_trick(self.program, self.work, 0, 0)
        self.seat = int(self.program[kinds.LEADER])
        see_hands(self.program, self.work, self.seat, self.left & ~int(self.work[HAND + self.seat]), 0)
        self.number = list_goals(self.program, self.work, 0, self.seat, self.left)
        self.hand = state.hands[self.seat]

    @property
    def listed(self) -> list[int]:
        return [int(self.work[GOAL_LIST + GOAL_WIDTH * n]) for n in range(self.number)]

    def seen(self, n: int = 0) -> set[int]:
        end = goal_features(self.program, self.work, 0, 0, self.seat, self.left, n, SEEN)
        return {int(feature) for feature in self.work[SEEN:end]}

    def seen_beside(self, card: str, n: int = 0) -> set[int]:
        place = CARDS[card].order
        forget_chances(self.work)
        end = goal_pair_features(self.program, self.work, 0, 0, self.seat, place, self.left, 0, n, SEEN)
        return {int(feature) for feature in self.work[SEEN:end]}


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("T87", [kinds.TRICK_COUNT]),  # exactly four tricks
        ("T1", [kinds.MORE] * 3),  # more tricks than each of the others
        ("T6", [kinds.EQUAL]),  # as many tricks as the captain
        ("T25", [kinds.COUNT]),  # exactly three sixes
        ("T86", [kinds.ROW]),  # three tricks in a row
        ("T12", [kinds.TRICK_BY]),  # a five captured with a seven
        ("T50", [kinds.TRICK_SUM]),  # a trick of 22 or 23
        ("T45", [kinds.ANY_OF]),  # a whole colour
        ("T92", [kinds.BALANCE_EQUAL]),  # as many pink cards as yellow ones
        ("T67", [seen_as.LEAVE]),  # no nine
        ("T72", [seen_as.NOT_THIS, seen_as.NOT_LATER]),  # none of the first three tricks
        ("T76", [seen_as.WIN_LATER]),  # the last trick
        ("T79", [seen_as.WIN_THIS]),  # the first trick
        ("T16", []),  # pink 3: a task, and no other goal
    ],
)
def test_it_lists_each_goal_that_is_not_a_card_to_be_won(name: str, listed: list[int]) -> None:
    assert Turn(deal((name, ANOTHERS))).listed == listed


def test_it_sees_whose_goal_it_is_and_how_many_tricks_are_missing() -> None:
    mine, anothers = Turn(deal(("T87", MINE))).seen(), Turn(deal(("T87", ANOTHERS))).seen()
    kind = seen_as.KIND + 2 * kinds.TRICK_COUNT
    assert {kind + 1, seen_as.WHO, seen_as.NEED + 4, seen_as.ROOM + 4} <= mine
    assert {kind, seen_as.WHO + 1, seen_as.NEED + 4, seen_as.ROOM + 4} <= anothers


def test_it_sees_its_own_cards_of_a_goal_and_not_who_holds_the_others() -> None:
    turn = Turn(deal(("T67", ANOTHERS)))
    mine = sum(card.rank == 9 for card in turn.hand if not card.is_trump)
    assert {seen_as.MINE + mine, seen_as.UNSEEN + 4 - mine} <= turn.seen()


def test_goal_sees_whether_the_card_beside_it_counts() -> None:
    turn = Turn(deal(("T67", ANOTHERS)))
    for card in turn.hand:
        counts = card.rank == 9 and not card.is_trump
        seen = turn.seen_beside(str(card))
        assert (seen_as.CARD + 1 in seen, seen_as.CARD in seen) == (counts, not counts)
        assert seen_as.IN_TRICK + counts in seen


def test_a_colour_of_which_a_card_is_won_is_a_goal_no_more() -> None:
    """T44 wants a card of each colour."""
    state = deal(("T44", MINE))
    assert Turn(state).listed == [kinds.COUNT] * 4
    after = next(
        after for after in (played_trick(state, seed) for seed in range(100)) if after.winners == (state.captain,)
    )
    won = {card.suit for _, card in after.tricks[0].plays if not card.is_trump}
    assert won
    assert Turn(after).listed == [kinds.COUNT] * (4 - len(won))


def played_trick(state: State, seed: int) -> State:
    """The state after a trick of legal cards drawn at random."""
    chance = Random(seed)
    for _ in range(state.seats):
        (seat,) = state.waiting_on
        card = chance.choice([text for text in state.view(seat)["legal"] if text.startswith("play ")])
        state = state.apply(games.Action(seat, card))
    return state


def test_it_sees_tricks_to_win_and_tricks_to_lose_of_the_same_seat() -> None:
    """T72: none of the first three tricks; T76: the last one, the tenth."""
    turn = Turn(deal(("T72", ANOTHERS), ("T76", ANOTHERS)))
    assert turn.listed == [seen_as.NOT_THIS, seen_as.WIN_LATER, seen_as.NOT_LATER]
    assert {seen_as.NEED + 1, seen_as.ROOM + 6} <= turn.seen(1)
    assert {seen_as.NEED + 2, seen_as.ROOM + 0} <= turn.seen(2)


def test_goal_sees_who_wins_beside_a_card_and_how_likely() -> None:
    turn = Turn(deal(("T79", MINE), ("T6", ANOTHERS)))  # The first trick; as many tricks as the captain, who leads.
    assert turn.listed == [kinds.EQUAL, seen_as.WIN_THIS]
    equal, first = turn.seen_beside("S4", 0), turn.seen_beside("S4", 1)  # The highest trump.
    assert {seen_as.WINNER, seen_as.CHANCE + 8} <= first  # The owner's, and certain.
    assert {seen_as.WINNER + 1, seen_as.CHANCE, seen_as.OTHERS_CHANCE + 3} <= equal


def test_goal_sees_whether_the_sum_fits_beside_a_card() -> None:
    """T49 wants less than twelve with four players: five is expected of each card to come."""
    turn = Turn(deal(("T49", MINE)))
    for card in turn.hand:
        level = 0 if card.is_trump else 3
        assert seen_as.SUM + level in turn.seen_beside(str(card))


BEGINNINGS = (
    (
        seen_as.KIND,
        seen_as.WHO,
        seen_as.NEED,
        seen_as.ROOM,
        seen_as.LEAD,
        seen_as.OTHER,
        seen_as.MINE,
        seen_as.UNSEEN,
        seen_as.MINE_TOO,
        seen_as.HAND_STRENGTH,
        seen_as.WINNER,
    ),
    (
        seen_as.WINNER,
        seen_as.CHANCE,
        seen_as.OTHERS_CHANCE,
        seen_as.IN_TRICK,
        seen_as.IN_TRICK_TOO,
        seen_as.CARD,
        seen_as.BEST_FITS,
        seen_as.ALL_FIT,
        seen_as.SUM,
        seen_as.GOAL_FEATURES,
    ),
)
"""Where each group of features begins: of the turn, and beside a card."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_sees_one_feature_of_each_group(players: int) -> None:
    number = 0
    for seed in range(12):
        chance = Random(seed)
        names = chance.sample(sorted(TASK_CARDS), 5)
        state = sea_round(f"groups/{seed}", players, [(name, chance.randrange(max(players, 3))) for name in names])
        turn = Turn(state)
        number += turn.number
        for n in range(turn.number):
            for card in turn.hand:
                for seen, beginnings in zip((turn.seen(n), turn.seen_beside(str(card), n)), BEGINNINGS, strict=True):
                    assert [bisect_right(beginnings, feature) for feature in sorted(seen)] == [
                        place + 1 for place in range(len(beginnings) - 1)
                    ]
    assert number > 12
