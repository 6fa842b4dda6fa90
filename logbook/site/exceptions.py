"""Refusals of backups and restores."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class SiteNotEmpty(Refusal):
    """A restored backup would mix with existing data."""

    sentence = _("This site already has players. Restore into an empty site: a new database, after `migrate`.")


class UnreadableBackup(Refusal):
    """The file is no readable backup; nothing was restored."""

    status = 422
    sentence = _("%(name)s can’t be restored: %(why)s.")
