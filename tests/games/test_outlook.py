"""The solver bot's outlook: for each card, the share of simulated deals that it keeps winnable."""

from __future__ import annotations

from random import Random

import games
from games.bots import BOTS, bots_of, strongest_bot
from games.contract import State, View
from tests.games.write_records import played


def first_choice(state: State) -> View:
    """The view of the first seat that may choose between cards."""
    while True:
        (seat, *_others) = sorted(state.waiting_on)
        view = state.view(seat)
        if sum(text.startswith("play ") for text in view["legal"]) > 1:
            return view
        text = bots_of(view["game"])["careful"].choose(view, Random(1))
        assert text is not None
        state = state.apply(games.Action(seat, text))


def test_every_card_that_may_be_played_has_a_share() -> None:
    view = first_choice(games.deal(games.Setup("planet-nine", "4", 3, "outlook")))
    shares = strongest_bot("planet-nine").outlook(view, Random(1))
    assert list(shares) == [text for text in view["legal"] if text.startswith("play ")]
    assert all(0 <= share <= 1 for share in shares.values())
    assert shares == strongest_bot("planet-nine").outlook(view, Random(1)), "the same chance, the same answer"


def test_outlook_is_empty_where_no_card_may_be_played() -> None:
    state = games.deal(games.Setup("planet-nine", "4", 3, "outlook"))
    (seat, *_others) = sorted(state.waiting_on)
    assert strongest_bot("planet-nine").outlook(state.view(seat), Random(1)) == {}
    over = played(games.Setup("planet-nine", "1", 3, "outlook"))
    assert strongest_bot("planet-nine").outlook(over.view(0), Random(1)) == {}


def test_a_bot_that_simulates_no_deals_has_none() -> None:
    view = first_choice(games.deal(games.Setup("planet-nine", "4", 3, "outlook")))
    assert bots_of("planet-nine")["careful"].outlook(view, Random(1)) == {}
    assert all(strongest_bot(game) is next(iter(bots.values())) for game, bots in BOTS.items())
