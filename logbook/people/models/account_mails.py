"""Model of account mails that wait for the mail server."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AccountMail(models.Model):
    """A mail that confirms an address or sets a password; the row is deleted once it is sent.

    Its text holds a link that opens an account: no page shows it, and no backup holds it.
    """

    to = models.EmailField(_("address"), max_length=254)
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("account email")
        verbose_name_plural = _("account emails")
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return f"mail {self.pk}"
