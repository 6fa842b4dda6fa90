"""Refusals of replays and of thoughts."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class StillThinking(Refusal):
    """The player has reached the number of waiting thoughts."""

    status = 429
    sentence = _("The bots are still working on your last question. Ask again when they’ve finished.")


class ThoughtEnough(Refusal):
    """The player has reached the hourly quota of thoughts."""

    status = 429
    sentence = _("You’ve asked the bots a lot this hour. Try again later.")


class VariationTooLong(Refusal):
    """The what-if has more moves than a round can have."""

    status = 422
    sentence = _("This what-if has more moves than a round can have. Step back, or go back to the replay.")
