"""Results, tallies and standings: counting one by one and all at once agree."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logbook.challenges import policies
from logbook.challenges.models.challenges import Challenge, Deal, Stage, Standing
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.services import results
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.leaderboards.results_scenes import MONDAY, attempt_at, counted, played, snapshot
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db

ENDS = ("success", "failure", "abandoned")


@pytest.mark.parametrize(
    ("ends", "distress", "won", "score"),
    [
        (("success",), False, True, 1),
        (("failure", "abandoned", "success"), False, True, 3),
        (("failure", "success"), True, True, 3),
        (("failure", "failure"), True, False, 3),
    ],
)
def test_a_result_counts_as_the_logbook(ends: tuple[str, ...], distress: bool, won: bool, score: int) -> None:
    counted(*ends, distress=distress)
    result = Result.objects.get()
    assert (result.won, result.score, result.attempts) == (won, score, len(ends))


def test_a_running_attempt_counts_for_nothing() -> None:
    counted("playing")
    assert not Result.objects.exists()
    counted("failure", "playing")
    assert Result.objects.get().attempts == 1


def test_counting_twice_is_counting_once() -> None:
    table = counted("failure", "success")
    before = snapshot()
    results.recompute_result(table_id=table.pk)
    assert snapshot() == before


@pytest.fixture
def stages(club: Club) -> list[Stage]:
    challenge = Challenge.objects.create(
        club=club, title="Week", players=4, opens_at=MONDAY, closes_at=MONDAY + timedelta(days=7), commitment="-"
    )
    stages = [
        Stage.objects.create(challenge=challenge, number=number, game="planet-nine", mission=str(number))
        for number in (1, 2)
    ]
    Deal.objects.bulk_create(Deal(stage=stage, attempt=k, state="ready") for stage in stages for k in (1, 2))
    return stages


RULED = ("deal voided", "stage void", "result ruled", "crews merged", "ruling undone")
Happening = tuple[str, int, int, str, bool, str]
HAPPENINGS = st.lists(
    st.tuples(
        st.sampled_from(["free", "stage", "custom", "untimed", "crewless"]),
        st.integers(0, 3),  # which crew
        st.integers(0, 2),  # which of its tables
        st.sampled_from([*ENDS, "playing", "withdrawn", "voided", "corrected", "closed", *RULED, *RULED]),
        st.booleans(),  # distress
        st.sampled_from(Attempt.Place.values),
    ),
    max_size=25,
)
"""A sequence of steps: attempts begin and end at tables, and directors rule on ended ones."""


class History:
    """Tables with a sequence of steps, each counted at once as the worker does."""

    def __init__(self, stages: list[Stage]) -> None:
        self.crews = [Crew.objects.get_or_create(slug=f"c{n}", defaults={"name": f"C{n}"})[0] for n in range(4)]
        self.stages = stages
        self.director = Player.objects.create(name="Director")
        self.tables: dict[tuple[str, int, int], Table] = {}

    def happens(self, kind: str, crew: int, place_in: int, what: str, distress: bool, place: str) -> None:
        table = self._table(kind, crew, place_in)
        last = table.attempts.order_by("-number").first()
        if what in RULED:
            with suppress(Refusal):
                self._rule(what, self.crews[crew], self.stages[place_in % 2], distress)
            return
        if what == "closed":
            if table.stage is None:  # Tables of a challenge are deleted only with it.
                table.delete()
                del self.tables[kind, crew, place_in]
            return
        if what == "withdrawn" and last is not None:
            last.delete()
        elif what == "voided" and last is not None:
            table.attempts.all().delete()
        elif what == "corrected" and last is not None:
            table.attempts.filter(pk=last.pk).update(state="success" if last.state == "failure" else "failure")
        elif what in (*ENDS, "playing") and (last is None or last.state != "playing"):
            attempt_at(table, (last.number if last else 0) + 1, what, distress=distress, place=place)
        elif what in ENDS:
            table.attempts.filter(state="playing").update(state=what, distress=distress, ended_at=MONDAY)
        results.recompute_result(table_id=table.pk)

    def _rule(self, what: str, crew: Crew, stage: Stage, flag: bool) -> None:
        decision = Decision(stage.challenge, self.director, "so")
        undoable = Ruling.objects.filter(taken_back_at=None).order_by("pk").first()
        if what == "deal voided":
            rulings.void_deal(decision, stage=stage, attempt=1 + flag)
        elif what == "stage void":
            rulings.void_deal(decision, stage=stage)
        elif what == "result ruled":
            rulings.correct_result(decision, stage=stage, crew=crew, won=flag, needed=2, distress=not flag)
        elif what == "crews merged":
            into = self.crews[(self.crews.index(crew) + 1) % 4]
            rulings.merge_entries(decision, crew=crew, into=into, counts="earlier" if flag else "better")
        elif undoable is not None:
            rulings.take_back_ruling(ruling=undoable, by=self.director)

    def _table(self, kind: str, crew: int, place_in: int) -> Table:
        key = (kind, crew, place_in)
        if key not in self.tables:
            self.tables[key] = played(**self._wishes(kind, crew, place_in))
        return self.tables[key]

    def _wishes(self, kind: str, crew: int, place_in: int) -> dict[str, Any]:
        if kind == "stage":
            stage = self.stages[place_in % 2]
            known = Table.objects.filter(stage=stage, crew=self.crews[crew]).exists()
            return {"crew": self.crews[crew], "stage": None if known else stage}
        mission = {"custom": "tasks=2", "untimed": str(13 + place_in)}.get(kind, "1")
        return {
            "crew": None if kind == "crewless" else self.crews[crew],
            "mission": mission,
            "players": 3 + crew % 2,
            "bots": crew > 1,
            "options": "untimed" if kind == "untimed" else "",
            "game": "deep-sea" if kind == "untimed" else "planet-nine",
        }


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HAPPENINGS, st.sampled_from(list(policies.POLICIES)))
def test_one_by_one_and_all_at_once_come_to_the_same(
    stages: list[Stage], happenings: list[Happening], policy: str
) -> None:
    for model in (Table, Result, Standing, Tally, Ruling):
        model.objects.all().delete()
    Challenge.objects.update(policy=policy)
    for stage in stages:
        stage.challenge.refresh_from_db()
    history = History(stages)
    for happening in happenings:
        history.happens(*happening)
    one_by_one = snapshot()
    call_command("recompute", stdout=StringIO())
    assert snapshot() == one_by_one, "over what is there"
    for derived in (Result, Standing, Tally):
        derived.objects.all().delete()
    call_command("recompute", stdout=StringIO())
    assert snapshot() == one_by_one, "from nothing"


def test_the_database_counts_as_the_logbook_says(crew: Crew) -> None:
    for lost in range(4):
        for distress in (False, True):
            counted(*["failure"] * lost, "success", crew=crew, distress=distress)
    for result in Result.objects.all():
        assert result.score == policies.score(attempts=result.attempts, distress=result.distress)


def test_a_whole_recompute_goes_in_pieces(crew: Crew, monkeypatch: pytest.MonkeyPatch, stages: list[Stage]) -> None:
    for number in range(7):
        counted("failure", "success", crew=crew, mission=str(1 + number % 3))
    counted("success", crew=crew, stage=stages[0])
    before = snapshot()
    monkeypatch.setattr(results, "TABLES_PER_BATCH", 3)
    monkeypatch.setattr(results, "CHALLENGES_PER_BATCH", 1)
    Result.objects.all().delete()
    assert results.recompute_everything() == (8, 1)
    assert snapshot() == before


def test_a_result_knows_its_challenge(crew: Crew, stages: list[Stage]) -> None:
    table = counted("success", crew=crew, stage=stages[0])
    assert Result.objects.get(table=table).challenge == stages[0].challenge
    assert Result.objects.get(table=counted("success")).challenge is None


def test_the_sweep_counts_what_a_lost_task_left_uncounted(alice: Player) -> None:
    table = open_table(alice, count=2, bots=1)
    attempt = started(table, alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert not Result.objects.filter(table=table).exists(), "the task was never delivered"
    tasks.recompute_overlooked_results.delay()
    assert not Result.objects.filter(table=table).exists(), "it may still be on its way"
    Attempt.objects.filter(pk=attempt.pk).update(ended_at=timezone.now() - timedelta(minutes=1))
    tasks.recompute_overlooked_results.delay()
    assert Result.objects.get(table=table).attempts == 1
    assert results.uncounted_tables(before=timezone.now()) == []
