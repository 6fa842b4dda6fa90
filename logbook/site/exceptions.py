"""What backups and restores refuse."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class SiteNotEmpty(Refusal):
    """A backup would be mixed with what is there."""

    sentence = _("This site has people already. Restore into an empty one: a new database, after `migrate`.")


class UnreadableBackup(Refusal):
    """Nothing was restored."""

    status = 422
    sentence = _("%(name)s cannot be restored: %(why)s.")
