"""What a new password does beside opening the account."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from logbook.people.models.players import Player
from logbook.people.services import sessions


class KeyRevokingValidator:
    """With the old password end the tokens and calendar addresses that were made while it held.

    Django tells its validators of every new password, through whichever door it came: a page, a link in a mail, the
    admin or a command. Hashing the same password anew is none.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Any will do: the others judge it."""

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """End them."""
        player = Player.objects.filter(user=user.pk).first() if user is not None and user.pk else None
        if player is not None:
            sessions.revoke_all_keys(player=player)
