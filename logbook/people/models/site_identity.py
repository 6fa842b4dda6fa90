"""Model of the site's identity."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

THE_ONE = 1


def secret_new() -> str:
    """Return 32 random bytes in hexadecimal."""
    return secrets.token_hex(32)


class SiteIdentity(models.Model):
    """The secret of the site, one row, from which all lasting keys derive (`logbook.people.site_identity`).

    It outlives `SECRET_KEY`: it is backed up and restored with the site. No page, log, export or admin shows it.
    `export_key` is the key under which a site named its exports before it had an identity; newer sites have none.
    `push_key` is the private key with which the site signs what it sends by Web Push; it is made at its first use.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE, editable=False)
    secret = models.CharField(max_length=64, default=secret_new, editable=False)
    export_key = models.CharField(max_length=64, blank=True, editable=False)
    push_key = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("site identity")
        verbose_name_plural = _("site identities")
        constraints = (models.CheckConstraint(condition=models.Q(pk=THE_ONE), name="one_site_identity"),)

    def __str__(self) -> str:
        return "the identity of this site"
