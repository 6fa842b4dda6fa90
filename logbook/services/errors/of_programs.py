"""What is refused to those who let programs act for them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


class TooManyTokens(Refusal):
    """Nobody needs that many."""

    sentence = _("You have twenty open tokens already. Revoke one that you do not need.")
