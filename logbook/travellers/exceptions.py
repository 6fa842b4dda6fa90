"""Refusals of the pages of deals."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class NotTwo(Refusal):
    """A comparison was asked for with more or fewer than two attempts."""

    status = 422
    sentence = _("Choose two different attempts to compare.")


class NotComparable(Refusal):
    """One of the attempts has no record that can be read."""

    status = 422
    sentence = _(
        "We don’t have the cards of one of these attempts: it was played at a real table or under earlier rules, "
        "or it’s still being processed. Choose another one."
    )
