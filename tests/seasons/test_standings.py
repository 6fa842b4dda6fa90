"""Duplicate scores and season standings: from results alone, and the same after every rewrite."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding
from logbook.seasons.models.seasons import Season
from logbook.seasons.selectors.duplicate_scores import field_page
from logbook.seasons.selectors.standings import season_board
from logbook.seasons.services import standings
from logbook.tables.models import Attempt, Sitting
from tests.conftest import SignedIn
from tests.leaderboards.scenes import sat, strangers
from tests.seasons.standings_scenes import crews, end, lines, scored, season, week

__all__ = ["crews", "season"]  # Fixtures.

pytestmark = pytest.mark.django_db


def test_a_challenge_by_hand(season: Season, crews: list[Crew]) -> None:
    first, second, third = crews
    challenge = week(season, 0)
    end(challenge, first, "success")
    end(challenge, second, "failure", "success")
    end(challenge, third, "failure", "failure")
    # Par is 1 · ½ + 2 · ¼ + 3 · ¼ = 1.75.
    assert scored(challenge) == {
        first.name: (100, 0.75),
        second.name: (50, -0.25),
        third.name: (0, -1.25),
    }


def test_stages_never_begun_count_nothing(season: Season, crews: list[Crew]) -> None:
    first, second, _ = crews
    challenge = week(season, 0, stages=2)
    end(challenge, first, "success")
    end(challenge, second, "failure")
    end(challenge, second, "success", stage=2)
    assert scored(challenge)[first.name][0] == 50
    assert scored(challenge)[second.name][0] == 25  # Alone at stage 2, which gives half; and beaten at stage 1.


def test_there_is_no_par_without_ratings(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0, rate=(0, 0))
    end(challenge, crews[0], "success")
    end(challenge, crews[1], "failure")
    assert scored(challenge) == {crews[0].name: (100, None), crews[1].name: (0, None)}


def test_a_running_challenge_has_none(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success")
    end(challenge, crews[1], "failure")
    assert len(scored(challenge)) == 2
    Challenge.objects.filter(pk=challenge.pk).update(state="open")
    assert scored(challenge) == {}
    challenge.refresh_from_db()
    assert field_page(challenge, frozenset()) is None


def test_a_season_by_hand(season: Season, crews: list[Crew]) -> None:
    first, second, third = crews
    winners = [(first, second), (second, first), (second, third)]
    for number, (winner, loser) in enumerate(winners):
        challenge = week(season, number)
        end(challenge, winner, "success")
        end(challenge, loser, "failure", "success")
        scored(challenge)
    assert lines(season) == [(1, second.name, 200, 0), (2, first.name, 100, -1), (3, third.name, 0, None)]


def test_crews_with_equal_totals_share_a_rank(season: Season, crews: list[Crew]) -> None:
    first, second, _third = crews
    Season.objects.filter(pk=season.pk).update(best_n=4)
    for number, (one, other) in enumerate((("100", "100"), ("100/3", "50"), ("100/3", "50"), ("100/3", "0"))):
        challenge = week(season, number)
        for crew, fraction in ((first, one), (second, other)):
            DuplicateScore.objects.create(
                challenge=challenge, crew=crew, percent=float(Fraction(fraction)), fraction=fraction
            )
    standings.recompute_season(season_id=season.pk)
    assert [line[:3] for line in lines(season)] == [(1, first.name, 200), (1, second.name, 200)]


def test_scores_of_an_earlier_version_are_computed_anew(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success")
    end(challenge, crews[1], "failure")
    results.recompute_standings(challenge_id=challenge.pk)
    scored(challenge)
    DuplicateScore.objects.update(fraction="", percent=99.999999)
    assert standings.unscored_challenges() == [challenge.pk]
    assert scored(challenge)[crews[0].name][0] == 100
    assert standings.unscored_challenges() == []


def test_a_seat_alone_is_nothing_played(season: Season, crews: list[Crew], alice: Player, bob: Player) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success", seats=(alice,))
    end(challenge, crews[1], "failure")
    attempt = Attempt.objects.get(state="success")
    Attempt.objects.filter(pk=attempt.pk).update(place="table")
    Sitting.objects.create(attempt=attempt, number=0, player=bob)
    scored(challenge)
    assert {row.player for row in SeasonStanding.objects.exclude(player=None)} == {bob}


def test_members_have_the_mean_of_their_crews(season: Season, crews: list[Crew], alice: Player, bob: Player) -> None:
    first, second, _ = crews
    challenge = week(season, 0)
    end(challenge, first, "success", seats=(alice, bob))
    end(challenge, second, "failure", seats=(alice,))
    scored(challenge)
    rows = SeasonStanding.objects.filter(season=season).exclude(player=None).order_by("rank")
    assert [(row.rank, row.player, row.total) for row in rows] == [(1, bob, 100), (2, alice, 50)]


def test_written_again_they_are_the_same(season: Season, crews: list[Crew], alice: Player) -> None:
    for number in range(3):
        challenge = week(season, number)
        for place, crew in enumerate(crews):
            end(challenge, crew, *["failure"] * ((number + place) % 2), "success", seats=(alice,) if not place else ())
        scored(challenge)
    columns = ("crew", "player", "rank", "total", "wins", "best", "played", "counted", "moved")
    before = list(SeasonStanding.objects.order_by("rank", "crew", "player").values_list(*columns))
    rows = list(DuplicateScore.objects.order_by("pk").values_list("pk", flat=True))
    for challenge in Challenge.objects.all():
        scored(challenge)
    results.recompute_everything()
    assert list(SeasonStanding.objects.order_by("rank", "crew", "player").values_list(*columns)) == before
    assert list(DuplicateScore.objects.order_by("pk").values_list("pk", flat=True)) == rows, (
        "what is right is left alone"
    )


def test_a_lost_task_is_found(season: Season, crews: list[Crew]) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success")
    DuplicateScore.objects.all().delete()
    assert standings.unscored_challenges() == [challenge.pk]
    scored(challenge)
    assert standings.unscored_challenges() == []


def test_the_page_shows_the_working(season: Season, crews: list[Crew], alice: Player, signed_in: SignedIn) -> None:
    challenge = week(season, 0, stages=2)
    for stage in (1, 2):
        end(challenge, crews[0], "success", stage=stage)
        end(challenge, crews[1], "failure", "success", stage=stage)
        end(challenge, crews[2], "failure", "failure", stage=stage)
    scored(challenge)
    shown = signed_in(alice).get(reverse("challenge", args=(challenge.pk,))).text
    for words in ("Relative scores", "100.0%", "+1.50", "−2.50", "2 / 2", "not won", "Par and average score"):
        assert words in shown, words


def test_a_season_for_its_readers(season: Season, crews: list[Crew], alice: Player) -> None:
    challenge = week(season, 0)
    end(challenge, crews[0], "success", seats=(alice,))
    end(challenge, crews[1], "failure", "success")
    scored(challenge)
    board = season_board(season, alice, {crews[0].pk}, member=True)
    assert [(line.name, line.mine, line.counted) for line in board.whole.crews] == [
        (crews[0].name, True, ("Week 0",)),
        (crews[1].name, False, ("Week 0",)),
    ]
    assert [line.name for line in board.whole.members] == [alice.name]
    assert season_board(season, None, set(), member=False).whole.members == ()
    assert not board.success.is_empty


def test_a_missions_board_of_one_season(
    season: Season, crews: list[Crew], alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    challenge = week(season, 0)
    sat(
        "success",
        people=strangers(challenge.players),
        crew=crews[0],
        stage=challenge.stages.get(),
        players=challenge.players,
    )
    sat("success", people=strangers(challenge.players), crew=crews[1], players=challenge.players)
    address = reverse("leaderboard", args=("planet-nine", "1"))

    def names(query: str) -> list[str]:
        return sorted(line.name for line in signed_in(olga).get(f"{address}?{query}").context["board"].entries)

    assert names("") == sorted([crews[0].name, crews[1].name])
    assert names(f"season={season.pk}") == [crews[0].name]
    assert signed_in(olga).get(f"{address}?season=999").status_code == 422
