"""Services of mailed club invitations: each lets one person in, once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from logbook.clubs.exceptions import TooManyMails
from logbook.clubs.models import Club
from logbook.lib import leases, queue
from logbook.lib.mail import Mail, MailRefused, postpone, send_mail, site_address
from logbook.lib.time_zones import moment_text
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player

logger = logging.getLogger(__name__)

MOST_MAILS_A_DAY = 100
MOST_TRIES = 10
CLAIM = timedelta(minutes=10)
LONGEST_WAIT = timedelta(hours=6)


@transaction.atomic
def mail_invitations(*, club: Club, by: Player, addresses: Sequence[str]) -> int:
    """Mail an invitation to each address; return how many are new: an open one is not sent twice.

    No account is looked up by these addresses, so that the answer reveals none. Raises TooManyMails.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    now = timezone.now()
    mailed = Invite.objects.filter(club=club).exclude(mail_to="")
    open_ones = mailed.filter(revoked_at=None, used_at=None, expires_at__gt=now)
    invited = {address.lower() for address in open_ones.values_list("mail_to", flat=True)}
    fresh = [address for address in addresses if address.lower() not in invited]
    # The quota counts the club's and the player's mails: a second club brings no second quota.
    lately = Invite.objects.filter(Q(club=club) | Q(created_by=by), created_at__gt=now - timedelta(days=1))
    if lately.exclude(mail_to="").count() + len(fresh) > MOST_MAILS_A_DAY:
        raise TooManyMails(most=MOST_MAILS_A_DAY)
    for address in fresh:
        invite = Invite.objects.create(club=club, created_by=by, mail_to=address)
        queue.later("clubs.send_invitation", invite.pk)
    return len(fresh)


def claim_invitation(invite_id: int) -> Invite | None:
    """Claim a mailed invitation for sending, unless it is sent, has ended, or another worker has it."""
    now = timezone.now()
    free = Invite.objects.filter(leases.is_expired("claimed_until", LONGEST_WAIT), pk=invite_id, mailed_at=None)
    free = free.exclude(mail_to="").filter(revoked_at=None, used_at=None, expires_at__gt=now)
    if not free.update(claimed_until=now + CLAIM, tries=F("tries") + 1):
        return None
    return Invite.objects.select_related("club", "created_by").get(pk=invite_id)


def unsent_invitations() -> list[int]:
    """Return mailed invitations whose task was lost, or whose next try is due."""
    now = timezone.now()
    fresh = Q(claimed_until=None) & ~leases.before("created_at", now - timedelta(seconds=90))
    free = leases.is_expired("claimed_until", LONGEST_WAIT) & ~fresh
    invitations = Invite.objects.filter(free, mailed_at=None, tries__lte=MOST_TRIES).exclude(mail_to="")
    invitations = invitations.filter(revoked_at=None, used_at=None, expires_at__gt=now)
    return list(invitations.order_by("pk").values_list("pk", flat=True))


def send_invitation(*, invite_id: int) -> None:
    """Send a mailed invitation, once."""
    invite = claim_invitation(invite_id)
    if invite is None or invite.club is None:
        return
    try:
        # The invited person's language is unknown: most likely it is the sender's.
        with translation.override(invite.created_by.reads):
            send_mail(_invitation(invite, invite.club))
    except MailRefused:
        logger.warning("Invitation %s was refused by the mail server", invite.pk)
    except OSError as error:
        if invite.tries < MOST_TRIES:
            postpone(invite, error)
            return
    Invite.objects.filter(pk=invite.pk).update(mailed_at=timezone.now())


def _invitation(invite: Invite, club: Club) -> Mail:
    context = {"invite": invite, "club": club, "until": moment_text(invite.expires_at),
               "address": site_address(reverse("invite", args=[invite.token]))}  # fmt: skip
    subject = _("You’re invited to join %(club)s") % {"club": club}
    return Mail(invite.mail_to, subject, "clubs/mail/invitation", context, f"invitation-{invite.pk}")
