"""The demo's campaigns: the crews' evenings at real tables, entered as a crew would."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from logbook.campaigns.models import Campaign
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.crews.services import guests
from logbook.people.models.players import Player

GAME: Final = "planet-nine"
NAME: Final = gettext_noop("Winter evenings")
KEYS: Final[Mapping[str, str]] = MappingProxyType({"Borealis": "b/", "Corona": "c/", "Dorado": "d/"})
"""The prefixes that distinguish the entries of these crews; a demo that was loaded earlier has Aurora's."""


class Evening(NamedTuple):
    """One evening: its age in days, and the missions played, with `x` for a failure and `!` for the distress signal."""

    days_ago: int
    played: str
    gus: bool = False
    note: str = ""


AURORA: Final = (
    Evening(96, "1 2 3x 3", note=gettext_noop("Our first evening. The box was still in its shrink-wrap.")),
    Evening(89, "4x 4 5 6x 6x 6"),
    Evening(75, "7x 7 8", gus=True),
    Evening(61, "9x 9x 9!x 9! 10", gus=True, note=gettext_noop("Gus miscounted the rockets. Twice.")),
    Evening(40, "11x 11 12 13x"),
    Evening(26, "13x 13x 13! 14", note=gettext_noop("All four rockets, at last.")),
    Evening(12, "15x 15x"),
    Evening(5, "15 16 17x 17!x"),
)
EVENINGS: Final[Mapping[str, tuple[Evening, ...]]] = MappingProxyType(
    {
        "Aurora": AURORA,
        "Borealis": (
            Evening(110, "1 2 3 4 5x 5"),
            Evening(82, "6 7 8 9x 9 10", note=gettext_noop("Ten missions, and only two lost.")),
            Evening(54, "11 12 13x 13 14 15"),
            Evening(19, "16 17 18x 18 19 20"),
        ),
        "Corona": (
            Evening(48, "1x 1 2x 2x 2", note=gettext_noop("Finn thinks that a trump wins everything.")),
            Evening(33, "3x 3!x 3! 4x 4"),
            Evening(9, "5x 5x 5! 6x 6x"),
        ),
        "Dorado": (
            Evening(66, "1 2 3 4x 4"),
            Evening(31, "5 6x 6! 7 8"),
            Evening(3, "9 10x 10 11x 11!x", note=gettext_noop("We stop at eleven. For today.")),
        ),
    }
)


def fill_demo_logbook(crew: Crew, *members: Player) -> Campaign:
    """Return the crew's campaign with its evenings; existing entries stay unchanged."""
    name = _(NAME)
    campaign = crew.campaigns.filter(game=GAME, name=name).first() or campaign_services.open_campaign(
        crew=crew, by=members[0], game=GAME, name=name
    )
    gus = guests.ensure_guest(crew=crew, name="Gus") if crew.name == "Aurora" else None
    number = 0
    for evening in EVENINGS[crew.name]:
        day = timezone.localdate() - timedelta(days=evening.days_ago)
        people = [*(Attendee(player) for player in members), *([Attendee(guest=gus)] if gus and evening.gus else [])]
        for place, word in enumerate(evening.played.split()):
            number += 1
            note = evening.note if place == len(evening.played.split()) - 1 else ""
            _write(campaign, members[0], number, word, day, people, note)
    return campaign


def _write(
    campaign: Campaign, by: Player, number: int, word: str, day: date, people: list[Attendee], note: str
) -> None:
    entries.add_entry(
        campaign=campaign,
        by=by,
        key=uuid5(NAMESPACE_URL, f"crewsite:demo/{KEYS.get(campaign.crew.name, '')}{number}"),
        mission=word.rstrip("x!"),
        won=not word.endswith("x"),
        distress="!" in word,
        played_on=day,
        minutes=8 + number * 7 % 15,
        note=_(note) if note else "",
        attendance=people,
    )
