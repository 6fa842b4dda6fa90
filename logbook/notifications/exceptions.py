"""Refusals of notifications."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota


class TooManyTests(Quota):
    """A club tested its webhooks too often."""

    sentence = _("The club's webhooks were tested %(most)d times within an hour. Wait a while.")
