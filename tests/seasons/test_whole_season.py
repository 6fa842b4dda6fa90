"""A season from its plan to its final standings, under a simulated clock, with outages at due times.

Eight weeks, three crews: one plays online, one at its own table, one person with bots. Directors correct a result,
void a deal and revoke that. In the end an independent program verifies every seal, and every recount gives the same
standings.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command

from games import commit_reveal
from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.services import commit_reveal as seal_services
from logbook.challenges.services import reports, rulings
from logbook.challenges.services.reports import Report
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.leaderboards.models.results import Result
from logbook.people.models.players import Player
from logbook.seasons import tasks as seasons_tasks
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.seasons.services import series
from logbook.tables.models import Attempt
from tests.challenges.real_tables_scenes import guests
from tests.challenges.scenes import deal, end, stage_of, table_of
from tests.conftest import person
from tests.independent.verify_seal import verify

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
FIRST = datetime(2026, 10, 5, 16, tzinfo=UTC)
"""The first opening: Monday at 18:00 in Berlin, in summer time. From the fourth week on it is winter there."""
AFTER_THE_CHANGE = 3
MISSED = 6
"""The site is down from before this week is announced until after it has closed."""
LATE = 2
"""The site is down while this week opens and while the week before it closes."""


@pytest.fixture
def crews(club: Club, crew: Crew, alice: Player) -> list[Crew]:
    """Return the crews of Alice (online, with bots), of Tom (at his own table), and of Bea (alone with bots)."""
    found = [crew]
    for name, member in (("At the table", person("Tom")), ("With bots", person("Bea"))):
        other = Crew.objects.create(name=name, slug=name.lower().replace(" ", "-"))
        CrewMember.objects.create(crew=other, player=member)
        ClubCrew.objects.create(club=club, crew=other)
        found.append(other)
    return found


@pytest.fixture
def planned(club: Club, olga: Player) -> Series:
    with time_machine.travel(FIRST - 10 * DAY):
        season = series.create_season(
            club=club, by=olga, name="Autumn", starts_on=date(2026, 10, 5), ends_on=date(2026, 11, 29), best_n=5
        )
        return series.create_series(
            season=season, by=olga, title="Monday", weekday=0, hour=18, minute=0, time_zone="Europe/Berlin",
            window_hours=24, game="planet-nine", rotation=[["1"], ["1", "2"]], players=3, max_attempts=2, playouts=2,
            announced_days=3, contribution_hours=24,
        )  # fmt: skip


def opening(number: int) -> datetime:
    """Return the opening of a week: always at 18:00 in Berlin."""
    return FIRST + number * WEEK + (HOUR if number >= AFTER_THE_CHANGE else 0 * HOUR)


def beat(at: datetime) -> None:
    """Run beat at this moment on two workers at once: every task runs twice."""
    with time_machine.travel(at):
        for _ in range(2):
            series.announce_due_weeks()
            challenges_tasks.open_and_close_due.delay()


def lead_up(number: int) -> Challenge | None:
    """Run beat up to a week's opening, with the outages."""
    opens = opening(number)
    if number == MISSED:
        beat(opens + 25 * HOUR)
        return None
    beat(opens - 3 * DAY)
    made = Challenge.objects.filter(occurrence=number).first()
    assert made is not None
    assert (made.state, made.opens_at) == (Challenge.State.COLLECTING_SEEDS, opens)
    with time_machine.travel(opens - 3 * DAY + HOUR):
        member = made.club.members.first()
        assert member is not None
        seal_services.contribute_entropy(challenge=made, player=member.player, words=f"week {number}")
    beat(opens - 2 * DAY)
    beat(opens + (2 * HOUR if number == LATE else HOUR / 60))
    made.refresh_from_db()
    assert made.state == Challenge.State.OPEN
    return made


def play(challenge: Challenge, crews: list[Crew], number: int) -> None:
    """Every crew plays every stage; the week decides how well."""
    with time_machine.travel(opening(number) + 3 * HOUR):
        for stage in range(1, challenge.stages.count() + 1):
            _online(challenge, crews[0], stage, lost_first=number % 2 == 1)
            _online(challenge, crews[2], stage, lost_first=number % 3 != 0)
            _at_the_table(challenge, crews[1], stage, success=number != 4)


def _online(challenge: Challenge, crew: Crew, stage: int, *, lost_first: bool) -> None:
    player = crew.members.order_by("pk").first().player  # type: ignore[union-attr]
    table = table_of(challenge, crew, player, stage)
    for won in (False, True) if lost_first else (True,):
        deal(table, player)
        end(table, won=won)


def _at_the_table(challenge: Challenge, crew: Crew, stage: int, *, success: bool) -> None:
    player = crew.members.get().player
    sitters = guests(challenge.players, s0=player)
    moved = reports.hand_out_attempt(
        challenge=challenge, stage=stage_of(challenge, stage), crew=crew, player=player, sitters=sitters
    )
    number = Attempt.objects.get(pk=moved.attempt_id).number
    told = Report(success=success, distress=success, sitters=sitters)
    reports.report_attempt(table_id=moved.table_id, number=number, player=player, report=told)
    leaderboards_tasks.recompute_results.delay(moved.table_id)


def close(number: int) -> None:
    if number + 1 != LATE:
        beat(opening(number) + DAY + HOUR / 60)


def snapshot() -> list[list[tuple[object, ...]]]:
    """Return all derived rows, without their keys."""
    return [
        list(Result.objects.order_by("table").values_list("table", "won", "attempts", "distress", "score")),
        list(Standing.objects.order_by("challenge", "rank", "crew").values_list("challenge", "crew", "rank", "score")),
        list(
            DuplicateScore.objects.order_by("challenge", "crew").values_list("challenge", "crew", "percent", "margin")
        ),
        list(
            SeasonStanding.objects.order_by("rank", "crew", "player").values_list(
                *("crew", "player", "rank", "total", "wins", "best", "played", "counted", "moved")
            )
        ),
    ]


@pytest.mark.slow
def test_a_season(planned: Series, crews: list[Crew], olga: Player) -> None:
    for number in range(8):
        challenge = lead_up(number)
        if challenge is not None:
            play(challenge, crews, number)
            close(number)
    _check_the_weeks(planned)
    _check_the_desk(planned, crews, olga)
    _check_the_seals()
    counted = snapshot()
    assert all(counted)
    for _ in range(2):
        call_command("recompute", verbosity=0)
        assert snapshot() == counted
    _check_the_standings(planned.season, crews)


def _check_the_weeks(planned: Series) -> None:
    """One challenge a week, each closed, except for the one that the outage missed."""
    weeks = list(planned.challenges.order_by("occurrence").values_list("occurrence", "state"))
    assert weeks == [(number, "closed") for number in range(8) if number != MISSED]
    (skipped,) = planned.notes.filter(kind=SeasonNote.Kind.SKIPPED)
    assert skipped.occurrence == MISSED


def _check_the_desk(planned: Series, crews: list[Crew], olga: Player) -> None:
    """A correction counts, and a revoked ruling leaves no trace."""
    challenge = planned.challenges.get(occurrence=0)
    before = snapshot()
    decision = Decision(challenge, olga, "counted twice at the table")
    voided = rulings.void_deal(decision, stage=stage_of(challenge))
    rulings.take_back_ruling(ruling=voided, by=olga)
    _measure(challenge)
    assert snapshot() == before
    rulings.correct_result(decision, stage=stage_of(challenge), crew=crews[1], won=True, needed=2, distress=False)
    _measure(challenge)
    assert snapshot() != before


def _measure(challenge: Challenge) -> None:
    seasons_tasks.recompute_duplicate_scores.delay(challenge.pk)


def _check_the_seals() -> None:
    for challenge in Challenge.objects.all():
        opened = json.loads(json.dumps(seal_services.reveal_seal(challenge)))
        assert all(step.holds for step in commit_reveal.check(opened))
        assert list(verify(opened)) == []
        assert opened["words"], "a member contributed"


def _check_the_standings(season: Season, crews: list[Crew]) -> None:
    """Three crews played seven challenges, and the best five of each crew count."""
    lines = {line.crew: line for line in season.standings.exclude(crew=None)}
    assert set(lines) == set(crews)
    assert all((line.played, len(line.counted)) == (7, 5) for line in lines.values())
    assert [line.rank for line in season.standings.exclude(crew=None).order_by("rank")] == [1, 2, 3]
    assert lines[crews[0]].rank == 1
    assert season.standings.exclude(player=None).count() == 3
