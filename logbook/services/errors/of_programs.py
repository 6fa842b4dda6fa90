"""What is refused to those who let programs act for them, and to those who run the site."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


class TooManyTokens(Refusal):
    """Nobody needs that many."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")


class Unanswered(Refusal):
    """The database was gone, or too busy, when it was asked. Whether the last word reached it nobody knows."""

    status = 503
    sentence = _("The site could not reach its database. Look again before you repeat this: it may have arrived.")


class SiteNotEmpty(Refusal):
    """A backup would be mixed with what is there."""

    sentence = _("This site has people already. Restore into an empty one: a new database, after `migrate`.")


class UnreadableBackup(Refusal):
    """Nothing was restored."""

    status = 422
    sentence = _("%(name)s cannot be restored: %(why)s.")
