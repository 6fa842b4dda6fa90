"""Rulings 11 to 19: the market, tokens, resting."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.deep_blue.gems import by_colour
from games.deep_blue.state import State
from tests.games.deep_blue.builders import (
    at_rest,
    codes,
    dealt,
    legal,
    on_turn,
    play,
    random_action,
    with_hand,
)
from tests.games.deep_blue.rulings_recruiting_scenes import MARKET, NEXT, market


def added(state: State) -> dict[str, int]:
    """The gems that the market has brought into the bag."""
    start = by_colour(state.box.bag)
    return {gem: count - start[gem] for gem, count in by_colour(state.bag).items() if count != start[gem]}


def test_ruling_11_one_card_is_recruited_in_a_turn() -> None:
    state = play(market("CR_FINANCE", "ST_PURSER"), "0 recruit 1 with ST_PURSER")
    assert state.turn == 1
    assert not legal(state, 0)


def test_ruling_11_what_is_paid_too_much_is_lost() -> None:
    state = play(market("CR_FINANCE"), "0 recruit 1 with CR_FINANCE")
    assert (state.fleets[0].hand, state.fleets[0].tokens) == (("CR_OXYGEN",), 0)


def test_ruling_11_a_player_may_pay_with_more_than_is_needed() -> None:
    state = market("ST_GOLDHAND", "ST_PURSER", tokens=1)
    state = play(state, "0 recruit 1 with ST_GOLDHAND ST_PURSER token")
    assert (state.fleets[0].hand, state.fleets[0].tokens) == (("CR_OXYGEN",), 0)
    assert sorted(state.fleets[0].rest) == ["ST_GOLDHAND", "ST_PURSER"]


def test_ruling_11_cards_and_tokens_mix() -> None:
    state = market("ST_GOLDHAND", "ST_PURSER", tokens=2)
    money = {"ST_GOLDHAND": 1, "ST_PURSER": 2, "token": 1}
    cards = (("ST_GOLDHAND",), ("ST_PURSER",), ("ST_GOLDHAND", "ST_PURSER"), ())
    ways = [(*own, *("token",) * spent) for own in cards for spent in range(3)]
    paid = {
        slot: [way for way in ways if sum(money[piece] for piece in way) >= price]
        for slot, price in enumerate((1, 2, 2, 3), 1)
    }
    expected = sorted(f"recruit {slot} with {' '.join(way)}" for slot, reach in paid.items() for way in reach)
    assert legal(state, 0, "recruit") == expected
    assert "recruit 4 with ST_GOLDHAND token" not in expected
    state = play(state, "0 recruit 4 with ST_PURSER token")
    assert (state.fleets[0].tokens, state.fleets[0].rest) == (1, ("ST_PURSER",))


def test_ruling_12_the_market_slides_and_one_card_is_revealed() -> None:
    state = play(market("ST_PURSER"), "0 recruit 2 with ST_PURSER")
    assert state.market == ("CR_OXYGEN", "CR_NAVIGATE", "CR_FINANCE", "CR_ARCH_A")
    assert added(state) == {"purple": 1}
    assert codes(state)[-2:] == ["effect-recruit", "effect-gem-added"]


def test_ruling_13_a_gem_that_the_supply_no_longer_has_is_not_added() -> None:
    state = market("ST_PURSER")
    state = play(state.evolve(supply=(0,) * 7), "0 recruit 2 with ST_PURSER")
    assert added(state) == {}
    assert sum(state.supply) == 0


def test_ruling_14_a_refresh_costs_4_and_one_of_the_new_cards_is_free() -> None:
    state = market("CR_FINANCE", tokens=1)
    assert legal(state, 0, "refresh") == ["refresh with CR_FINANCE token"]
    state = play(state, "0 refresh with CR_FINANCE token")
    assert state.market == NEXT[:4]
    assert state.discarded == MARKET
    assert legal(state, 0) == ["take 1", "take 2", "take 3", "take 4"]
    state = play(state, "0 take 2")
    assert state.market == ("CR_ARCH_A", "CR_OCCULT", "CR_RUBY_A", "CR_COUNT_5")
    assert (state.fleets[0].hand, state.turn) == (("CR_GOLD_A",), 1)


def test_ruling_14_gems_of_new_cards_are_added_and_old_ones_stay() -> None:
    state = play(market("CR_FINANCE", "ST_GOLDHAND"), "0 recruit 2 with CR_FINANCE")  # CR_ARCH_A comes: purple
    state = with_hand(on_turn(state, 0), 0, "CR_FINANCE", "ST_GOLDHAND")
    state = play(state, "0 refresh with CR_FINANCE ST_GOLDHAND", "0 take 1")
    assert added(state) == {"purple": 1, "gold": 1, "green": 1, "red": 1, "silver": 1}


def test_ruling_15_an_empty_deck_leaves_slots_empty() -> None:
    state = play(market("ST_PURSER", deck=()), "0 recruit 2 with ST_PURSER")
    assert (state.market, state.deck) == (("CR_OXYGEN", "CR_NAVIGATE", "CR_FINANCE", ""), ())
    state = with_hand(on_turn(state, 0), 0, "CR_FINANCE")
    with pytest.raises(games.IllegalAction, match="the slot is empty"):
        play(state, "0 recruit 4 with CR_FINANCE")


def test_ruling_15_a_market_is_not_refreshed_from_an_empty_deck() -> None:
    state = market("CR_FINANCE", "ST_PURSER", deck=())
    assert not legal(state, 0, "refresh")
    with pytest.raises(games.IllegalAction, match="the deck is empty"):
        play(state, "0 refresh with CR_FINANCE ST_PURSER")


@pytest.mark.parametrize("left", [1, 2, 3])
def test_ruling_15_a_few_cards_left_are_revealed(left: int) -> None:
    state = play(market("CR_FINANCE", tokens=1, deck=NEXT[:left]), "0 refresh with CR_FINANCE token")
    assert state.market == (*NEXT[:left], *("",) * (4 - left))
    assert legal(state, 0) == [f"take {slot + 1}" for slot in range(left)]
    assert play(state, "0 take 1").market == (*NEXT[1:left], *("",) * (5 - left))


def test_ruling_16_the_recruit_is_in_hand_and_paid_cards_rest() -> None:
    state = play(market("CR_FINANCE"), "0 recruit 3 with CR_FINANCE")
    assert state.fleets[0].hand == ("CR_NAVIGATE",)
    assert (state.fleets[0].rest, state.fleets[0].shown) == (("CR_FINANCE",), ())
    assert "sail CR_NAVIGATE" in legal(on_turn(state, 0), 0)


def test_ruling_16_cards_paid_for_a_refresh_lie_open_for_the_turn() -> None:
    state = play(market("CR_FINANCE", tokens=1), "0 refresh with CR_FINANCE token")
    assert state.view(1).as_dict()["shown"][0] == ["CR_FINANCE"]
    assert state.fleets[0].rest == ()
    assert play(state, "0 take 1").fleets[0].rest == ("CR_FINANCE",)


def test_ruling_17_a_token_is_one_of_either_and_may_pay_alone() -> None:
    state = market(tokens=1)
    assert legal(state, 0) == ["recruit 1 with token", "sail token"]
    assert play(state, "0 recruit 1 with token").fleets[0].tokens == 0
    state = play(state, "0 sail token")
    assert state.sail is not None
    assert (state.sail.steps, state.fleets[0].tokens) == (1, 0)


def test_ruling_17_tokens_are_gone_after_use() -> None:
    state = play(market(tokens=2), "0 sail token", "0 sail token", "0 move 1 S1", "0 anchor")
    while state.turn == 0:
        state = play(state, f"0 {legal(state, 0)[0]}")
    assert (state.fleets[0].tokens, state.fleets[0].rest) == (0, ())


@pytest.mark.parametrize("resting", [1, 2, 3, 5])
def test_ruling_18_a_rest_takes_three_cards_or_what_there_is(resting: int) -> None:
    pile = ["CR_OXYGEN", "CR_GUARD", "CR_FINANCE", "CR_RUBY_A", "CR_RUBY_B"][:resting]
    state = play(at_rest(market("ST_HELM"), 0, *pile), "0 rest")
    assert len(state.fleets[0].hand) == 1 + min(3, resting)
    assert sorted(state.fleets[0].hand + state.fleets[0].rest) == sorted(["ST_HELM", *pile])
    assert state.turn == 1


def test_ruling_18_nothing_at_rest_is_no_rest() -> None:
    assert not legal(market("ST_HELM"), 0, "rest")
    with pytest.raises(games.IllegalAction, match="no cards at rest"):
        play(market("ST_HELM"), "0 rest")


@pytest.mark.parametrize("seed", range(4))
def test_ruling_19_there_is_always_something_to_do(seed: int) -> None:
    """With nothing at rest all starting cards are in hand, two of which show propellers."""
    chance, state = Random(seed), dealt(3, seed=f"ruling-19/{seed}")
    for _ in range(150):
        if state.outcome is not None:
            break
        assert state.phase != "turn" or legal(state, state.turn, "sail") or legal(state, state.turn, "rest")
        state = state.apply(random_action(state, chance))
