"""A site that speaks the pseudo-language, with a closed challenge; scenes that several tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
import time_machine
from pytest_django import Settings

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.seasons.models.scores import SeasonStanding
from logbook.seasons.models.seasons import Season
from tests import pseudo_language
from tests.challenges.scenes import HOUR, NOON
from tests.site import closed_world
from tests.site import world as stage


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the catalogue."""
    place = tmp_path_factory.mktemp("locale")
    pseudo_language.write_catalogue(place)
    return place


@pytest.fixture
def spoken(folder: Path, settings: Settings) -> None:
    """The site has the pseudo-language besides its own."""
    settings.LOCALE_PATHS = [folder, *settings.LOCALE_PATHS]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo_language.CODE, pseudo_language.NAME)]


@pytest.fixture
def world(crew: Crew, club: Club, running: Challenge, alice: Player, bob: Player, guest: Player) -> stage.World:
    """An object for every address, and a closed challenge of four crews; the club is public."""
    with time_machine.travel(NOON + HOUR, tick=False):
        made = stage.build(crew, club, running, alice, bob, guest)
        for number in range(3):
            other = Crew.objects.create(name=f"Crew number {number}", slug=f"crew-number-{number}")
            ClubCrew.objects.create(club=club, crew=other)
        closed_world.close(made, alice)
    Club.objects.update(public=True)
    return made


def rank_the_season(world: stage.World) -> None:
    """Give every crew of the club its place in the season."""
    season = Season.objects.get()
    SeasonStanding.objects.bulk_create(
        SeasonStanding(season=season, crew=crew, rank=rank, total=50, best=50, played=1, wins=rank % 2, moved=1 - rank)
        for rank, crew in enumerate(world.club.crews.all(), start=1)
    )
