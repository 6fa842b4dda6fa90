"""Scenes that the tests of auto log share with others."""

from __future__ import annotations

import pytest

from logbook.campaigns.models import Campaign
from logbook.campaigns.services import campaigns
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, tables
from tests.tables.attempts_scenes import act_on, started


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


@pytest.fixture
def table(campaign: Campaign, crew: Crew, alice: Player, bob: Player, olga: Player) -> Table:
    """Alice and Bob of the crew, and Olga, a substitute."""
    table = tables.open_table(
        player=alice, game="planet-nine", mission="1", players=3, crew=crew, campaign=OnlineCampaign(campaign)
    )
    for player in (bob, olga):
        tables.take_seat(table=table, player=player)
    return table


def given_up(table: Table, player: Player) -> Attempt:
    attempt = started(table, player)
    act_on(table, attempt)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    attempt.refresh_from_db()
    return attempt


def won(attempt: Attempt) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state="success", reason_code="")
    Table.objects.filter(pk=attempt.table_id).update(state="won")
