"""The migration fills what attempts, results and lines count for, as the site itself writes it."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import connection

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.services import rulings
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.races.models.lines import RaceLine
from logbook.races.models.results import RaceResult
from logbook.races.services import lines as race_lines
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempt_counts
from logbook.travellers.models import TravellerLine
from logbook.travellers.services import lines
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import NOON, make
from tests.leaderboards.results_scenes import played
from tests.races.ended_races import BOT, raced

pytestmark = pytest.mark.django_db
MIGRATION = import_module("logbook.migrations.0017_fill_attempt_counts")
ENDS = ("success", "failure", "abandoned", "success", "playing")


def values() -> list[list[tuple[Any, ...]]]:
    """Return the filled columns of all rows."""
    columns = ((Attempt, "counts"), (Result, "counts"), (RaceResult, "counts"))
    lines_too = ((TravellerLine, "by_people"), (RaceLine, "by_people"))
    return [
        list(model._base_manager.order_by("pk").values_list("pk", column)) for model, column in (*columns, *lines_too)
    ]


@pytest.fixture
def challenge(club: Club, olga: Player) -> Challenge:
    with time_machine.travel(NOON, tick=False):
        return make(club, olga, missions=["1", "2", "3", "4"])


def fill_tables(stages: list[Stage | None], people: tuple[Player, ...]) -> None:
    """Make tables of each kind; in half of their attempts a stand-in decides."""
    for stage, daily, bots in product(stages, (False, True), (False, True)):
        name = f"{stage}/{daily}/{bots}"
        crew = Crew.objects.create(name=name, slug=str(abs(hash(name))))
        table = played(*ENDS, crew=crew, stage=stage, seats=people, bots=bots, players=3)
        Table.objects.filter(pk=table.pk).update(daily=daily, crew=None if daily else crew)
        table.attempts.filter(number__in=(2, 4)).update(mixed=True)


def rule(challenge: Challenge, stages: list[Stage], olga: Player) -> None:
    """Make a stage and a deal void, correct a result twice, and take one decision back."""
    rulings.void_deal(by(challenge, olga), stage=stages[0])
    rulings.void_deal(by(challenge, olga), stage=stages[1], attempt=1)
    rulings.take_back_ruling(ruling=rulings.void_deal(by(challenge, olga), stage=stages[1], attempt=2), by=olga)
    table = Table.objects.filter(stage=stages[2], crew__isnull=False).select_related("crew")[0]
    assert table.crew is not None
    for needed in (1, 2):
        rulings.correct_result(
            by(challenge, olga), stage=stages[2], crew=table.crew, won=True, needed=needed, distress=True
        )


def test_migration_fills_what_the_site_writes(
    challenge: Challenge, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    stages = list(challenge.stages.order_by("number"))
    fill_tables([None, *stages], (alice, bob, charlie))
    for stage in (None, stages[3]):
        race = raced([30, 41, 12], [alice, bob, BOT], stage=stage).attempts.get()
        Event.objects.create(attempt=race, sequence=1, seat=1, text="pass", by_stand_in=True)
        Attempt.objects.filter(pk=race.pk).update(mixed=True)
    raced([5, 6], [alice, bob], stage=stages[3])
    rule(challenge, stages, olga)
    results.recompute_everything()
    keys = list(Attempt.objects.values_list("pk", flat=True))
    Attempt.objects.update(rules=99)  # Without a record that this version can read, a line has the same people.
    lines.LINES.write(keys)
    race_lines.LINES.write(keys)
    before = values()
    assert all(before)
    assert {value for _key, value in before[0]} == set(Counts)
    empty_columns()
    MIGRATION.fill(apps, SimpleNamespace(connection=connection))
    assert values() == before
    assert list(attempt_counts.wrong_attempts()) == []


def empty_columns() -> None:
    """Leave the rows as the version before has them, with the facts in the columns that it reads."""
    Result.objects.filter(counts=Counts.CHALLENGE).update(mixed=True)
    RaceResult.objects.exclude(counts=Counts.PEOPLE).update(mixed=True)
    Attempt.objects.update(counts=None)
    Result.objects.update(counts=Counts.CREWS)
    RaceResult.objects.update(counts=None)
    TravellerLine.objects.update(by_people=None)
    RaceLine.objects.update(by_people=None)
