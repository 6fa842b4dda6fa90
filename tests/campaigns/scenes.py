"""Scenes of campaigns: a campaign and its entries, for the tests of its pages."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import campaigns, entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player

DAY = date(2026, 3, 7)


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter <evenings>")


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def add(campaign: Campaign, by: Player, mission: str = "1", **told: Any) -> LogEntry:
    said: dict[str, Any] = {"won": False, "played_on": DAY, "attendance": [Attendee(by)]} | told
    return entries.add_entry(campaign=campaign, by=by, key=uuid4(), mission=mission, **said)


def filled(**told: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "mission": "1", "won": "no", "played_on": "2026-03-07"} | told


def post(client: Client, campaign: Campaign, **told: Any) -> Any:
    return client.post(reverse("campaign-log", args=[campaign.pk]), filled(**told))
