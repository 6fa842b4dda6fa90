"""Refusals of lessons."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class MovedOn(Refusal):
    """The lesson has moved on in another tab."""

    status = 409
    sentence = _("This lesson has moved on in another tab. You can go on from here.")


class NoSuchChoice(Refusal):
    """The lesson does not offer the action."""

    status = 422
    sentence = _("This lesson doesn’t offer that. Choose one of the cards or buttons on the page.")
