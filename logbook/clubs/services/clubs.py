"""Services of clubs: creation, joining and leaving, roles, crews."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from logbook.clubs import quotas
from logbook.clubs.exceptions import (
    CrewRemoved,
    NotAMember,
    NotInThatCrew,
    NotYours,
    OwnerStays,
    RemovedFromClub,
    RequestTooSoon,
)
from logbook.clubs.models import Club, ClubCrew, ClubCrewRemoval, ClubMember, FormerClubMember, JoinRequest
from logbook.clubs.signals import crew_removed, crew_withdrawing, join_requested
from logbook.crews.models.crews import Crew, CrewMember
from logbook.lib import quotas as lib_quotas
from logbook.lib.slugs import free_slug
from logbook.people.models.players import Player


def open_club(*, player: Player, name: str, about: str = "", public: bool = False) -> Club:
    """Create a club at a player's wish. Raises TooManyClubs."""
    lib_quotas.take(quotas.CLUBS, player.pk)
    return create_club(player=player, name=name, about=about, public=public)


@transaction.atomic
def create_club(*, player: Player, name: str, about: str = "", public: bool = False) -> Club:
    """Create a club that the player owns."""
    club = Club.objects.create(name=name, about=about, public=public, slug=free_slug(Club.objects, name))
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.OWNER)
    return club


def change_club(*, club: Club, name: str, about: str, public: bool) -> None:
    """Change the club's name, description and publicity. Its slug stays."""
    club.name, club.about, club.public = name, about, public
    club.save(update_fields=["name", "about", "public"])


@transaction.atomic
def delete_club(*, club: Club) -> None:
    """Delete the club with its challenges and all their attempts."""
    lock_club(club).delete()


@transaction.atomic
def join_club(*, club: Club, player: Player) -> None:
    """Make the player a member. Idempotent. Raises RemovedFromClub."""
    lock_club(club)
    if club.removals.filter(player=player).exists():
        raise RemovedFromClub
    ClubMember.objects.get_or_create(club=club, player=player)
    requests = JoinRequest.objects.filter(club=club, player=player, state=JoinRequest.State.WAITING)
    requests.update(state=JoinRequest.State.ACCEPTED, answered_at=timezone.now())


@transaction.atomic
def ask_to_join(*, club: Club, player: Player, text: str) -> None:
    """Request to join. Raises RequestTooSoon. A second request, or one by a member, changes nothing."""
    lock_club(club)
    if club.members.filter(player=player).exists():
        return
    request, new = JoinRequest.objects.get_or_create(club=club, player=player, defaults={"words": text})
    if new:
        join_requested.send(Club, request=request)
    if new or request.state == JoinRequest.State.WAITING:
        return
    if not request.may_ask_again:
        raise RequestTooSoon
    # Asking and withdrawing in turn sends the organizers one mail a day.
    is_news = timezone.now() >= request.asked_at + JoinRequest.AGAIN_AFTER
    request.words, request.state = text, JoinRequest.State.WAITING
    request.asked_at = timezone.now() if is_news else request.asked_at
    request.answered_at = request.answered_by = None
    request.save()
    if is_news:
        join_requested.send(Club, request=request)


def withdraw_join_request(*, club: Club, player: Player) -> bool:
    """Withdraw the player's waiting request; False if it was answered meanwhile, or there is none."""
    waiting = JoinRequest.objects.filter(club=club, player=player, state=JoinRequest.State.WAITING)
    return bool(waiting.update(state=JoinRequest.State.WITHDRAWN, answered_at=timezone.now(), answered_by=None))


@transaction.atomic
def answer_join_request(*, request: JoinRequest, by: Player, accept: bool) -> bool:
    """Accept or decline a join request; False if it was answered already: the first answer stays."""
    club = lock_club(request.club)
    state = JoinRequest.State.ACCEPTED if accept else JoinRequest.State.DECLINED
    requests = JoinRequest.objects.filter(pk=request.pk, state=JoinRequest.State.WAITING)
    if not requests.update(state=state, answered_at=timezone.now(), answered_by=by):
        return False
    if accept:
        club.removals.filter(player=request.player).delete()
        join_club(club=club, player=request.player)
    return True


@transaction.atomic
def leave_club(*, club: Club, player: Player) -> None:
    """End the player's membership. Raises OwnerStays. Idempotent."""
    lock_club(club)
    member = club.members.filter(player=player).first()
    if member is None:
        return
    if member.role == ClubMember.Role.OWNER:
        raise OwnerStays
    end_membership(member)


def end_membership(member: ClubMember) -> None:
    """End a membership, and note how long it lasted. The caller's transaction has locked the club."""
    FormerClubMember.objects.create(club=member.club, player=member.player, joined_at=member.joined_at)
    member.delete()


@transaction.atomic
def change_role(*, club: Club, by: Player, player: Player, role: str) -> None:
    """Give a member a role; only the owner may. An owner who hands the club over becomes an organizer.

    Raises NotYours, NotAMember, OwnerStays.
    """
    lock_club(club)
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
def enter_crew(*, club: Club, crew: Crew, player: Player) -> None:
    """Enter the crew in the club, for a player who belongs to both.

    Raises NotAMember, NotInThatCrew, CrewRemoved. Idempotent.
    """
    lock_club(club)
    if not club.members.filter(player=player).exists():
        raise NotAMember
    if not _is_in_crew(crew, player):
        raise NotInThatCrew
    if club.crew_removals.filter(crew=crew).exists():
        raise CrewRemoved
    ClubCrew.objects.get_or_create(club=club, crew=crew)


@transaction.atomic
def withdraw_crew(*, club: Club, crew: Crew, player: Player) -> None:
    """Take the crew out of the club, as one of its members or as an organizer. Its results stay.

    Raises NotInThatCrew. Idempotent.
    """
    lock_club(club)
    organizers = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    organizes = club.members.filter(player=player, role__in=organizers).exists()
    if not organizes and not _is_in_crew(crew, player):
        raise NotInThatCrew
    crew_withdrawing.send(Club, club=club, crew=crew)
    withdrawn, _rows = ClubCrew.objects.filter(club=club, crew=crew).delete()
    if withdrawn and not _is_in_crew(crew, player):
        removal, new = ClubCrewRemoval.objects.get_or_create(club=club, crew=crew, defaults={"removed_by": player})
        if new:
            crew_removed.send(ClubCrewRemoval, removal=removal)


@transaction.atomic
def readmit_crew(*, removal: ClubCrewRemoval) -> None:
    """End the removal: a member of the club may bring the crew in again."""
    lock_club(removal.club)
    removal.delete()


def _is_in_crew(crew: Crew, player: Player) -> bool:
    return CrewMember.objects.filter(crew=crew, player=player, left_at=None).exists()


def lock_club(club: Club) -> Club:
    """Lock the club's row: its memberships and roles change one after the other."""
    return Club.objects.select_for_update().get(pk=club.pk)
