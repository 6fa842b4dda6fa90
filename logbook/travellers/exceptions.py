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
        "The site has no cards of one of these attempts: it was played at a real table, or by an earlier version of "
        "the rules, or hasn’t been read yet. Choose another one."
    )
