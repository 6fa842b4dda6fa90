"""Refusals of addresses, API tokens, idempotency keys and guests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class AddressTaken(Refusal):
    """Another account has confirmed the address first."""

    sentence = _("%(email)s already belongs to another account.")


class UnconfirmedAccount(Refusal):
    """The address that the account was opened with is not confirmed."""

    sentence = _("Confirm your first address before you add another one.")


class TooManyTokens(Refusal):
    """The player has reached the number of tokens."""

    sentence = _("You already have twenty active tokens. Revoke one first.")


class TooManyQuietHours(Refusal):
    """The quiet hours are too long."""

    status = 422
    sentence = _("Quiet hours can last up to %(most)d hours a day.")


class TooManyHolidays(Refusal):
    """The year would have too many holidays."""

    status = 422
    sentence = _("You can take up to %(most)d days of holiday per calendar year.")


class MalformedKey(Refusal):
    """The request's idempotency key is malformed."""

    status = 400
    sentence = _("“Idempotency-Key” must be 1 to 64 visible ASCII characters, without spaces.")


class KeyReused(Refusal):
    """The idempotency key belongs to another request, whose response would hide that this one was not done."""

    status = 422
    sentence = _("This “Idempotency-Key” has already been used for another request. Use a new key for each request.")


class TooManyGuests(Quota):
    """The link has reached its number of guests."""

    sentence = _("This link has reached its limit of %(most)d guests a day. Sign in, or ask for another link.")


class InvitationEnded(Refusal):
    """The link has expired or was revoked."""

    status = 410
    sentence = _("This link has expired. Ask the person who sent it for a new one.")


class AccountRequired(Refusal):
    """The link needs an account: guests sit at tables, but crews and clubs have members."""

    status = 403
    sentence = _("You need an account to join a crew or a club. Sign up, then open this link again.")


class TooLateToUndo(Refusal):
    """Undo lasts a few minutes."""

    status = 410
    sentence = _("It’s too late to undo this: you can undo a change for ten minutes. Nothing was changed.")


class Overtaken(Refusal):
    """The former state is out of reach: another change came in between."""

    sentence = _("This has changed again in the meantime, so it can’t be undone. Nothing was changed.")


class TooManyInNetwork(Quota):
    """A network of very many addresses sends forms of accounts."""

    sentence = _("Too many people on your network are signing in or signing up right now. Try again in a minute.")
