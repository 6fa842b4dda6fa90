"""Kinds of games: each game has one, and each kind has what the pages of other subjects ask it for."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import timezone

import games
from logbook.challenges.models.challenges import Challenge, of_kinds
from logbook.clubs.models import Club
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import aggregation, results, runs
from logbook.people.models.players import Player
from logbook.races.kind import RaceResults
from logbook.tables import kinds
from logbook.tables.kinds import (
    MISSIONS,
    RACES,
    games_where,
    games_without,
    is_counted_apart,
    kind_coded,
    kind_of,
    view_of,
)
from logbook.tables.mission_kind import Missions
from tests.challenges.scenes import make
from tests.leaderboards.scenes import sat, strangers

KINDS = (MISSIONS, RACES)


class OtherMissions(Missions):
    """A kind with a code of its own, for games that have one."""

    code = "others"


class MissionsWithoutGames(Missions):
    """A kind of the code that missions have."""

    slugs = ()


USED_BY_ALL = {
    *("table", "part", "head", "own_crews", "standings", "comparison", "challenge_lede", "challenge_size"),
    *("stage_attempts", "stage_window", "deal_played", "entry_people", "entry_end"),
}


def test_every_game_has_the_kind_that_names_it() -> None:
    for slug in games.GAMES:
        assert slug in kind_of(slug).slugs
    assert sorted(slug for code in KINDS for slug in kind_coded(code).slugs) == sorted(games.GAMES)


def test_a_game_that_the_site_does_not_know_counts_as_missions() -> None:
    assert kind_of("whist") is kind_coded(MISSIONS)


def test_games_are_parted_by_what_their_kind_says() -> None:
    assert games_where(lambda kind: kind.has_points) == ("deep-blue",)
    assert games_without(lambda kind: kind.has_points) == ("planet-nine", "deep-sea")


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_with_points_has_its_own_results(code: str) -> None:
    """Leaderboards count wins."""
    kind = kind_coded(code)
    assert kind.is_won or is_counted_apart(kind)


@pytest.mark.django_db
def test_results_of_its_own_keep_a_kind_out_of_leaderboards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even where a crew wins it: its attempts count once."""
    monkeypatch.setattr(Missions, "results", RaceResults())
    table = sat("success", people=strangers())
    aggregation.count_tables(table.pk, table.pk)
    runs.write_runs_of_tables([table.pk])
    assert runs.write_all_runs() == 0
    assert not Result.objects.exists()
    assert not Run.objects.exists()
    assert table.pk not in results.uncounted_tables(before=timezone.now())


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_has_its_templates(code: str) -> None:
    templates = kind_coded(code).templates
    assert templates.keys() >= USED_BY_ALL
    for name in templates.values():
        get_template(name)  # It raises where there is none.


@pytest.mark.parametrize(("kind", "taken"), [(OtherMissions(), "planet-nine"), (MissionsWithoutGames(), MISSIONS)])
def test_second_kind_of_a_code_or_a_game_is_an_error(kind: Missions, taken: str) -> None:
    with pytest.raises(ValueError, match=taken):
        kinds.register(kind)
    assert kind_of("planet-nine") is kind_coded(MISSIONS) is not kind


def test_second_view_of_an_address_is_an_error() -> None:
    assert "mission" in get_resolver().reverse_dict  # It loads the addresses.
    own = view_of("deep-blue", "mission")
    assert own is not None
    kinds.register_views(RACES, {"mission": own})
    with pytest.raises(ValueError, match="races mission"):
        kinds.register_views(RACES, {"mission": lambda request: HttpResponse()})
    assert view_of("deep-blue", "mission") is own


def test_the_views_of_a_kind_stand_for_addresses() -> None:
    addresses = set(get_resolver().reverse_dict)
    names = {"leaderboard", "leaderboard-picture", "leaderboard-csv", "mission", "replay", "replay-line"}
    for name in names | {"api-board", "traveller", "traveller-csv"}:
        assert name in addresses
        assert view_of("deep-blue", name) is not None
        assert view_of("deep-sea", name) is None


@pytest.mark.django_db
def test_challenges_are_found_by_what_their_kind_says(club: Club, olga: Player) -> None:
    missions = make(club, olga)
    races = make(club, olga, game="deep-blue", missions=["troubled-waters"], policy="single")
    assert (missions.kind, races.kind) == (kind_coded(MISSIONS), kind_coded(RACES))
    assert list(Challenge.objects.filter(of_kinds(lambda kind: kind.is_proven))) == [missions]
    assert list(Challenge.objects.filter(of_kinds(lambda kind: kind.has_points))) == [races]
    assert Challenge.objects.filter(of_kinds(lambda _kind: True)).count() == 2
    assert not Challenge.objects.filter(of_kinds(lambda _kind: False)).exists()
