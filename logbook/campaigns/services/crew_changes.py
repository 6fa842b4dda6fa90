"""Services of crew changes: what merges, splits and claimed guests mean for campaigns."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Subquery

from logbook.campaigns.models import Attendance, Campaign
from logbook.campaigns.services import standings
from logbook.campaigns.services.copies import copy_campaigns
from logbook.crews.exceptions import ClaimantPresent, SplitIncomplete
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.tables.models import Table


def ensure_apart(*, guest: Guest, player: Player) -> None:
    """Raise ClaimantPresent if a player and the guest they claim attended the same attempt."""
    attendances = Attendance.objects.filter(guest=guest, entry__removed_at=None)
    as_player = Attendance.objects.filter(entry=OuterRef("entry"), player=player)
    as_guest = Attendance.objects.filter(entry=OuterRef("entry"), guest__claimed_by=player).exclude(guest=guest)
    if attendances.filter(Exists(as_player)).exists() or attendances.filter(Exists(as_guest)).exists():
        raise ClaimantPresent


def merge(*, crew: Crew, into: Crew) -> None:
    """Copy the crew's campaigns into the other crew's logbook, and close them.

    The crew's tables have moved to the other crew, so attempts under way are logged in the copy.
    """
    copy_campaigns(campaigns=Campaign.objects.filter(crew=crew).order_by("pk"), into=into)
    Campaign.objects.filter(crew=crew, closed_at=None).update(closed_at=crew.became_at)
    standings.mark_changed(Campaign.objects.filter(crew=crew))
    copy = Campaign.objects.filter(crew=into, copied_from=OuterRef("campaign")).order_by("pk").values("pk")[:1]
    Table.objects.filter(crew=into, campaign__crew=crew).update(campaign=Subquery(copy))


def split(*, crew: Crew, new_crew: Crew, campaigns: Collection[int]) -> None:
    """Copy these campaigns (primary keys) into the new crew's logbook. Raises SplitIncomplete."""
    moving = list(Campaign.objects.filter(crew=crew, pk__in=campaigns).order_by("pk"))
    if len(moving) < len(set(campaigns)):
        raise SplitIncomplete("campaigns")
    copy_campaigns(campaigns=moving, into=new_crew)
