"""Writes links that let somebody in, and lets them in."""

from __future__ import annotations

from typing import ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.models import Club, Crew, Invite, Player, Table

from . import clubs, crews, people, tables
from .errors import Refusal


class InviteOver(Refusal):
    """The link has ended, by itself or because somebody ended it."""

    status: ClassVar[int] = 410
    sentence: ClassVar[str | Promise] = _("This link has ended. Ask whoever sent it for a new one.")


class CrewOnly(Refusal):
    """A challenge is played by the members of a crew."""

    sentence: ClassVar[str | Promise] = _("Only the crew plays its challenge: invite people into the crew instead.")


class AccountNeeded(Refusal):
    """Guests sit at tables; crews and clubs are for people who come back."""

    status: ClassVar[int] = 403
    sentence: ClassVar[str | Promise] = _("Crews and clubs need an account. Sign up first, then open this link again.")


@transaction.atomic
def invite_create(
    *, by: Player, crew: Crew | None = None, club: Club | None = None, table: Table | None = None
) -> Invite:
    """The open link into this place; a new one only if there is none. For a fresh one, revoke the old one first.

    Raises CrewOnly for the table of a challenge.
    """
    if table is not None and table.stage_id is not None:
        raise CrewOnly
    place = {"crew": crew, "club": club, "table": table}
    current = Invite.objects.filter(**place, revoked_at=None, expires_at__gt=timezone.now()).order_by("-pk").first()
    return current or Invite.objects.create(created_by=by, **place)


def invite_revoke(*, invite: Invite) -> None:
    """End the link now. Doing it twice changes nothing more."""
    now = timezone.now()
    Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=now)
    invite.revoked_at = invite.revoked_at or now


@transaction.atomic
def invite_accept(*, invite: Invite, player: Player, crew: Crew | None = None) -> None:
    """Let the person into the link's crew, club or table; into a club, with this crew of theirs if they name one.

    Raises InviteOver, AccountNeeded, and what taking a seat raises. Doing it twice changes nothing more.
    """
    if not invite.is_open:
        raise InviteOver
    if invite.table is not None:
        tables.seat_take(table=invite.table, player=player)
        return
    if player.is_guest:
        raise AccountNeeded
    if invite.crew is not None:
        crews.crew_join(crew=invite.crew, player=player)
    if invite.club is not None:
        clubs.club_join(club=invite.club, player=player)
        if crew is not None:
            clubs.crew_enter(club=invite.club, crew=crew, player=player)


@transaction.atomic
def guest_accept(*, invite: Invite, name: str) -> Player:
    """A new guest of this name, let into the link's table; no guest remains if the table lets nobody in."""
    guest = people.guest_create(name=name)
    invite_accept(invite=invite, player=guest)
    return guest
