"""A campaign for tables on the site (`logbook.tables.campaign`): which missions it takes."""

from __future__ import annotations

from dataclasses import dataclass

from logbook.campaigns.exceptions import CampaignOver, OtherCampaign
from logbook.campaigns.models import Campaign
from logbook.campaigns.services.campaigns import mission_check
from logbook.crews.models.crews import Crew


@dataclass(frozen=True, slots=True)
class OnlineCampaign:
    """A campaign in whose logbook the attempts of a table are written down."""

    campaign: Campaign

    @property
    def key(self) -> int:
        """Its key in the database."""
        return self.campaign.pk

    def ensure_takes(self, *, crew: Crew | None, game: str, mission: str) -> None:
        """Raise OtherCampaign, CampaignOver or ImpossibleLine."""
        if crew is None or self.campaign.crew_id != crew.pk or self.campaign.game != game:
            raise OtherCampaign
        if Campaign.objects.filter(pk=self.campaign.pk, closed_at__isnull=False).exists():
            raise CampaignOver
        mission_check(self.campaign, mission)
