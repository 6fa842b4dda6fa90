"""Fixtures: a challenge of Alice's club, and a second crew that plays in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Time that stands still until it is told to go on."""
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def challenge(club: Club, olga: Player) -> Challenge:
    """Not prepared yet."""
    with time_machine.travel(NOON - HOUR, tick=False):
        return make(club, olga)


@pytest.fixture
def running(challenge: Challenge) -> Challenge:
    """Open, with its deals made."""
    with time_machine.travel(NOON, tick=False):
        challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def rivals(club: Club, charlie: Player) -> Crew:
    """Another crew of the club: Charlie's."""
    crew = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=crew, player=charlie, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=crew)
    return crew
