"""Scenes of mergers: three crews whose entries are merged, and the entry that counts then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import rulings
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.challenges.conftest import play
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import NOON, table_of
from tests.conftest import person


@pytest.fixture
def dora() -> Player:
    return person("Dora")


@pytest.fixture
def third(club: Club, dora: Player) -> Crew:
    """Cygnus: Dora's."""
    found = Crew.objects.create(name="Cygnus", slug="cygnus")
    CrewMember.objects.create(crew=found, player=dora, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=found)
    return found


Cast = dict[str, tuple[Crew, Player]]
"""By letter, a crew and who plays for it."""


@pytest.fixture
def cast(crew: Crew, rivals: Crew, third: Crew, alice: Player, charlie: Player, dora: Player) -> Cast:
    return {"A": (crew, alice), "B": (rivals, charlie), "C": (third, dora)}


def counting(number: int = 1) -> dict[str, tuple[str, int | None]]:
    """By crew that stands at a stage, whose table counts for it, and the score; None where it is not won."""
    found = Result.objects.filter(stage__number=number).select_related("crew", "table__crew")
    return {row.crew.name: (row.table.crew.name, row.score if row.won else None) for row in found}  # type: ignore[union-attr]


def merge(challenge: Challenge, olga: Player, crew: Crew, into: Crew, counts: str = "better") -> Ruling:
    return rulings.merge_entries(by(challenge, olga), crew=crew, into=into, counts=counts)


def ended(crew: Crew, minutes: int) -> None:
    """The crew's attempts at the first stage ended so late."""
    table = Table.objects.get(crew=crew, stage__number=1)
    table.attempts.update(ended_at=NOON + timedelta(minutes=minutes))
    results.recompute_result(table_id=table.pk)


@pytest.fixture
def three(
    running: Challenge, crew: Crew, rivals: Crew, third: Crew, alice: Player, charlie: Player, dora: Player
) -> Challenge:
    """Aurora has won stage 1 at the second attempt and stage 2; Borealis stage 1; Cygnus has lost there once."""
    play(table_of(running, crew, alice), alice, "lw")
    play(table_of(running, crew, alice, 2), alice, "w")
    play(table_of(running, rivals, charlie), charlie, "w")
    play(table_of(running, third, dora), dora, "l")
    return running
