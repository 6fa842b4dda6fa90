"""What services refuse around replays and what bots think for a reader."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class StillThinking(Refusal):
    """A person asks for more thinking before what they asked for is done."""

    status = 429
    sentence = _("The bots are still thinking about what you asked before. Ask again when they are done.")


class ThoughtEnough(Refusal):
    """A person has had bots think as often as anybody may within an hour."""

    status = 429
    sentence = _("You have asked the bots very often this hour. Ask again later.")
