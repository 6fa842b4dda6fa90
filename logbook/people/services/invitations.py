"""Writes links that let somebody in, and lets them in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews, guests
from logbook.lib import leases, queue
from logbook.lib import quotas as lib_quotas
from logbook.lib.exceptions import Refusal
from logbook.people import quotas as people_quotas
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.tables.models import Table
from logbook.tables.services import tables


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


MOST_MAILS_A_DAY = 100
MOST_TRIES = 10
CLAIM = timedelta(minutes=10)
LONGEST_WAIT = timedelta(hours=6)


class TooManyMails(Refusal):
    """Invitations are no way to send mail to the world."""

    status: ClassVar[int] = 429
    sentence: ClassVar[str | Promise] = _(
        "A club can mail %(most)d invitations a day. Nothing was sent; share the link instead, or wait until tomorrow."
    )


@transaction.atomic
def invite_create(
    *,
    by: Player,
    crew: Crew | None = None,
    club: Club | None = None,
    table: Table | None = None,
    as_substitute: bool = False,
) -> Invite:
    """The open link into this place; a new one only if there is none. For a fresh one, revoke the old one first.

    With `as_substitute` it makes nobody a member: who opens it can be named in the crew's logbook.
    Raises CrewOnly for the table of a challenge.
    """
    if table is not None and table.stage_id is not None:
        raise CrewOnly
    place = {"crew": crew, "club": club, "table": table, "as_substitute": as_substitute}
    open_ones = Invite.objects.filter(**place, mail_to="", revoked_at=None, expires_at__gt=timezone.now())
    current = open_ones.order_by("-pk").first()
    return current or Invite.objects.create(created_by=by, **place)


@transaction.atomic
def invites_mail(*, club: Club, by: Player, addresses: Sequence[str]) -> int:
    """A link for one person each, sent by mail; how many are new: who has an open one gets no second.

    Nothing here looks for accounts with these addresses, so that nothing can tell of them. Raises TooManyMails.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    now = timezone.now()
    mailed = Invite.objects.filter(club=club).exclude(mail_to="")
    open_ones = mailed.filter(revoked_at=None, used_at=None, expires_at__gt=now)
    known = {address.lower() for address in open_ones.values_list("mail_to", flat=True)}
    fresh = [address for address in addresses if address.lower() not in known]
    # The club's and the person's own: who opens a second club gets no second day.
    lately = Invite.objects.filter(Q(club=club) | Q(created_by=by), created_at__gt=now - timedelta(days=1))
    if lately.exclude(mail_to="").count() + len(fresh) > MOST_MAILS_A_DAY:
        raise TooManyMails(most=MOST_MAILS_A_DAY)
    for address in fresh:
        invite = Invite.objects.create(club=club, created_by=by, mail_to=address)
        queue.later("people.invitation_send", invite.pk)
    return len(fresh)


def invite_claim(invite_id: int) -> Invite | None:
    """Take a mailed invitation to send it, unless it is sent, has ended, or somebody is at it."""
    now = timezone.now()
    free = Invite.objects.filter(leases.lapsed("claimed_until", LONGEST_WAIT), pk=invite_id, mailed_at=None)
    free = free.exclude(mail_to="").filter(revoked_at=None, used_at=None, expires_at__gt=now)
    if not free.update(claimed_until=now + CLAIM, tries=F("tries") + 1):
        return None
    return Invite.objects.select_related("club", "created_by").get(pk=invite_id)


def invites_unsent() -> list[int]:
    """Mailed invitations whose task was lost, or whose next try is due."""
    now = timezone.now()
    fresh = Q(claimed_until=None) & ~leases.before("created_at", now - timedelta(seconds=90))
    free = leases.lapsed("claimed_until", LONGEST_WAIT) & ~fresh
    waiting = Invite.objects.filter(free, mailed_at=None, tries__lte=MOST_TRIES).exclude(mail_to="")
    waiting = waiting.filter(revoked_at=None, used_at=None, expires_at__gt=now)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


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
    ended = not Invite.objects.filter(pk=invite.pk, revoked_at=None).exists()  # Since it was fetched, perhaps.
    if ended or not invite.is_open:
        raise InviteOver
    if invite.table is not None:
        tables.seat_take(table=invite.table, player=player)
        return
    if player.is_guest:
        raise AccountNeeded
    if invite.mail_to and not Invite.objects.filter(pk=invite.pk, used_at=None).update(used_at=timezone.now()):
        raise InviteOver  # Somebody else was quicker with the same mail.
    if invite.crew is not None and invite.as_substitute:
        guests.substitute_add(crew=invite.crew, player=player)
    elif invite.crew is not None:
        crews.crew_join(crew=invite.crew, player=player)
    if invite.club is not None:
        clubs.club_join(club=invite.club, player=player)
        if crew is not None:
            clubs.crew_enter(club=invite.club, crew=crew, player=player)


@transaction.atomic
def guest_accept(*, invite: Invite, name: str) -> Player:
    """A new guest of this name, let into the link's table; no guest remains if the table lets nobody in.

    Raises TooManyGuests, and what `invite_accept` raises.
    """
    guest = players.guest_create(name=name)
    invite_accept(invite=invite, player=guest)
    lib_quotas.take(people_quotas.GUESTS, invite.pk)  # Whom a full table turns away takes nobody's place.
    return guest
