"""Races as attempts at a table: finished with points, neither won nor lost."""

from __future__ import annotations

import pytest
from django.utils import translation
from pytest_django import Settings

import games
from games.bots import bots_of
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.rounds import text as rounds_text
from logbook.tables import event_replay
from logbook.tables.exceptions import NoAttemptsLeft, UnknownBot
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, bots, deals, tables
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player) -> Table:
    """A race of Ana and three bots that think fast, dealt."""
    table = tables.open_table(player=alice, game="deep-blue", mission="troubled_waters", players=4)
    for number in (1, 2, 3):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    deals.start_attempt(table_id=table.pk, player=alice)
    return Table.objects.get(pk=table.pk)


def test_the_scenario_is_stored_in_its_normal_form(race: Table) -> None:
    assert race.mission == "troubled-waters"


def test_a_bot_of_another_game_does_not_sit_down(race: Table, alice: Player) -> None:
    with pytest.raises(UnknownBot):
        tables.put_bot(table_id=race.pk, by=alice, number=1, bot="solver")


def finish(table: Table, player: Player) -> Attempt:
    """Play a race out by chance, all seats as they come."""
    from random import Random

    chance = Random(7)
    while True:
        table.refresh_from_db()
        attempt = table.attempts.select_related("table").order_by("-number")[0]
        if attempt.state != Attempt.State.PLAYING:
            return attempt
        state = event_replay.state_of(attempt)
        if 0 in state.waiting_on:
            text = bots_of("deep-blue")["random"].choose(state.view(0), chance)
            assert text is not None
            attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
        else:
            assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is not None or table.attempts.filter(
                state=Attempt.State.FINISHED
            )


@pytest.mark.slow
@pytest.mark.once
def test_a_race_ends_with_points_and_leads_to_another_table(race: Table, alice: Player) -> None:
    attempt = finish(race, alice)
    assert attempt.state == Attempt.State.FINISHED
    assert attempt.scores == list(event_replay.state_of(attempt).outcome.scores or ())  # type: ignore[union-attr]
    assert len(attempt.scores) == 4
    assert (race.state, attempt.is_public, attempt.is_unsealed) == (Table.State.ENDED, True, True)
    with pytest.raises(NoAttemptsLeft):
        deals.start_attempt(table_id=race.pk, player=alice)
    results.recompute_result(table_id=race.pk)
    results.recompute_everything()
    assert not Result.objects.filter(table=race).exists()
    assert race.pk not in results.uncounted_tables(before=attempt.ended_at)  # type: ignore[arg-type]
    following = Table.objects.get(pk=tables.open_next_table(table_id=race.pk, player=alice).pk)
    assert (following.mission, following.state) == ("best-of-the-best", Table.State.PLAYING)


def test_everybody_who_is_dealt_the_same_meets_the_same_bots(race: Table, alice: Player) -> None:
    other = tables.open_table(player=alice, game="deep-blue", mission="troubled-waters", players=4)
    Table.objects.filter(pk=other.pk).update(base_seed=race.base_seed)
    for number in (1, 2, 3):
        tables.put_bot(table_id=other.pk, by=alice, number=number, bot="careful")
    deals.start_attempt(table_id=other.pk, player=alice)
    logs = []
    for table in (race, other):
        attempt = table.attempts.select_related("table").get()
        for _ in range(12):
            state = event_replay.state_of(attempt)
            seen = Table.objects.values_list("version", flat=True).get(pk=table.pk)
            if 0 in state.waiting_on:
                text = state.legal_actions(0)[0].text
                attempts.act(table_id=table.pk, player=alice, text=text, seen=seen)
            else:
                bots.play_bot_step(attempt_id=attempt.pk, seen=seen)
        logs.append(event_replay.actions_of(attempt))
    assert logs[0] == logs[1]


def test_nobody_waits_for_bots_to_speak(race: Table) -> None:
    from logbook.tables import bot_timing as pace

    state = event_replay.state_of(race.attempts.select_related("table").get())
    assert isinstance(state, games.State)
    assert not pace.bots_wait(state, [0])


def test_a_scenario_has_its_title_in_lists_and_invitations(race: Table, alice: Player, signed_in: SignedIn) -> None:
    assert "Troubled Waters" in signed_in(alice).get("/tables/").text
    assert rounds_text.mission_title("12") == "Mission 12"
    assert rounds_text.mission_title("tasks=3") == "Custom mission"
    with translation.override("fr"):
        assert rounds_text.mission_title("troubled-waters") == "En eaux troubles"


def test_the_steps_of_a_turn_follow_each_other_faster(race: Table, settings: Settings) -> None:
    from logbook.tables import bot_timing as pace

    settings.BOT_PAUSE_SECONDS = 0.8
    state = event_replay.state_of(race.attempts.select_related("table").get())
    assert pace.pause(state, [0]) == 0.4
