"""Services of invitations: create, revoke, accept."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from logbook.lib import quotas as lib_quotas
from logbook.people import invitation_places
from logbook.people import quotas as people_quotas
from logbook.people.exceptions import AccountRequired, InvitationEnded
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import players


@transaction.atomic
def create_invitation(
    *,
    by: Player,
    crew: Model | None = None,
    club: Model | None = None,
    table: Model | None = None,
    as_substitute: bool = False,
) -> Invite:
    """Return the open link into this place, created on demand. For a fresh one, revoke the old one first.

    With `as_substitute` it makes no member: the player can be named in the crew's logbook. Raises what the place
    raises: CrewOnly for the table of a challenge.
    """
    for field, target in (("crew", crew), ("club", club), ("table", table)):
        if target is not None:
            invitation_places.PLACES[field].ensure_invitable(target)
    place = {"crew": crew, "club": club, "table": table, "as_substitute": as_substitute}
    open_ones = Invite.objects.filter(**place, mail_to="", revoked_at=None, expires_at__gt=timezone.now())
    current = open_ones.order_by("-pk").first()
    return current or Invite.objects.create(created_by=by, **place)


def revoke_invitation(*, invite: Invite) -> None:
    """Revoke the link. Idempotent."""
    now = timezone.now()
    Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=now)
    invite.revoked_at = invite.revoked_at or now


@transaction.atomic
def accept_invitation(*, invite: Invite, player: Player, crew: Model | None = None) -> None:
    """Let the player into the link's crew, club or table; into a club with `crew`, if they name one.

    Raises InvitationEnded, AccountRequired, and what taking a seat raises. Idempotent.
    """
    is_revoked = not Invite.objects.filter(
        pk=invite.pk, revoked_at=None
    ).exists()  # It may have ended since it was fetched.
    if is_revoked or not invite.is_open:
        raise InvitationEnded
    place = invitation_places.invitation_place(invite)
    if place.needs_account and player.is_guest:
        raise AccountRequired
    if invite.mail_to and not Invite.objects.filter(pk=invite.pk, used_at=None).update(used_at=timezone.now()):
        raise InvitationEnded  # Another visitor used the same mail first.
    place.admit(invite, player, crew)


@transaction.atomic
def guest_by(*, invite: Invite, name: str) -> Player:
    """Create a guest of this name who came by the link. Raises TooManyGuests."""
    guest = players.create_guest(name=name)
    lib_quotas.take(people_quotas.GUESTS, invite.pk)
    return guest


@transaction.atomic
def accept_as_guest(*, invite: Invite, name: str) -> Player:
    """Create a guest of this name at the link's table; no guest remains if the table refuses.

    Raises TooManyGuests, and what `accept_invitation` raises.
    """
    guest = players.create_guest(name=name)
    accept_invitation(invite=invite, player=guest)
    lib_quotas.take(people_quotas.GUESTS, invite.pk)  # A guest whom a full table refuses does not count.
    return guest
