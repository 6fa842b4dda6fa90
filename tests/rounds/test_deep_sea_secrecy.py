"""Secrecy of a Deep Sea page: other hands and secret numbers do not reach a seat's page."""

from __future__ import annotations

from itertools import cycle, product
from random import Random
from typing import Any

import pytest

import games
from logbook.rounds.view.replay import replay_page
from tests import wide
from tests.rounds.deep_sea_page_scenes import BARE
from tests.rounds.round_views import a_page, faces
from tests.rounds.templates_scenes import rendered

MISSIONS = ("6", "10", "11", "14", "17", "19", "20", "25", "26", "32", "tasks=T90,T91,T4", "tasks=T48,T91 currents")
PLAYERS = (2, 3, 5)


def predicting(number: int) -> games.State:
    """Return a state in which all are ready to play; the secret task's owner has predicted this number."""
    state = games.deal(games.Setup("deep-sea", "tasks=T91", 4, "a secret seed"))
    while state.view(None)["phase"] == "choosing":
        state = state.apply(games.Action(min(state.waiting_on), "take T91"))
    return state.apply(games.Action(min(state.waiting_on), f"predict T91 {number}"))


def owner_of(state: games.State) -> int:
    return int(state.view(None)["tasks"][0]["owner"])


def test_a_secret_number_changes_no_byte_of_anybody_elses_page() -> None:
    one, other = predicting(1), predicting(4)
    owner = owner_of(one)

    for seat in (None, *(seat for seat in range(4) if seat != owner)):
        assert rendered(one.view(seat).as_dict()) == rendered(other.view(seat).as_dict())
    assert "you wrote down 1 trick" in rendered(one.view(owner).as_dict())


def test_a_replay_tells_the_number() -> None:
    state = predicting(4)
    views = [state.view(seat) for seat in range(4)]
    last = len(state.log)
    replay = replay_page(views, state.log, faces(4, None), step=last, attempt_id=1, table_id=1, attempt_number=1)

    assert replay.round.tasks[0].said == "written down: 4 tricks"
    assert "announces 4 tricks" in replay.happened


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mission", "players"),
    wide.of(list(zip(MISSIONS, cycle(PLAYERS), strict=False)), list(product(MISSIONS, PLAYERS))),
)
def test_every_moment_of_a_real_attempt_can_be_shown_to_everybody(mission: str, players: int) -> None:
    state = games.deal(games.Setup("deep-sea", mission, players, "a secret seed"))
    chance, moment = Random(players), 0
    while state.outcome is None and moment < 40:
        actor = min(state.waiting_on)
        for seat in (actor, (actor + 1) % players, None):
            _shown(state.view(seat).as_dict())
        state, moment = state.apply(chance.choice(state.legal_actions(actor))), moment + 1


def _shown(view: dict[str, Any]) -> None:
    html = rendered(view)
    assert "a secret seed" not in html
    assert all(f'value="{text}"' in html for text in view["legal"])
    assert a_page(view).status
    assert not BARE.search(html.replace(view["mission"], ""))
