"""Effects of rulings and of the calendar on duplicate scores and season standings."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.challenges import contest
from logbook.challenges.exceptions import MergedResultCounts, TooManyAttempts
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Standing
from logbook.challenges.services import certification, lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews as crew_services
from logbook.people.models.players import Player
from logbook.seasons.models.scores import SeasonStanding
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.schedule import WeeklySchedule
from logbook.seasons.services import series, standings
from logbook.tables.models import Table
from tests.challenges.random_histories import Fates
from tests.challenges.scenes import HOUR, NOON, deal, stage_of, table_of
from tests.challenges.scenes import end as finish
from tests.conftest import SignedIn
from tests.seasons.standings_scenes import crews, end, scored, season, week

__all__ = ["crews", "season"]

pytestmark = pytest.mark.django_db


def by(challenge: Challenge, player: Player) -> Decision:
    return Decision(challenge, player, "So it was.")


def lost_twice(challenge: Challenge, *names: Crew) -> None:
    for crew in names:
        end(challenge, crew, "failure", "failure")
    Table.objects.filter(crew__in=names).update(state="ended")


# --- par


def test_one_crews_added_deal_moves_nobodys_par(season: Season, crews: list[Crew], olga: Player) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success")
    lost_twice(challenge, *crews[1:])
    before = scored(challenge)
    Challenge.objects.filter(pk=challenge.pk).update(state="open")
    challenge.refresh_from_db()
    ruling = rulings.grant_extra_attempt(by(challenge, olga), stage=challenge.stages.get(), crew=crews[1])
    added = Deal.objects.get(attempt=3)
    Candidate.objects.create(deal=added, number=1, picked=True, certificate={"line": []}, wins=10, playouts=20)
    Challenge.objects.filter(pk=challenge.pk).update(state="closed")
    assert scored(challenge) == before
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert scored(challenge) == before


def test_a_void_deal_is_not_in_the_par(season: Season, crews: list[Crew], olga: Player) -> None:
    challenge = week(season, 0)
    Candidate.objects.filter(deal__attempt=1).update(wins=0)
    Candidate.objects.filter(deal__attempt=2).update(wins=20)
    end(challenge, crews[0], "failure", "success")
    rulings.void_deal(by(challenge, olga), stage=challenge.stages.get(), attempt=1)
    assert scored(challenge)[crews[0].name][1] == 0, "bots always win the one deal that is left"


# --- a stage with no deal that counts


def test_a_stage_without_a_deal_that_counts_is_no_stage(season: Season, crews: list[Crew], olga: Player) -> None:
    first, second, _third = crews
    challenge = week(season, 0, stages=2)
    Challenge.objects.filter(pk=challenge.pk).update(policy="single")
    challenge.refresh_from_db()
    for stage in (1, 2):
        end(challenge, first, "success", stage=stage)
        end(challenge, second, "failure", stage=stage)
    rulings.void_deal(by(challenge, olga), stage=challenge.stages.get(number=2), attempt=1)
    assert scored(challenge)[first.name][0] == 100


def test_crew_goes_on_past_it_in_a_gauntlet(season: Season, crews: list[Crew], olga: Player) -> None:
    challenge = week(season, 0, stages=3)
    Challenge.objects.filter(pk=challenge.pk).update(policy="gauntlet", state="open", closes_at="2100-01-01T00:00Z")
    challenge.refresh_from_db()
    for stage in (1, 2):
        end(challenge, crews[0], "success", stage=stage)
    Table.objects.filter(crew=crews[0]).update(state="won")
    rulings.void_deal(by(challenge, olga), stage=challenge.stages.get(number=1), attempt=1)
    assert Standing.objects.get(challenge=challenge, crew=crews[0]).stages_won == 1
    contest.ensure_stage_order(challenge.stages.select_related("challenge").get(number=3), crews[0].pk)


# --- the season


def test_nobody_has_won_a_challenge_that_nobody_won(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    lost_twice(challenge, *crews[:2])
    scored(challenge)
    assert set(SeasonStanding.objects.values_list("wins", flat=True)) == {0}


def test_other_results_that_count_are_counted_at_once(
    season: Season, crews: list[Crew], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    for number in range(3):
        challenge = week(season, number)
        end(challenge, crews[0], "success")
        end(challenge, crews[1], "failure")
        scored(challenge)
    assert SeasonStanding.objects.get(crew=crews[0]).total == 200
    with django_capture_on_commit_callbacks(execute=True):
        series.change_season(season=season, best_n=3)
    assert SeasonStanding.objects.get(crew=crews[0]).total == 300


@pytest.mark.parametrize(
    ("first_day", "weekday"),
    [(date(2027, 1, 4), 6), (date(2027, 3, 8), 6), (date(2027, 3, 15), 0), (date(2026, 10, 12), 6)],
)
@pytest.mark.parametrize("longer", [timedelta(0), timedelta(hours=1), timedelta(days=2)])
def test_movement_goes_by_the_calendar(
    season: Season, crews: list[Crew], first_day: date, weekday: int, longer: timedelta
) -> None:
    season.best_n = 5
    season.save()
    rhythm = WeeklySchedule(first_day, date(2027, 6, 1), weekday, 18, 0, "Europe/Berlin", 24)
    for number in range(3):
        challenge = week(season, number)
        opens, closes = rhythm.opens(number), rhythm.closes(number) + (longer if number == 1 else timedelta(0))
        Challenge.objects.filter(pk=challenge.pk).update(opens_at=opens, closes_at=closes)
        winner, other = (crews[1], crews[0]) if number == 0 else (crews[0], crews[1])
        end(challenge, winner, "success")
        end(challenge, other, "failure")
        scored(challenge)
    Series.objects.update(time_zone="Europe/Berlin")
    standings.recompute_season(season_id=season.pk)
    # After two weeks they were level; the third separated them.
    moved = dict(SeasonStanding.objects.filter(crew__isnull=False).values_list("crew__name", "moved"))
    assert moved == {crews[0].name: 0, crews[1].name: -1}


def test_members_keep_what_they_played_after_a_merge(
    season: Season, crews: list[Crew], olga: Player, alice: Player, charlie: Player
) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success", seats=(alice,))
    end(challenge, crews[1], "failure", seats=(charlie,))
    end(challenge, crews[2], "failure")
    rulings.merge_entries(by(challenge, olga), crew=crews[0], into=crews[1], counts="better")
    scored(challenge)
    totals = dict(SeasonStanding.objects.filter(player__isnull=False).values_list("player__name", "total"))
    assert totals == {"Alice": 100, "Charlie": 100}


def test_winner_of_two_crews_in_one_challenge_has_won_it(season: Season, crews: list[Crew], alice: Player) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success", seats=(alice,))
    end(challenge, crews[1], "failure", seats=(alice,))
    scored(challenge)
    line = SeasonStanding.objects.get(player=alice)
    assert (line.total, line.wins) == (50, 1)


def test_each_of_several_series_has_standings_of_its_own(
    season: Season, crews: list[Crew], alice: Player, signed_in: SignedIn
) -> None:
    for number in range(3):
        challenge = week(season, number)
        end(challenge, crews[0], "success", seats=(alice,))
        end(challenge, crews[1], "failure")
        scored(challenge)
    assert not SeasonStanding.objects.filter(series__isnull=False).exists(), "one series is the season"
    other = Series.objects.get()
    other.pk, other.title = None, "Thursdays"
    other.save()
    Challenge.objects.filter(pk=challenge.pk).update(series=other)
    scored(challenge)
    told = SeasonStanding.objects.filter(crew=crews[0]).order_by("series_id").values_list("series__title", "total")
    assert sorted(told, key=str) == [("Mondays", 200), ("Thursdays", 100), (None, 200)]
    page = signed_in(alice).get(reverse("season", args=(season.pk,))).text
    assert "Standings for Thursdays only" in page
    shown = signed_in(alice).get(reverse("challenge", args=(challenge.pk,))).text
    assert "By member" in shown


# --- corrections


@pytest.fixture
def both_played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> Challenge:
    """Return a challenge that Aurora has won and Borealis has lost once."""
    with time_machine.travel(NOON, tick=False):
        for own, player, won in ((crew, alice, True), (rivals, charlie, False)):
            table = table_of(running, own, player)
            deal(table, player)
            finish(table, won=won)
    return running


def test_entry_that_counts_is_corrected_where_some_are_merged(
    both_played: Challenge, crew: Crew, rivals: Crew, olga: Player
) -> None:
    decision, stage = by(both_played, olga), stage_of(both_played)
    rulings.merge_entries(decision, crew=crew, into=rivals, counts="better")
    with pytest.raises(MergedResultCounts, match="merged with that of Aurora"):
        rulings.correct_result(decision, stage=stage, crew=rivals, won=False, needed=3, distress=True)
    rulings.correct_result(decision, stage=stage, crew=crew, won=True, needed=2, distress=False)
    assert list(Standing.objects.values_list("crew__name", "score")) == [("Borealis", 2)]


def test_more_attempts_than_there_are_cannot_be_ruled(both_played: Challenge, crew: Crew, olga: Player) -> None:
    stage = stage_of(both_played)
    with pytest.raises(TooManyAttempts, match="no more attempts than this stage allows: 3"):
        rulings.correct_result(by(both_played, olga), stage=stage, crew=crew, won=True, needed=4, distress=False)


# --- play continues


def try_again(challenge: Challenge, crew: Crew, player: Player, signed_in: SignedIn) -> tuple[int, int]:
    table = Table.objects.get(crew=crew, stage__challenge=challenge)
    with time_machine.travel(NOON, tick=False):
        answer = signed_in(player).post(reverse("table-retry", args=(table.pk,)), {"seen": table.version})
    return answer.status_code, table.attempts.count()


def test_a_merged_crew_plays_no_more(
    both_played: Challenge, crew: Crew, rivals: Crew, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    rulings.merge_entries(by(both_played, olga), crew=rivals, into=crew, counts="better")
    assert try_again(both_played, rivals, charlie, signed_in) == (409, 1)


def test_a_crew_that_left_the_club_plays_no_more(
    both_played: Challenge, club: Club, rivals: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    clubs.withdraw_crew(club=club, crew=rivals, player=charlie)
    assert try_again(both_played, rivals, charlie, signed_in)[1] == 1


def test_who_left_the_crew_deals_nothing_more_for_it(
    both_played: Challenge, rivals: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    crew_services.leave_crew(crew=rivals, player=charlie)
    assert try_again(both_played, rivals, charlie, signed_in)[1] == 1


def test_a_readmitted_crew_gets_its_deal_after_any_number_of_tries(
    running: Challenge, crew: Crew, alice: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(NOON, tick=False):
        table = table_of(running, crew, alice)
        for _ in range(3):
            deal(table, alice)
            finish(table, won=False)
        Fates({}).come_true(monkeypatch)
        rulings.grant_extra_attempt(by(running, olga), stage=stage_of(running), crew=crew)
        added = Deal.objects.get(stage=stage_of(running), attempt=4)
        Deal.objects.filter(pk=added.pk).update(most_candidates=2)
        number: int | None = added.steps
        for _ in range(8):
            assert number is not None
            number = certification.prepare_deal_step(deal_id=added.pk, steps=number, again=True)
    added.refresh_from_db()
    assert (added.state, added.candidates.count() > 2) == ("preparing", True)


# --- closing


def test_who_is_extended_at_the_last_moment_does_not_close(
    running: Challenge, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_due = lifecycle._due_challenges

    def extended_meanwhile(state: str, **when: object) -> list[int]:
        found = found_due(state, **when)  # type: ignore[arg-type]
        if state == "open" and found:
            lifecycle.extend_challenge(by(running, olga), closes_at=NOON + 24 * HOUR)
        return found

    monkeypatch.setattr(lifecycle, "_due_challenges", extended_meanwhile)
    with time_machine.travel(NOON + 2 * HOUR + timedelta(seconds=1), tick=False):
        lifecycle.open_and_close_due()
    running.refresh_from_db()
    assert running.state == "open"


def test_duplicate_scores_stay_with_the_closed_challenge(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success")
    scored(challenge)
    Challenge.objects.filter(pk=challenge.pk).update(state="open")
    standings.recompute_everything()
    assert not challenge.duplicate_scores.exists()
