"""Access to clubs, their members and crews, and to invitations."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from logbook.clubs.models import Club, ClubCrew, ClubCrewRemoval, ClubMember, ClubRemoval
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.lib.replica import reads_from_primary
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs that the player belongs to, or plays in with a crew."""
    return Club.objects.of(player)


@reads_from_primary
def club_for(player: Player | None, slug: str) -> Club:
    """Return one of the player's clubs, or raise 404."""
    return get_object_or_404(clubs_of(player), slug=slug)


@reads_from_primary
def readable_club_for(player: Player | None, slug: str) -> Club:
    """Return one of the player's clubs, or a public one; else raise 404."""
    return get_object_or_404(Club.objects.filter(Q(public=True) | Q(pk__in=clubs_of(player).values("pk"))), slug=slug)


def joinable_club_for(player: Player | None, slug: str) -> Club:
    """Return a club that the player may read and that has members, or raise 404: the site's own has none."""
    club = readable_club_for(player, slug)
    if club.run_by_site:
        raise Http404
    return club


@reads_from_primary
def is_inside(player: Player | None, club: Club) -> bool:
    """True if the club is one of the player's."""
    return clubs_of(player).filter(pk=club.pk).exists()


def acquaintances_of(player: Player | None) -> QuerySet[Player]:
    """The players who share a crew or a club with this player today."""
    crews, clubs = crews_of(player), clubs_of(player)
    together = Q(crew_memberships__left_at=None, crew_memberships__crew__in=crews)
    inside = Q(club_memberships__club__in=clubs)
    entries = ClubCrew.objects.filter(club__in=clubs, crew__members__player=OuterRef("pk"), crew__members__left_at=None)
    removed = ClubRemoval.objects.filter(player=OuterRef(OuterRef("pk")), club=OuterRef("club"))
    playing = Q(Exists(entries.filter(~Exists(removed))))
    return Player.objects.filter(together | inside | playing).distinct()


def member_of_club_for(player: Player | None, club: Club, pk: int) -> Player:
    """Return a player who belongs to the club or plays in it, for a reader of the same club; else raise 404."""
    if not is_inside(player, club):
        raise Http404
    return get_object_or_404(club.players(), pk=pk)


def crew_removal_for(player: Player | None, slug: str, crew: str) -> ClubCrewRemoval:
    """Return this crew's removal from a club that the player organizes, or raise 404."""
    return get_object_or_404(ClubCrewRemoval, club=organized_club_for(player, slug), crew__slug=crew)


def removal_for(player: Player | None, slug: str, pk: int) -> ClubRemoval:
    """Return this player's removal from a club that the reader organizes, or raise 404."""
    return get_object_or_404(ClubRemoval, club=organized_club_for(player, slug), player=pk)


def organized_club_for(player: Player | None, slug: str) -> Club:
    """Return a club that the player organizes; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER):
        raise PermissionDenied(_("Only the club’s owner and organizers can do this."))
    return club


def owned_club_for(player: Player | None, slug: str) -> Club:
    """Return a club that the player owns; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER):
        raise PermissionDenied(_("Only the club’s owner can do this."))
    return club


def organizes(player: Player | None, club: Club) -> bool:
    """True if the player organizes the club's challenges."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)


def owns(player: Player | None, club: Club) -> bool:
    """True if the player owns the club."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER)


def may_remove(player: Player, other: Player, club: Club) -> bool:
    """True if the player may remove the other: organizers any player but each other, the owner organizers too."""
    member = club.members.filter(player=other).first()
    if member is None or member.role == ClubMember.Role.MEMBER:
        return organizes(player, club) and other.pk != player.pk
    return member.role == ClubMember.Role.ORGANIZER and owns(player, club)


def entered_crew_for(player: Player | None, club: Club, slug: str) -> Crew:
    """Return a crew of the club that the player may take out: their own, or any as an organizer; else raise 404."""
    crew = get_object_or_404(Crew, slug=slug, club_entries__club=club)
    if not crews_of(player).contains(crew) and not organizes(player, club):
        raise Http404
    return crew


def _has_role(club: Club, player: Player | None, *roles: ClubMember.Role) -> bool:
    return club.members.filter(player=player, role__in=roles).exists()


# --- links


def invite_for(token: str) -> Invite:
    """Return the invitation of a link, open or not; 404 for an unknown link."""
    return get_object_or_404(Invite.objects.select_related("crew", "club", "table", "created_by"), token=token)


def own_invite_for(player: Player | None, pk: int) -> Invite:
    """Return an invitation that the player may end: into their crew or organized club, or their own; else raise 404."""
    if player is None:
        raise Http404
    mine = Q(created_by=player) | Q(crew__in=crews_of(player)) | Q(club__in=organized_clubs_of(player))
    return get_object_or_404(Invite.objects.filter(mine), pk=pk)


def organized_clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs that the player organizes."""
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return Club.objects.filter(members__player=player, members__role__in=roles)
