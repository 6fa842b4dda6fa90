"""What is refused to those who let programs act for them, and to those who run the site."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


class TooManyTokens(Refusal):
    """Nobody needs that many."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")


class SiteNotEmpty(Refusal):
    """A backup would be mixed with what is there."""

    sentence = _("This site has people already. Restore into an empty one: a new database, after `migrate`.")


class UnreadableBackup(Refusal):
    """Nothing was restored."""

    status = 422
    sentence = _("%(name)s cannot be restored: %(why)s.")
