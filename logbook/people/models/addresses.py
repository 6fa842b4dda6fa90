"""Models of email addresses on their way into an account, and of changes that can be taken back."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PendingAddress(models.Model):
    """An address that a player wants to add, until its owner confirms it.

    It is no `EmailAddress` yet: it can neither sign in nor reset a password, and others may sign up with it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pending_addresses")
    email = models.EmailField(_("address"), max_length=254)
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("pending address")
        verbose_name_plural = _("pending addresses")
        ordering = ("email",)
        constraints = (models.UniqueConstraint(fields=("user", "email"), name="one_pending_address"),)

    def __str__(self) -> str:
        return f"pending address {self.pk}"


class AddressChange(models.Model):
    """A change of an account's confirmed addresses, which the addresses of before can take back for a week.

    `before` lists the confirmed addresses that the account had; the first one was the primary one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_changes")
    before = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("address change")
        verbose_name_plural = _("address changes")
        ordering = ("-made_at", "-pk")

    def __str__(self) -> str:
        return f"address change {self.pk}"
