"""Where accounts (django-allauth) meet players: signing up and in claims what the session's guest held."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.forms import Form
from django.http import HttpRequest
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.models import Player
from logbook.selectors.people import GUEST_KEY, guest_of, language_of
from logbook.services import people


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Django-allauth's questions, answered by this site."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "too_many_login_attempts": _("Too many wrong passwords: wait five minutes, then try again."),
    }

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Keep the new account and give it a player."""
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            _player_open(request, saved, name=form.cleaned_data.get("name", ""))
            # Whoever signs up reads this language; mails come in it from now on. (The request has just got its player.)
            people.language_set(player=request.player, language=translation.get_language())  # type: ignore[attr-defined]
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to whoever has an account in their language, whoever asked for the mail."""
        player = Player.objects.filter(user=context.get("user")).first() if context.get("user") else None
        with translation.override(language_of(player) or translation.get_language()):
            super().send_mail(template_prefix, email, context)


def listen() -> None:
    """Claim the guest at every sign-in, through whichever door."""
    user_logged_in.connect(_signed_in, dispatch_uid="logbook.claim_guest")


def _signed_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    _player_open(request, user)


def _player_open(request: HttpRequest, user: User, *, name: str = "") -> None:
    guest = guest_of(session=request.session)
    request.player = people.player_open(user=user, name=name, guest=guest)  # type: ignore[attr-defined]
    request.session.pop(GUEST_KEY, None)
