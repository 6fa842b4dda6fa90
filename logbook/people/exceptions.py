"""What is refused to those who let programs act for them, and to those who run the site."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class TooManyTokens(Refusal):
    """Nobody needs that many."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")


class KeyUnreadable(Refusal):
    """What was sent as the key of a request is none."""

    status = 400
    sentence = _("“Idempotency-Key” is 1 to 64 visible ASCII characters, without blanks.")


class KeyUsed(Refusal):
    """Whoever sends something else means something else, and would be answered as if it were done."""

    status = 422
    sentence = _("This “Idempotency-Key” was sent with another request already. Give each request a key of its own.")


class TooManyGuests(Quota):
    """Very many guests came by one link."""

    sentence = _("%(most)d guests came by this link within a day. Sign in, or ask for another link.")
