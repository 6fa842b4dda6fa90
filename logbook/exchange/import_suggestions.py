"""Suggestions of an import: who a person of the file probably is here, and which campaign is which.

The page shows them; where the importer chooses nothing, the suggestion holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import F

import games
from logbook.campaigns.models import Campaign
from logbook.crews.models.crews import CrewMember
from logbook.crews.models.guests import Guest
from logbook.exchange.models import Import
from logbook.exchange.referenced_players import known_campaigns, known_people
from logbook.lib.names import name_key

NEW: Final = "new"
PARTS: Final = "parts"
"""Each of the people whom a name may mean instead, or the one with mended letters."""
UNDECIDED: Final = ""
"""Several people here have this name, so the importer chooses."""


@dataclass(frozen=True, slots=True)
class CampaignSuggestion:
    """The campaigns that a campaign of the file may become, the newest first, and the suggested value."""

    fitting: Sequence[Campaign]
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

    A person without entries is suggested by key only, never by name; of several people with one name, nobody is.
    """
    own, names = known_people(job.crew_number), names_of_crew(job.crew_number)
    by_name: dict[str, str] = {}
    for value, name in names.items():
        by_name[name_key(name)] = UNDECIDED if name_key(name) in by_name else value
    parts = job.findings.get("parts", {})
    return {
        ref: own[key]
        if own.get(key) in names
        else by_name.get(name_key(name), PARTS if ref in parts else NEW)
        if entries
        else NEW
        for ref, name, entries, key in job.findings["people"]
    }


def suggested_campaigns(job: Import) -> dict[str, CampaignSuggestion]:
    """Return suggestions by reference, for the games that the site has."""
    ours = Campaign.objects.filter(crew=job.crew_number).order_by(
        F("closed_at").asc(nulls_first=True), "-opened_at", "-pk"
    )
    own_campaigns, by_game = known_campaigns(job.crew_number), {game: _OfGame() for game in games.GAMES}
    for campaign in ours:
        by_game[campaign.game].add(campaign)
    return {
        ref: by_game[game].suggestion(own_campaigns.get(key), name, entries)
        for ref, game, name, entries, key in job.findings["campaigns"]
        if game in games.GAMES
    }


class _OfGame:
    """The crew's campaigns of one game: a file may name as many campaigns as the crew has."""

    def __init__(self) -> None:
        self._all: dict[int, Campaign] = {}
        self._open: list[Campaign] = []
        self._by_name: dict[str, int] = {}

    def add(self, campaign: Campaign) -> None:
        """Add a campaign, in the order of the suggestions."""
        self._all[campaign.pk] = campaign
        if campaign.closed_at is None:
            self._open.append(campaign)
            self._by_name.setdefault(name_key(campaign.name), campaign.pk)

    def suggestion(self, same: int | None, name: str, entries: int) -> CampaignSuggestion:
        """Return the suggestion of one campaign. A closed one is only matched, and only without new entries."""
        closed = self._all[same] if same in self._all and self._all[same].closed_at is not None else None
        fitting = (*self._open, closed) if closed is not None and not entries else self._open
        suggestion = same
        if same is None:
            first = self._open[0].pk if self._open else None
            suggestion = self._by_name.get(name_key(name)) if name else first
        fits = suggestion in self._all and (closed is None or not entries)
        return CampaignSuggestion(fitting, f"campaign:{suggestion}" if fits else NEW)


def suggested_member(job: Import) -> str:
    """Return the key of the only member in a club's file with the importer's name; "" unless exactly one."""
    own_name = name_key(job.by.name) if job.by else ""
    same = [str(key) for key, name, *_joined in job.findings.get("members", ()) if name_key(name) == own_name]
    return same[0] if len(same) == 1 else ""
