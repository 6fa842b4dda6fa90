"""Refusals of replays and of thoughts."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class StillThinking(Refusal):
    """The player has reached the number of waiting thoughts."""

    status = 429
    sentence = _("The bots are still thinking about what you asked before. Ask again when they are done.")


class ThoughtEnough(Refusal):
    """The player has reached the hourly quota of thoughts."""

    status = 429
    sentence = _("You have asked the bots very often this hour. Ask again later.")
