"""Password validator that ends keys: a new password revokes what the old one has opened."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.people.services import sessions


class KeyRevokingValidator:
    """End the tokens and calendar addresses that were made under the old password.

    Django reports every new password to its validators, whether set on a page, by a mailed link, in the admin or by a
    command. A new hash of the same password is not reported.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Accept every password: the other validators judge it."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Revoke the player's keys, and have the open streams of their other browsers end."""
        player = Player.objects.filter(user=user.pk).first() if user is not None and user.pk else None
        if player is not None:
            sessions.revoke_all_keys(player=player)
            announcements.announce_access(player.pk)
