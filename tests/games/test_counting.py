"""What a seat can be sure of: true in every round, and the same whatever lies where the seat cannot look."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.counting import Count, Passed, count
from games.crew.cards import CARDS, Card, Trick
from games.crew.robot import ROBOT_SEAT
from games.crew.state import State
from tests import wide
from tests.games.builders import act, sea
from tests.games.counting_scenes import holders, ready
from tests.games.playout import random_action, with_hidden_exchanged

SETUPS = [
    *(("planet-nine", mission, players) for mission, players in (("4", 4), ("12", 3), ("12", 4), ("25", 5), ("9", 2))),
    *(("deep-sea", mission, players) for mission, players in (("3", 4), ("8", 3), ("11", 5), ("5", 2), ("25", 4))),
]


def assert_true(found: Count, state: State) -> None:
    """Nothing that the seat is sure of is wrong."""
    hands = holders(state)
    for seat, cards in found.may_hold.items():
        assert found.certain[seat] <= hands[seat] <= cards
        assert not {card.suit for card in hands[seat]} & set(found.voids_of(seat))
    assert set(found.left) == set().union(*(hands[seat] for seat in found.may_hold))
    for card in found.winners:
        assert_wins(state, found.seat, card)


def assert_wins(state: State, seat: int, card: Card) -> None:
    """No card that another player may play to this trick takes it."""
    assert state.trick is not None
    plays = (*state.trick.plays, (seat, card))
    led = plays[0][1].suit
    assert Trick(1, state.trick.leader, plays).winning_play == (seat, card)
    for other in range(state.seats):
        if other not in {player for player, _card in plays}:
            hand = state.robot.hand if state.robot and other == ROBOT_SEAT else state.hands[other]
            for reply in [one for one in hand if one.suit == led] or hand:
                assert Trick(1, state.trick.leader, (*plays, (other, reply))).winning_play == (seat, card)


def passed_by(state: State, seat: int) -> Passed | None:
    """What the seat has passed to a neighbour, once everyone has chosen."""
    given = [action.text[5:] for action in state.log if action.seat == seat and action.text.startswith("give ")]
    if not given or state.phase == "giving":
        return None
    people = len(state.people)
    return Passed((seat + (1 if state.distress.direction == "left" else -1)) % people, given[0])


def check(state: State, seat: int, chance: Random) -> None:
    passed = passed_by(state, seat)
    found = count(state.view(seat), passed=passed)
    assert_true(found, state)
    other = with_hidden_exchanged(state, seat, chance)
    assert count(other.view(seat), passed=passed) == found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mission", "players"), SETUPS)
def test_certainties_are_true_and_need_no_hidden_card(game: str, mission: str, players: int) -> None:
    for number in range(wide.of(3, 12)):
        chance = Random(f"{game} {mission} {number}")
        state = games.deal(games.Setup(game, mission, players, f"counting/{number}"))
        while state.outcome is None:
            assert isinstance(state, State)
            check(state, chance.choice(state.people), chance)
            seat = min(state.waiting_on)
            text = BOTS["careful"].choose(state.view(seat), chance) if chance.random() < 0.7 else None
            state = state.apply(games.Action(seat, text) if text else random_action(state, chance))


def test_robots_covered_cards_bind_it_to_no_suit() -> None:
    """They may be certain, and yet it plays an open one."""
    chance = Random("deep-sea8")
    state = games.deal(games.Setup("deep-sea", "5", 2, "c53/8"))
    while state.outcome is None:
        assert isinstance(state, State)
        seat = min(state.waiting_on)
        for card in count(state.view(seat)).winners if state.trick and seat in state.people else ():
            assert_wins(state, seat, card)
        state = state.apply(random_action(state, chance))


# --- one by one


def test_a_seat_that_does_not_follow_is_void() -> None:
    state = act(ready(), "0 play P8", "1 play P3", "2 play G1", "3 play P4")
    found = count(state.view(0))
    assert found.unfollowed[2] == {"P"}
    assert found.voids_of(2) == ("P",)
    assert "P" not in found.voids_of(1)


def test_captain_holds_the_highest_trump() -> None:
    found = count(ready().view(1))
    assert found.certain[0] == {CARDS["R4"]}
    assert found.voids_of(0) == ()


def test_signal_of_an_only_card_makes_a_void_once_it_is_played() -> None:
    state = act(ready(), "3 signal P4 only", "0 play P8")
    assert count(state.view(1)).certain[3] == {CARDS["P4"]}
    state = act(state, "1 play P3", "2 play G1", "3 play P4")
    assert count(state.view(1)).voids_of(3) == ("P",)


def test_card_that_was_passed_is_certain_until_it_is_played() -> None:
    view = ready().view(0)
    assert count(view, passed=Passed(1, "B2")).certain[1] == {CARDS["B2"]}
    assert CARDS["B2"] not in count(view).certain[1]


def test_highest_trump_wins_and_a_high_card_may_be_trumped() -> None:
    assert count(ready().view(0)).winners == {CARDS["R4"]}


def test_nothing_wins_for_a_seat_that_waits() -> None:
    assert count(ready().view(1)).winners == frozenset()


def test_last_seat_to_play_knows_what_wins() -> None:
    state = act(ready(), "0 play B1", "1 play B2", "2 play B3")
    assert count(state.view(3)).winners == {card for card in state.hands[3] if card.suit == "B" and card.rank > 3}


def test_suits_are_those_of_the_deck() -> None:
    assert count(sea("difficulty=1").view(0)).suits == ("P", "B", "G", "Y", "S")


def test_spectator_counts_nothing() -> None:
    with pytest.raises(ValueError, match="CrewView"):
        count(ready().view(None))
