"""Undo: what was just done can be undone by the player who did it, for ten minutes.

A message after the deed has a form with a signed token, which names the deed, what it was done to, and the player.
Subjects register the services that restore the former state in their `receivers.py`. Such a service checks the player's
rights anew, changes nothing the second time, and raises `Overtaken` where the former state is out of reach by now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest
from django.utils.functional import Promise

from logbook.lib.registry import Registry
from logbook.people.exceptions import TooLateToUndo
from logbook.people.models.players import Player

LASTS: Final = timedelta(minutes=10)
SALT: Final = "logbook.undo"


@dataclass(frozen=True, slots=True)
class Undoable:
    """A kind of deed that can be undone."""

    restore: Callable[..., None]
    """Restore the former state, from `by` and the keyword arguments of the offer."""
    sentence: str | Promise
    """A sentence that is true again afterwards."""


UNDOABLES: Final[Registry[Undoable]] = Registry()
"""The deeds that can be undone, by name."""


def offer(request: HttpRequest, message: str, deed: str, *, by: Player, back: str, **what: Any) -> None:
    """Show the message with an Undo button, which leads `back`. `what` is JSON that the deed's service takes."""
    messages.success(request, message, extra_tags=undo_token(deed, by=by, back=back, **what))


def undo_token(deed: str, *, by: Player, back: str, **what: Any) -> str:
    """Return the token that undoes the deed."""
    return signing.dumps([deed, by.pk, back, what], salt=SALT, compress=True)


def undo(token: str, by: Player) -> tuple[str, str]:
    """Undo what the token names, and return what to say and where to go. Idempotent.

    Raises TooLateToUndo, LookupError for a token that is not this player's, and what the deed's service raises.
    """
    try:
        deed, player, back, what = signing.loads(token, salt=SALT, max_age=LASTS)
    except signing.SignatureExpired as late:
        raise TooLateToUndo from late
    except signing.BadSignature as wrong:
        raise LookupError(token) from wrong
    if player != by.pk:
        raise LookupError(token)
    undoable = UNDOABLES[deed]
    undoable.restore(by=by, **what)
    return str(undoable.sentence), back
