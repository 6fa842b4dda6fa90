"""Receivers of people, and what a guest hands over there."""

from __future__ import annotations

from logbook.people import accounts, handover, site_identity
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def listen() -> None:
    """Subscribe to sign-ins and to the database, and register the handover."""
    accounts.listen()
    site_identity.listen()
    handover.HANDED_OVER.register("Invite.created_by", _invites)
    handover.stays("ApiToken.player")
    handover.stays("QuietHours.player", "Holiday.player", reason="Only players with an account have quiet times.")
    handover.stays("Session.player", reason="The sign-in saves the session anew, with the account's player.")
    handover.stays("IdempotencyRecord.player", reason="Belongs to the guest's session, which ends with the sign-in.")


def _invites(guest: Player, player: Player) -> None:
    Invite.objects.filter(created_by=guest).update(created_by=player)
