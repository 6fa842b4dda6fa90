"""Watchers and their talk: two deals that are equal in public give the same parts, byte by byte, in all three games."""

from __future__ import annotations

import re
from random import Random
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

from games.deep_blue.state import State
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from logbook.talk import services
from tests import wide
from tests.conftest import SignedIn
from tests.games.deep_blue.secrecy_scenes import other_future, other_hands
from tests.site.secrecy_scenes import other_worlds
from tests.tables.attempts_scenes import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVERY = wide.of(6, 1)
"""The actions between two moments that are compared."""
FRESH = re.compile(
    rb'"X-CSRFToken": "\w+"|name="(?:csrfmiddlewaretoken|form_key)" value="[\w-]+"|data-(?:beat|waited|now)="[^"]*"'
)
"""What is signed or timed anew for each page."""


def watched(game: str, mission: str, *players: Player) -> Attempt:
    """A running attempt of these players that everyone with the link may watch."""
    table = tables.open_table(player=players[0], game=game, mission=mission, players=len(players))
    for player in players[1:]:
        tables.take_seat(table=table, player=player)
    Table.objects.filter(pk=table.pk).update(base_seed="for tests", watching=Table.Watching.LINK)
    deals.start_attempt(table_id=table.pk, player=players[0])
    return Attempt.objects.select_related("table").get(table=table)


def parts(browsers: list[Client], table: int) -> list[bytes]:
    """Return what each watcher sees of the round, of its watchers and of their talk, folded from the setup anew."""
    event_replay._presents.clear()
    event_replay._records.clear()
    names = ("table", "table-round", "table-watchers", "talk")
    answers = [browser.get(reverse(name, args=(table,))) for browser in browsers for name in names]
    return [FRESH.sub(b"", answer.content) for answer in answers if answer.status_code == 200]


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "6"), ("deep-sea", "3")])
def test_watchers_of_a_mission_cannot_tell_the_deals_apart(
    game: str,
    mission: str,
    alice: Player,
    bob: Player,
    olga: Player,
    charlie: Player,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, chance = (alice, bob, olga), Random(f"{game} {mission}")
    attempt = watched(game, mission, *players)
    services.say(table_id=attempt.table_id, by=charlie, text="Who has the nine?")
    browsers, compared = [signed_in(charlie), Client()], 0
    own = [signed_in(player) for player in players]
    for moment in range(24):
        state = state_of(attempt)
        if state.outcome is not None:
            break
        world = next(other_worlds(state, None), None) if moment % EVERY == 0 else None
        if world is not None:
            here = parts(browsers, attempt.table_id)
            with monkeypatch.context() as there:
                there.setattr(event_replay, "setup_of", lambda _attempt, world=world: world)
                assert parts(browsers, attempt.table_id) == here
                there_to_players = parts(own, attempt.table_id)
            assert parts(own, attempt.table_id) != there_to_players
            compared += len(here)
        actor = min(state.waiting_on)
        text = chance.choice([one.text for one in state.legal_actions(actor) if one.text != "distress"])
        seen = Table.objects.get(pk=attempt.table_id).version
        attempts.act(table_id=attempt.table_id, player=players[actor], text=text, seen=seen)
    assert compared >= 12


def test_watchers_of_a_race_cannot_tell_the_hands_apart(
    alice: Player,
    bob: Player,
    charlie: Player,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, chance = (alice, bob), Random(1)
    attempt = watched("deep-blue", "troubled-waters", *players)
    services.say(table_id=attempt.table_id, by=charlie, text="Who dives next?")
    browsers, compared = [signed_in(charlie), Client()], 0
    for moment in range(25):
        state = cast("State", state_of(attempt))
        if moment % EVERY == 0:
            world = other_future(other_hands(other_hands(state, 0, chance), 1, chance), chance)
            here = parts(browsers, attempt.table_id)
            with monkeypatch.context() as there:
                there.setattr(event_replay, "state_of", lambda _attempt, world=world: world)
                there.setattr(event_replay, "state_after", lambda _setup, _actions, world=world: world)
                assert parts(browsers, attempt.table_id) == here
            compared += world.fleets != state.fleets
        actor = min(state.waiting_on)
        text = chance.choice(state.legal_actions(actor)).text
        seen = Table.objects.get(pk=attempt.table_id).version
        attempts.act(table_id=attempt.table_id, player=players[actor], text=text, seen=seen)
    assert compared
