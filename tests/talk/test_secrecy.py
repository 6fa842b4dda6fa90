"""Watchers and their talk: two deals that are equal in public give the same parts, byte by byte, in all three games."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

import games
from games.deep_blue.state import State
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from logbook.talk import services
from logbook.talk.quotas import LINES
from tests import wide
from tests.conftest import SignedIn, person
from tests.games.deep_blue.secrecy_scenes import other_future, other_hands
from tests.site.secrecy_scenes import other_worlds
from tests.tables.attempts_scenes import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ROUNDS = wide.of(
    (("planet-nine", "6", 2), ("deep-sea", "3", 1)),
    tuple((game, mission, seed) for game, mission in (("planet-nine", "6"), ("deep-sea", "3")) for seed in range(1, 6)),
)
"""Game, mission and seed of rounds that are played at random: of long ones, where few are played."""
RACES = wide.of(((2, 0),), ((1, 0), (2, 100), (3, 200)))
"""Seeds of races that are played at random, which take hundreds of actions, and the first moment compared."""
STRETCH = wide.of(50, 80)
"""The moments of a race that are compared, one after the other; of a mission, all are."""
WHOLE_EVERY = wide.of(8, 1)
"""The actions between two moments at which whole pages, and those of a visitor, are compared."""
LINE_EVERY = 3
"""The actions between two lines of watchers."""
FRESH = re.compile(
    rb'"X-CSRFToken": "\w+"|name="(?:csrfmiddlewaretoken|form_key)" value="[\w-]+"|data-(?:beat|waited|now)="[^"]*"'
)
"""What is signed or timed anew for each page."""


def watched(game: str, mission: str, seed: int, *players: Player) -> Attempt:
    """A running attempt of these players that everyone with the link may watch."""
    table = tables.open_table(player=players[0], game=game, mission=mission, players=len(players))
    for player in players[1:]:
        tables.take_seat(table=table, player=player)
    Table.objects.filter(pk=table.pk).update(base_seed=f"for tests {seed}", watching=Table.Watching.LINK)
    deals.start_attempt(table_id=table.pk, player=players[0])
    return Attempt.objects.select_related("table").get(table=table)


def act_at_random(attempt: Attempt, state: games.State, players: tuple[Player, ...], chance: Random) -> None:
    """Let one of those whose turn it is take a legal action."""
    actor = min(state.waiting_on)
    text = chance.choice([one.text for one in state.legal_actions(actor) if one.text != "distress"])
    seen = Table.objects.get(pk=attempt.table_id).version
    attempts.act(table_id=attempt.table_id, player=players[actor], text=text, seen=seen)


def talk_at(attempt: Attempt, moment: int, watchers: tuple[Player, ...]) -> None:
    """Let the watchers talk in turn while the others play."""
    if moment % LINE_EVERY == 0:
        by = watchers[moment // LINE_EVERY % len(watchers)]
        services.say(table_id=attempt.table_id, by=by, text=f"Who has the nine? {moment}")


def parts(browsers: list[Client], table: int, moment: int) -> list[bytes]:
    """Return what a watcher is sent of the round, of its watchers and of their talk, folded from the setup anew.

    Now and then it is what all of these browsers are sent, and whole pages: those hold the same parts once more.
    """
    event_replay._presents.clear()
    event_replay._records.clear()
    is_whole = moment % WHOLE_EVERY == 0
    asked = [(name, {"hx-request": "true"}) for name in ("table-round", "table-watchers", "talk")]
    asked += [("table", {}), ("talk", {})] if is_whole else []
    readers = browsers if is_whole else browsers[:1]
    answers = [browser.get(reverse(name, args=(table,)), headers=how) for browser in readers for name, how in asked]
    assert {answer.status_code for answer in answers} == {200}
    return [FRESH.sub(b"", answer.content) for answer in answers]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let watchers say as much as they like, because they say it faster than people."""
    monkeypatch.setattr(services, "LINES", replace(LINES, most=10_000))


@pytest.mark.parametrize("played", ROUNDS, ids=lambda played: "-".join(map(str, played)))
def test_watchers_of_a_mission_cannot_tell_the_deals_apart(
    played: tuple[str, str, int],
    alice: Player,
    bob: Player,
    olga: Player,
    charlie: Player,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, watchers, chance = (alice, bob, olga), (charlie, person("Otto")), Random(" ".join(map(str, played)))
    attempt = watched(*played, *players)
    browsers, own = [signed_in(charlie), Client()], [signed_in(player) for player in players]
    moment = compared = 0
    while (state := state_of(attempt)).outcome is None:
        talk_at(attempt, moment, watchers)
        world = next(other_worlds(state, None), None)
        if world is not None:
            here = parts(browsers, attempt.table_id, moment)
            with monkeypatch.context() as there:
                there.setattr(event_replay, "setup_of", lambda _attempt, world=world: world)
                assert parts(browsers, attempt.table_id, moment) == here
                there_to_players = parts(own, attempt.table_id, 0) if compared == 0 else []
            assert compared or parts(own, attempt.table_id, 0) != there_to_players
            compared += 1
        act_at_random(attempt, state, players, chance)
        moment += 1
    assert compared >= moment - 3  # The last cards may leave no other deal.


@pytest.mark.parametrize(("seed", "start"), RACES)
def test_watchers_of_a_race_cannot_tell_the_hands_apart(
    seed: int,
    start: int,
    alice: Player,
    bob: Player,
    charlie: Player,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, watchers, chance = (alice, bob), (charlie, person("Otto")), Random(seed)
    attempt = watched("deep-blue", "troubled-waters", seed, *players)
    browsers, moment, compared = [signed_in(charlie), Client()], 0, 0
    while (state := cast("State", state_of(attempt))).outcome is None and moment < start + STRETCH:
        talk_at(attempt, moment, watchers)
        if moment >= start:
            world = other_future(other_hands(other_hands(state, 0, chance), 1, chance), chance)
            here = parts(browsers, attempt.table_id, moment)
            with monkeypatch.context() as there:
                there.setattr(event_replay, "state_of", lambda _attempt, world=world: world)
                there.setattr(event_replay, "state_after", lambda _setup, _actions, world=world: world)
                assert parts(browsers, attempt.table_id, moment) == here
            compared += world.fleets != state.fleets
        act_at_random(attempt, state, players, chance)
        moment += 1
    assert compared
