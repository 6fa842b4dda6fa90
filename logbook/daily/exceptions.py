"""Refusals of the deals of the day."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class DealNotOpen(Refusal):
    """The deal has not opened, or has closed, or could not be prepared."""

    sentence = _("This deal isn’t open, so it can’t be started.")


class DealStillOpen(Refusal):
    """The archive holds deals that have closed."""

    sentence = _("This deal can be played unranked once it has closed.")


class TooLateToStart(Refusal):
    """The last hour is for attempts that have begun."""

    sentence = _("A first try can’t start in the last hour.")


class AlreadyPlayed(Refusal):
    """One of the players has played the deal at another table."""

    sentence = _("%(player)s has already played this deal at another table. Everyone can play it only once.")


class NeedsACrew(Refusal):
    """The deal for crews is not played solo: the other deal of the day is."""

    sentence = _("You need at least two people to play as a crew. Invite someone by link first.")


class NotCounted(Refusal):
    """Places come with the close."""

    sentence = _("Rankings for this deal are published once it closes. Try again then.")


class TooManyPlays(Quota):
    """More tables than a person opens in an hour."""

    sentence = _("You’ve opened %(most)s tables in the last hour. Wait a while, then try again.")
