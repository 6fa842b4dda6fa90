"""Refusals of API tokens, idempotency keys and guests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class TooManyTokens(Refusal):
    """The player has reached the number of tokens."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")


class MalformedKey(Refusal):
    """The request's idempotency key is malformed."""

    status = 400
    sentence = _("“Idempotency-Key” is 1 to 64 visible ASCII characters, without blanks.")


class KeyReused(Refusal):
    """The idempotency key belongs to another request, whose response would hide that this one was not done."""

    status = 422
    sentence = _("This “Idempotency-Key” was sent with another request already. Give each request a key of its own.")


class TooManyGuests(Quota):
    """The link has reached its number of guests."""

    sentence = _("%(most)d guests came by this link within a day. Sign in, or ask for another link.")


class InvitationEnded(Refusal):
    """The link has expired or was revoked."""

    status = 410
    sentence = _("This link has ended. Ask whoever sent it for a new one.")


class AccountRequired(Refusal):
    """The link needs an account: guests sit at tables, but crews and clubs have members."""

    status = 403
    sentence = _("Crews and clubs need an account. Sign up first, then open this link again.")
