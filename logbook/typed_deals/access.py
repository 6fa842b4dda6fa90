"""Access to typed deals: everyone who has the code, as everyone at the table has."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from logbook.campaigns.access import campaigns_of
from logbook.campaigns.models import Campaign
from logbook.people.models.players import Player
from logbook.typed_deals.models import TypedDeal


def deal_for(code: str) -> TypedDeal:
    """Return the deal of this code, or raise 404."""
    deals = TypedDeal.objects.filter(until__gt=timezone.now()).select_related("campaign__crew", "begun_by")
    return get_object_or_404(deals.prefetch_related("hands"), code=code)


def friends_deal_for(code: str) -> TypedDeal:
    """Return the deal that a crew gives to friends at this address, or raise 404."""
    deals = TypedDeal.objects.filter(until__gt=timezone.now(), over_at__isnull=False)
    return get_object_or_404(deals.prefetch_related("hands"), friends_code=code)


def loggable_campaigns(player: Player | None, deal: TypedDeal) -> QuerySet[Campaign]:
    """Return the campaigns of the player's crews in which the deal's attempt can be logged."""
    return campaigns_of(player).filter(game=deal.game, closed_at=None).select_related("crew").order_by("-pk")
