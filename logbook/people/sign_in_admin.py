"""The admin's own door counts wrong passwords as the site's does, with the same count."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.admin.forms import AdminAuthenticationForm


class StaffSignIn(AdminAuthenticationForm):
    """Refused, like signing in elsewhere, after a few tries within minutes."""

    def clean(self) -> dict[str, Any]:
        """The name and password, looked at only while there are tries left."""
        adapter = get_adapter(self.request)
        adapter.pre_authenticate(self.request, username=self.cleaned_data.get("username", ""))
        return super().clean()
