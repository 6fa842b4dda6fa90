"""Session store (`SESSION_ENGINE`): a session is read together with its player and the player's account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from logbook.people.models.players import Player
from logbook.people.models.sessions import Session
from logbook.people.selectors import GUEST_KEY

if TYPE_CHECKING:
    _SessionStore = db.SessionStore[Session]
else:
    _SessionStore = db.SessionStore


class SessionStore(_SessionStore):
    """Django's sessions in the database, with a column for the player."""

    player: Player | None = None
    """The player of the row that was read; None for a session that was not saved since its player came."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the sessions."""
        return Session

    def _get_session_from_db(self) -> Session | None:
        row = (
            Session.objects.select_related("player__user")
            .filter(session_key=self.session_key, expire_date__gt=timezone.now())
            .first()
        )
        if row is None:
            self._session_key = None
            return None
        self.player = row.player
        return row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to save, with the player whom the content names."""
        row = super().create_model_instance(data)
        row.player = _player_named(data)
        return row


def user_of(session: SessionBase) -> User | None:
    """Return the signed-in user read with the session; None where Django has to decide itself."""
    number, player = session.get(SESSION_KEY), getattr(session, "player", None)
    user = player.user if player is not None else None
    if user is None or str(user.pk) != number or not user.is_active:
        return None
    known = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    verified = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if known and verified else None


def _player_named(data: Mapping[str, Any]) -> Player | None:
    if SESSION_KEY in data:
        return Player.objects.filter(user=data[SESSION_KEY]).first()
    if GUEST_KEY in data:
        return Player.objects.filter(pk=data[GUEST_KEY], user=None).first()
    return None
