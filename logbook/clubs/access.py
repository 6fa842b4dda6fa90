"""Crews, clubs and the links into them."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from logbook.clubs.models import Club, ClubCrew, ClubCrewRemoval, ClubMember, ClubRemoval
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs the person belongs to, or plays in with a crew."""
    return Club.objects.of(player)


def club_for(player: Player | None, slug: str) -> Club:
    """A club of the person's, or 404."""
    return get_object_or_404(clubs_of(player), slug=slug)


def readable_club_for(player: Player | None, slug: str) -> Club:
    """A club of the person's, or one that is public; else 404."""
    return get_object_or_404(Club.objects.filter(Q(public=True) | Q(pk__in=clubs_of(player).values("pk"))), slug=slug)


def is_inside(player: Player | None, club: Club) -> bool:
    """Whether the club is one of the person's."""
    return clubs_of(player).filter(pk=club.pk).exists()


def acquaintances_of(player: Player | None) -> QuerySet[Player]:
    """Everybody who is in a crew or in a club with the person today."""
    crews, clubs = crews_of(player), clubs_of(player)
    together = Q(crew_memberships__left_at=None, crew_memberships__crew__in=crews)
    inside = Q(club_memberships__club__in=clubs)
    entries = ClubCrew.objects.filter(club__in=clubs, crew__members__player=OuterRef("pk"), crew__members__left_at=None)
    removed = ClubRemoval.objects.filter(player=OuterRef(OuterRef("pk")), club=OuterRef("club"))
    playing = Q(Exists(entries.filter(~Exists(removed))))
    return Player.objects.filter(together | inside | playing).distinct()


def member_of_club_for(player: Player | None, club: Club, pk: int) -> Player:
    """Somebody who belongs to the club or plays in it, for whom the club is theirs too; else 404."""
    if not is_inside(player, club):
        raise Http404
    return get_object_or_404(club.players(), pk=pk)


def crew_removal_for(player: Player | None, slug: str, crew: str) -> ClubCrewRemoval:
    """The removal of this crew from a club whose challenges the person runs, or 404."""
    return get_object_or_404(ClubCrewRemoval, club=organized_club_for(player, slug), crew__slug=crew)


def removal_for(player: Player | None, slug: str, pk: int) -> ClubRemoval:
    """The removal of this player from a club whose challenges the person runs, or 404."""
    return get_object_or_404(ClubRemoval, club=organized_club_for(player, slug), player=pk)


def organized_club_for(player: Player | None, slug: str) -> Club:
    """A club whose challenges the person runs; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER):
        raise PermissionDenied(_("Only the club's owner and organizers can do this."))
    return club


def owned_club_for(player: Player | None, slug: str) -> Club:
    """A club the person owns; 404 for strangers, 403 for its other members."""
    club = club_for(player, slug)
    if not _has_role(club, player, ClubMember.Role.OWNER):
        raise PermissionDenied(_("Only the club's owner can do this."))
    return club


def organizes(player: Player | None, club: Club) -> bool:
    """Whether the person runs the club's challenges."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)


def owns(player: Player | None, club: Club) -> bool:
    """Whether the club is the person's own."""
    return player is not None and _has_role(club, player, ClubMember.Role.OWNER)


def may_remove(player: Player, other: Player, club: Club) -> bool:
    """Whether the player may remove the other one: organizers any player but each other, the owner organizers too."""
    member = club.members.filter(player=other).first()
    if member is None or member.role == ClubMember.Role.MEMBER:
        return organizes(player, club) and other.pk != player.pk
    return member.role == ClubMember.Role.ORGANIZER and owns(player, club)


def entered_crew_for(player: Player | None, club: Club, slug: str) -> Crew:
    """A crew of the club that the person may take out of it: their own, or any if they organize; else 404."""
    crew = get_object_or_404(Crew, slug=slug, club_entries__club=club)
    if not crews_of(player).contains(crew) and not organizes(player, club):
        raise Http404
    return crew


def _has_role(club: Club, player: Player | None, *roles: ClubMember.Role) -> bool:
    return club.members.filter(player=player, role__in=roles).exists()


# --- links


def invite_for(token: str) -> Invite:
    """The link, open or not; a link that never was is 404."""
    return get_object_or_404(Invite.objects.select_related("crew", "club", "table", "created_by"), token=token)


def own_invite_for(player: Player | None, pk: int) -> Invite:
    """A link the person may end: into a crew of theirs, a club they organize, or made by themselves; else 404."""
    if player is None:
        raise Http404
    mine = Q(created_by=player) | Q(crew__in=crews_of(player)) | Q(club__in=organized_clubs_of(player))
    return get_object_or_404(Invite.objects.filter(mine), pk=pk)


def organized_clubs_of(player: Player | None) -> QuerySet[Club]:
    """The clubs whose challenges the person runs."""
    roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return Club.objects.filter(members__player=player, members__role__in=roles)
