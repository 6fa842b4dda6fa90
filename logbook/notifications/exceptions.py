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


class UnusableSubscription(Refusal):
    """The address or the keys are none to which the site can send."""

    status = 422
    sentence = _("This browser’s push service can’t be used. Try another browser.")


class TooManyDevices(Refusal):
    """The person has too many devices."""

    sentence = _("Up to %(most)d devices can show you notifications. Remove one first.")


class UnknownDevice(Refusal):
    """The device is not, or no longer, the person's."""

    status = 404
    sentence = _("Notifications are off on this device. Turn them on first.")


class TooManyPushTests(Quota):
    """A person tested their devices too often."""

    sentence = _("You’ve sent %(most)d tests in the past hour. Try again later.")
