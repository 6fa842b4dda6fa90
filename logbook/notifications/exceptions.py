"""Refusals of notifications."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Quota, Refusal


class TooManyTests(Quota):
    """A club tested its webhooks too often."""

    sentence = _("The club's webhooks were tested %(most)d times within an hour. Wait a while.")


class WebhookExists(Refusal):
    """The club already has this address; every message would arrive twice."""

    sentence = _("This address is one of the club's webhooks already.")


class TooManyWebhooks(Refusal):
    """The club has too many webhooks."""

    sentence = _("A club can have five webhooks. Take one away first.")
