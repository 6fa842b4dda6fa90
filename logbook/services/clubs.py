"""Writes clubs: opening one, its members and roles, the crews that play in it."""

from __future__ import annotations

from typing import ClassVar

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.models import Club, ClubCrew, ClubMember, Crew, CrewMember, Player

from .errors import NotYours, Refusal
from .slugs import free_slug


class OwnerStays(Refusal):
    """A club has exactly one owner."""

    sentence: ClassVar[str | Promise] = _("You own this club. Make another member its owner first, then you can leave.")


class NotAMember(Refusal):
    """Somebody who is not in the club."""

    sentence: ClassVar[str | Promise] = _("Only members of the club can do this. Join it first.")


class NotInThatCrew(Refusal):
    """Only its members speak for a crew."""

    status: ClassVar[int] = 403
    sentence: ClassVar[str | Promise] = _("Only a member of the crew can bring it into a club.")


@transaction.atomic
def club_create(*, player: Player, name: str, about: str = "") -> Club:
    """A new club, owned by the player."""
    club = Club.objects.create(name=name, about=about, slug=free_slug(Club, name))
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.OWNER)
    return club


@transaction.atomic
def club_join(*, club: Club, player: Player) -> None:
    """Make the player a member. Doing it twice changes nothing more."""
    _locked(club)
    ClubMember.objects.get_or_create(club=club, player=player)


@transaction.atomic
def club_leave(*, club: Club, player: Player) -> None:
    """End the player's membership. Raises OwnerStays. Doing it twice changes nothing more."""
    _locked(club)
    member = club.members.filter(player=player).first()
    if member is None:
        return
    if member.role == ClubMember.Role.OWNER:
        raise OwnerStays
    member.delete()


@transaction.atomic
def role_change(*, club: Club, by: Player, player: Player, role: str) -> None:
    """Give a member a role; the owner alone does so. Who makes somebody the owner becomes an organizer.

    Raises NotYours, NotAMember, OwnerStays.
    """
    _locked(club)
    owner = club.members.get(role=ClubMember.Role.OWNER)
    if owner.player_id != by.pk:
        raise NotYours
    member = club.members.filter(player=player).first()
    if member is None:
        raise NotAMember
    if member.role == role:
        return
    if member == owner:
        raise OwnerStays
    if role == ClubMember.Role.OWNER:
        _role_give(owner, ClubMember.Role.ORGANIZER)
    _role_give(member, ClubMember.Role(role))


def _role_give(member: ClubMember, role: ClubMember.Role) -> None:
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def crew_enter(*, club: Club, crew: Crew, player: Player) -> None:
    """Let the crew play in the club, at the wish of somebody who is in both.

    Raises NotAMember, NotInThatCrew. Doing it twice changes nothing more.
    """
    _locked(club)
    if not club.members.filter(player=player).exists():
        raise NotAMember
    if not _is_in_crew(crew, player):
        raise NotInThatCrew
    ClubCrew.objects.get_or_create(club=club, crew=crew)


@transaction.atomic
def crew_withdraw(*, club: Club, crew: Crew, player: Player) -> None:
    """Take the crew out of the club: one of its members does so, or the club's owner. Its results stay.

    Raises NotInThatCrew. Doing it twice changes nothing more.
    """
    _locked(club)
    owns = club.members.filter(player=player, role=ClubMember.Role.OWNER).exists()
    if not owns and not _is_in_crew(crew, player):
        raise NotInThatCrew
    ClubCrew.objects.filter(club=club, crew=crew).delete()


def _is_in_crew(crew: Crew, player: Player) -> bool:
    return CrewMember.objects.filter(crew=crew, player=player, left_at=None).exists()


def _locked(club: Club) -> Club:
    """The club's row, locked: its comings, goings and roles happen one after the other."""
    return Club.objects.select_for_update().get(pk=club.pk)
