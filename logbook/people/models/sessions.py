"""Model of sessions."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from logbook.people.models.players import Player


class Session(AbstractBaseSession):
    """A browser's session, with the player whose requests it carries: one query finds both."""

    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, editable=False, related_name="+")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return the store of `SESSION_ENGINE`."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
