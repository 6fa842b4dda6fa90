"""Session store (`SESSION_ENGINE`): a session is read together with its player and the player's account."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from logbook.lib import announcements, replica
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.people.models.sessions import Session
from logbook.people.selectors import GUEST_KEY

if TYPE_CHECKING:
    _SessionStore = db.SessionStore[Session]
else:
    _SessionStore = db.SessionStore


_WITH_PLAYER: Final = CompiledQuery(lambda key: Session.objects.select_related("player__user").filter(session_key=key))


class SessionStore(_SessionStore):
    """Django's sessions in the database, with a column for the player."""

    player: Player | None = None
    """The player of the row that was read; None for a session that was not saved since its player came."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the sessions."""
        return Session

    def _get_session_from_db(self) -> Session | None:
        row = _WITH_PLAYER.first(self.session_key) if self.session_key else None
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        self.player = row.player
        return row

    def save(self, must_create: bool = False) -> None:
        """Save the session; while nothing can be written it stays as it is, and its player signed in."""
        if not replica.is_primary_away():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session, and have its open streams end; while nothing can be written it stays."""
        if replica.is_primary_away():
            return
        super().delete(session_key)
        if self.player is not None:
            announcements.announce_access(self.player.pk)

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to save, with the player whom the content names."""
        row = super().create_model_instance(data)
        row.player = _player_in(data)
        return row

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to save, like `create_model_instance`."""
        row = await super().acreate_model_instance(data)
        row.player = await sync_to_async(_player_in)(data)
        return row


def user_of(session: SessionBase) -> User | None:
    """Return the signed-in user read with the session; None where Django has to decide itself."""
    if SESSION_KEY not in session:  # This reads the session, and its player.
        return None
    return _verified_user(session, getattr(session, "player", None))


def players_of_sessions(keys: Collection[str]) -> dict[str, int]:
    """Return the player of each of these sessions that has not ended, by key, in one query."""
    rows = Session.objects.select_related("player__user").filter(session_key__in=keys, expire_date__gt=timezone.now())
    players = {row.session_key: _verified_player(row) for row in rows}
    return {key: player.pk for key, player in players.items() if player is not None}


def _verified_player(row: Session) -> Player | None:
    content = row.get_decoded()
    player = row.player or _player_in(content)
    if player is None:
        return None
    is_theirs = content.get(GUEST_KEY) == player.pk if player.is_guest else _verified_user(content, player) is not None
    return player if is_theirs else None


def _verified_user(content: SessionBase | Mapping[str, Any], player: Player | None) -> User | None:
    """Return the player's user if it is the one whom the session's content names, with the password of then."""
    user = player.user if player is not None else None
    if user is None or str(user.pk) != content.get(SESSION_KEY) or not user.is_active:
        return None
    has_backend = content.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    verified = constant_time_compare(content.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if has_backend and verified else None


def _player_in(data: Mapping[str, Any]) -> Player | None:
    if SESSION_KEY in data:
        return Player.objects.filter(user=data[SESSION_KEY]).first()
    if GUEST_KEY in data:
        return Player.objects.filter(pk=data[GUEST_KEY], user=None).first()
    return None
