"""Refusals that all subjects share: quotas and outages."""

from __future__ import annotations

import errno
import re
from typing import ClassVar, Final

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games
from logbook.lib.replica import is_primary_away


class Refusal(Exception):
    """Nothing was changed; `sentence` gives the person the reason."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = _("This can’t be done right now.")

    def __init__(self, **params: object) -> None:
        super().__init__()
        self.params = params

    @property
    def code(self) -> str:
        """Return the refusal's name for programs: `no-room`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


def status_of(error: Refusal | games.GameError) -> int:
    """Return the HTTP status of this refusal."""
    if isinstance(error, Refusal):
        return error.status
    return 400 if isinstance(error, games.UnreadableAction) else 422


class Unreadable(Refusal):
    """The form is one that no page of the site sends."""

    status = 400
    sentence = _("We couldn’t read that. Reload the page and try again.")


class Quota(Refusal):
    """A quota is used up for now."""

    status = 429


class TooManyStreams(Quota):
    """A reader follows too many pages at once."""

    sentence = _("You have too many pages open. Close some of them. Meanwhile, this page updates by itself.")


class Unanswered(Refusal):
    """The database was gone or too busy. Whether it committed the last statement is unknown."""

    status = 503
    sentence = _("The site couldn’t reach its database. Check before you try again: your change may have been saved.")


class ReadOnlyNow(Refusal):
    """The site is in read-only mode, for maintenance."""

    status = 503
    retry_seconds: ClassVar[int] = 60
    """The seconds after which a program may try again."""
    sentence = _(
        "The site is being maintained. You can read everything, but nothing can be changed or played for a few minutes."
    )


class PrimaryAway(ReadOnlyNow):
    """The primary database is away, and its replica is read."""

    retry_seconds = 5
    sentence = _(
        "You can read everything, but you can’t play or change anything right now. Play will resume on its own."
    )


class NoRoom(Refusal):
    """The disk is full, the site's or its database's. The write was lost."""

    status = 503
    sentence = _(
        "The site is out of storage, so this wasn’t saved. Tell the site’s administrator, and try again later."
    )


class StorageUnavailable(Refusal):
    """The storage of uploaded files does not answer, or refuses the site."""

    status = 503
    sentence = _("The site can’t reach its file storage. Try again in a few minutes.")


FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def outage_of(error: BaseException | None) -> Refusal | None:
    """Return the refusal of an error that is not the caller's: the database is away or busy, or a disk is full."""
    if isinstance(error, OperationalError) and _says_full(error.__cause__):
        return NoRoom()
    if isinstance(error, OperationalError | InterfaceError):
        return PrimaryAway() if is_primary_away() else Unanswered()
    return NoRoom() if isinstance(error, OSError) and error.errno in FULL else None


def _says_full(cause: BaseException | None) -> bool:
    """Return whether SQLite (SQLITE_FULL) or PostgreSQL (disk_full) reports a full disk."""
    return getattr(cause, "sqlite_errorname", None) == "SQLITE_FULL" or getattr(cause, "sqlstate", None) == "53100"
