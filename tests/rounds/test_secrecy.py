"""Secrecy of a page: exchanging cards among the other seats changes no byte."""

from __future__ import annotations

from itertools import cycle, product
from random import Random
from typing import Any

import pytest

import games
from games.crew.bots import BOTS
from tests import wide
from tests.rounds.round_views import a_page
from tests.rounds.templates_scenes import rendered

HANDS = (
    "P9 P3 B7 B1 G8 G5 Y9 Y2 R4 R1",
    "P1 P2 B2 B3 G1 G2 Y1 Y3 Y4 R2",
    "P4 P5 B4 B5 G3 G4 Y5 Y6 Y7 R3",
    "P6 P7 P8 B6 B8 B9 G6 G7 G9 Y8",
)
OTHER_HANDS = (
    HANDS[0],
    "P4 P5 B4 B5 G3 G4 Y1 Y3 Y4 R2",
    "P6 P2 B2 B3 G1 G2 Y5 Y6 Y7 R3",
    "P1 P7 P8 B6 B8 B9 G6 G7 G9 Y8",
)


def dealt(hands: tuple[str, ...]) -> games.State:
    return games.deal(games.Setup("planet-nine", "4", 4, "", deal=" / ".join(hands) + " | tasks P7 B1 G4"))


MISSIONS = ("5", "12", "20", "23", "24", "33", "40", "46", "50")
PLAYERS = (2, 3, 4, 5)


def test_hidden_cards_change_no_byte_of_the_page() -> None:
    one, other = dealt(HANDS), dealt(OTHER_HANDS)

    assert rendered(one.view(0).as_dict()) == rendered(other.view(0).as_dict())
    assert rendered(one.view(None).as_dict()) == rendered(other.view(None).as_dict())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mission", "players"),
    wide.of(list(zip(MISSIONS, cycle(PLAYERS), strict=False)), list(product(MISSIONS, PLAYERS))),
)
def test_every_moment_of_a_real_attempt_can_be_shown_to_everybody(mission: str, players: int) -> None:
    state = games.deal(games.Setup("planet-nine", mission, players, "a secret seed"))
    chance = Random(5)
    while state.outcome is None:
        actor = min(state.waiting_on)
        for seat in (actor, (actor + 1) % players, None):
            _shown(state.view(seat).as_dict())
        text = BOTS["careful"].choose(state.view(actor), chance)
        assert text is not None
        state = state.apply(games.Action(actor, text))
    _shown(state.view(0).as_dict())


def _shown(view: dict[str, Any]) -> None:
    html = rendered(view)
    assert "a secret seed" not in html
    assert all(f'value="{text}"' in html for text in view["legal"])
    assert a_page(view).status
