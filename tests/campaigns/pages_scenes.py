"""Scenes that the tests of pages share with others."""

from __future__ import annotations

from logbook.campaigns.models import Campaign, MissionLog
from logbook.crews.models.crews import Crew
from tests.campaigns.scenes import DAY


def others(attempts: list[int], mission: str = "1", *, original: bool = True) -> None:
    for number, tries in enumerate(attempts):
        crew, _new = Crew.objects.get_or_create(slug=f"o{number}", defaults={"name": f"Other {number}"})
        theirs = Campaign.objects.create(crew=crew, game="planet-nine", name="x")
        MissionLog.objects.create(
            campaign=theirs,
            game="planet-nine",
            mission=mission,
            original=original,
            won=True,
            attempts=tries,
            distress=False,
            score=tries,
            first_on=DAY,
            last_on=DAY,
        )
