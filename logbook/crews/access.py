"""Access to crews, their guests, claims, substitutes and merges."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim
from logbook.crews.models.merges import CrewMerge
from logbook.lib.replica import reads_from_primary
from logbook.people.models.players import Player


def crews_of(player: Player | None) -> QuerySet[Crew]:
    """The crews that the player is in today."""
    if player is None:
        return Crew.objects.none()
    return Crew.objects.filter(members__player=player, members__left_at=None)


def crew_for(player: Player | None, slug: str) -> Crew:
    """Return one of the player's crews, or raise 404."""
    return get_object_or_404(crews_of(player), slug=slug)


def former_crews_of(player: Player | None) -> QuerySet[Crew]:
    """The crews that the player has left."""
    if player is None:
        return Crew.objects.none()
    return (
        Crew.objects.filter(members__player=player).exclude(pk__in=crews_of(player)).distinct().order_by("name", "pk")
    )


def former_crew_for(player: Player | None, slug: str) -> Crew:
    """Return a crew that the player has left, or raise 404."""
    return get_object_or_404(former_crews_of(player), slug=slug)


def readable_crews_of(player: Player | None) -> QuerySet[Crew]:
    """The crews that the player is in today, and those they were in when the crew was merged into another."""
    if player is None:
        return Crew.objects.none()
    today = Q(members__player=player, members__left_at=None)
    then = Q(became_at__isnull=False, members__player=player, members__left_at=F("became_at"))
    return Crew.objects.filter(today | then).distinct()


@reads_from_primary
def readable_crew_for(player: Player | None, slug: str) -> Crew:
    """Return a crew that the player may read, or raise 404."""
    return get_object_or_404(readable_crews_of(player).select_related("became"), slug=slug)


def founded_crews_of(player: Player | None) -> QuerySet[Crew]:
    """The crews of which the player is a founder today."""
    founder = CrewMember.Role.FOUNDER
    return Crew.objects.filter(members__player=player, members__left_at=None, members__role=founder, became=None)


def founded_crew_member_for(player: Player | None, slug: str, pk: int) -> tuple[Crew, Player]:
    """Return a crew and one of its present members; 404 for other crews, 403 unless the player is a founder."""
    crew = crew_for(player, slug)
    if not founded_crews_of(player).contains(crew):
        raise PermissionDenied(_("Only a founder of the crew can do this."))
    current = Player.objects.filter(crew_memberships__crew=crew, crew_memberships__left_at=None)
    return crew, get_object_or_404(current, pk=pk)


def guest_for(crew: Crew, pk: int) -> Guest:
    """Return a guest of a crew that access has fetched, or raise 404."""
    return get_object_or_404(Guest, crew=crew, pk=pk)


def claim_for(crew: Crew, pk: int) -> GuestClaim:
    """Return a claim of a crew's guest, or raise 404."""
    return get_object_or_404(GuestClaim, guest__crew=crew, pk=pk)


def substitute_for(crew: Crew, pk: int) -> Player:
    """Return a substitute of a crew that access has fetched, or raise 404."""
    return get_object_or_404(Player, substitute_in__crew=crew, pk=pk)


def merge_for(token: str) -> CrewMerge:
    """Return the merge of a link, answered or not; 404 for an unknown link."""
    return get_object_or_404(CrewMerge.objects.select_related("crew", "into", "asked_by"), token=token)
