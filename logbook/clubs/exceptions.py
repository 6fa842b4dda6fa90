"""Refusals of clubs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class WasRemoved(Refusal):
    """The club has removed the player: they play none of its challenges, not even as a member of a crew."""

    status = 403
    sentence = _("%(name)s was removed from the club and can’t play its challenges.")


class NotYours(Refusal):
    """The player may see it, but not change it."""

    status = 403
    sentence = _("You can’t change this: it isn’t yours.")


class TooManyMails(Refusal):
    """The quota of mailed invitations is used up: the site does not send mail to the world."""

    status = 429
    sentence = _(
        "A club can email up to %(most)d invitations a day. Nothing was sent. Share the link "
        "instead, or try again tomorrow."
    )


class TooManyClubs(Quota):
    """The player has opened too many clubs today."""

    sentence = _("You’ve created %(most)d clubs in a day. Wait until tomorrow.")


class OwnerStays(Refusal):
    """The owner cannot leave or lose the role: a club has exactly one owner."""

    sentence = _("You own this club. Make another member the owner first, then you can leave.")


class NotAMember(Refusal):
    """The player is not a member of the club."""

    sentence = _("Only club members can do this. Join the club first.")


class NotInThatCrew(Refusal):
    """The player is not a member of the crew, and only members act for it."""

    status = 403
    sentence = _("Only a member of the crew can add it to a club.")


class RequestTooSoon(Refusal):
    """The player was declined recently, and must wait before a new request."""

    sentence = _("The club has already answered your request. You can ask again a day after it was answered.")


class RemovedFromClub(Refusal):
    """An organizer has removed the player, and only an organizer can let them back."""

    status = 403
    sentence = _("You were removed from this club. Ask an organizer to readmit you.")


class CrewRemoved(Refusal):
    """An organizer has taken the crew out, and only an organizer can let it back."""

    status = 403
    sentence = _("An organizer removed this crew from the club. Ask an organizer to readmit it.")


class NotToBeRemoved(Refusal):
    """The role forbids the removal: organizers remove members, the owner also organizers, and the owner stays."""

    status = 403
    sentence = _("Organizers can remove members. Only the owner can remove an organizer.")
