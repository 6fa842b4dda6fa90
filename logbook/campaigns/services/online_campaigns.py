"""Campaigns of online tables (`logbook.tables.campaign`): which missions they accept."""

from __future__ import annotations

from dataclasses import dataclass

from logbook.campaigns.exceptions import CampaignClosed, OtherCampaign
from logbook.campaigns.models import Campaign
from logbook.campaigns.services.campaigns import ensure_mission_possible
from logbook.crews.models.crews import Crew


@dataclass(frozen=True, slots=True)
class OnlineCampaign:
    """A campaign whose logbook records a table's attempts."""

    campaign: Campaign

    @property
    def key(self) -> int:
        """The campaign's primary key."""
        return self.campaign.pk

    def ensure_takes(self, *, crew: Crew | None, game: str, mission: str) -> None:
        """Raise OtherCampaign, CampaignClosed or ImpossibleEntry."""
        if crew is None or self.campaign.crew_id != crew.pk or self.campaign.game != game:
            raise OtherCampaign
        if Campaign.objects.filter(pk=self.campaign.pk, closed_at__isnull=False).exists():
            raise CampaignClosed
        ensure_mission_possible(self.campaign, mission)
