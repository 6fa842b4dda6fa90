"""Refusals of clubs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class WasRemoved(Refusal):
    """The club has removed the player: they play none of its challenges, not even as a member of a crew."""

    status = 403
    sentence = _("%(name)s was removed from the club and cannot play its challenges.")


class NotYours(Refusal):
    """The player may see it, but not change it."""

    status = 403
    sentence = _("This is not yours to change.")


class TooManyMails(Refusal):
    """The quota of mailed invitations is used up: the site does not send mail to the world."""

    status = 429
    sentence = _(
        "A club can mail %(most)d invitations a day. Nothing was sent; share the link instead, or wait until tomorrow."
    )
