"""What is refused to those who let programs act for them, and to those who run the site."""

from __future__ import annotations

import errno
from typing import Final

from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


class TooManyTokens(Refusal):
    """Nobody needs that many."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")


class KeyUnreadable(Refusal):
    """What was sent as the key of a request is none."""

    status = 400
    sentence = _("“Idempotency-Key” is 1 to 64 visible ASCII characters, without blanks.")


class KeyUsed(Refusal):
    """Whoever sends something else means something else, and would be answered as if it were done."""

    status = 422
    sentence = _("This “Idempotency-Key” was sent with another request already. Give each request a key of its own.")


class Unanswered(Refusal):
    """The database was gone, or too busy, when it was asked. Whether the last word reached it nobody knows."""

    status = 503
    sentence = _("The site could not reach its database. Look again before you repeat this: it may have arrived.")


class NoRoom(Refusal):
    """The disk is full, that of the site or that of its database. What was to be written is not."""

    status = 503
    sentence = _("The site has no room left, so this was not written. Tell whoever runs it, and try again later.")


FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def outage_of(error: BaseException | None) -> Refusal | None:
    """What to say of an error that is nobody's mistake: the database is away or busy, or a disk is full."""
    if isinstance(error, OperationalError):
        return NoRoom() if _says_full(error.__cause__) else Unanswered()
    if isinstance(error, InterfaceError):
        return Unanswered()
    return NoRoom() if isinstance(error, OSError) and error.errno in FULL else None


def _says_full(cause: BaseException | None) -> bool:
    """As SQLite (SQLITE_FULL) and PostgreSQL (disk_full) say it."""
    return getattr(cause, "sqlite_errorname", None) == "SQLITE_FULL" or getattr(cause, "sqlstate", None) == "53100"


class SiteNotEmpty(Refusal):
    """A backup would be mixed with what is there."""

    sentence = _("This site has people already. Restore into an empty one: a new database, after `migrate`.")


class UnreadableBackup(Refusal):
    """Nothing was restored."""

    status = 422
    sentence = _("%(name)s cannot be restored: %(why)s.")
