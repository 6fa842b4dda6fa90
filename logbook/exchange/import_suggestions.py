"""Suggestions of an import: who a person of the file probably is here, and which campaign is which.

The page shows them; where the importer chooses nothing, the suggestion holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import F

import games
from logbook.campaigns.models import Campaign
from logbook.crews.models.crews import CrewMember
from logbook.crews.models.guests import Guest
from logbook.exchange.models import Import
from logbook.exchange.referenced_players import known_campaigns, known_people

NEW: Final = "new"


@dataclass(frozen=True, slots=True)
class CampaignSuggestion:
    """The campaigns that a campaign of the file may become, the newest first, and the suggested value."""

    fitting: tuple[Campaign, ...]
    value: str


def names_of_crew(crew_id: int) -> dict[str, str]:
    """Return the names of the crew's members, current ones first, and of its guests, by `player:1` and `guest:1`."""
    members = (
        CrewMember.objects.filter(crew=crew_id)
        .select_related("player")
        .order_by(F("left_at").asc(nulls_first=True), "joined_at", "pk")
    )
    guests = Guest.objects.filter(crew=crew_id).order_by("name", "pk")
    names = {f"player:{one.player_id}": one.player.name for one in members}
    return names | {f"guest:{one.pk}": one.name for one in guests}


def suggested_people(job: Import) -> dict[str, str]:
    """Return suggestions by reference: the person with that key, else with that name, else a new guest.

    A person without entries is suggested by key only, never by name.
    """
    own, names = known_people(job.crew_number), names_of_crew(job.crew_number)
    by_name: dict[str, str] = {}
    for value, name in names.items():
        by_name.setdefault(name.casefold(), value)
    return {
        ref: own[key] if own.get(key) in names else by_name.get(name.casefold(), NEW) if entries else NEW
        for ref, name, entries, key in job.findings["people"]
    }


def suggested_campaigns(job: Import) -> dict[str, CampaignSuggestion]:
    """Return suggestions by reference, for the games that the site has."""
    ours = list(
        Campaign.objects.filter(crew=job.crew_number).order_by(
            F("closed_at").asc(nulls_first=True), "-opened_at", "-pk"
        )
    )
    own_campaigns = known_campaigns(job.crew_number)
    return {
        ref: _campaign([one for one in ours if one.game == game], own_campaigns.get(key), name, entries)
        for ref, game, name, entries, key in job.findings["campaigns"]
        if game in games.GAMES
    }


def _campaign(ours: Iterable[Campaign], same: int | None, name: str, entries: int) -> CampaignSuggestion:
    """Return the suggestion of one campaign. A closed one is only matched, and only without new entries."""
    fitting = tuple(one for one in ours if one.closed_at is None or (not entries and one.pk == same))
    same_named = [one.pk for one in fitting if not name or one.name.casefold() == name.casefold()]
    suggestion = same if same is not None else next(iter(same_named), None)
    value = f"campaign:{suggestion}" if suggestion in {one.pk for one in fitting} else NEW
    return CampaignSuggestion(fitting, value)


def suggested_member(job: Import) -> str:
    """Return the key of the only member in a club's file with the importer's name; "" unless exactly one."""
    own_name = job.by.name.casefold() if job.by else ""
    same = [str(key) for key, name in job.findings.get("members", ()) if name.casefold() == own_name]
    return same[0] if len(same) == 1 else ""
