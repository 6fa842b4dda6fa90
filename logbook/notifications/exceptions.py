"""Refusals of notifications."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class TooManyTests(Quota):
    """A club tested its webhooks too often."""

    sentence = _("The club’s webhooks have been tested %(most)d times in the past hour. Try again later.")


class WebhookExists(Refusal):
    """The club already has this address; every message would arrive twice."""

    sentence = _("The club already has a webhook with this URL.")


class TooManyWebhooks(Refusal):
    """The club has too many webhooks."""

    sentence = _("A club can have up to five webhooks. Remove one first.")
