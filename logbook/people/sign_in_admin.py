"""Sign-in of the admin, with the site's limit of wrong passwords and the same count."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.admin.forms import AdminAuthenticationForm


class StaffSignIn(AdminAuthenticationForm):
    """The admin's sign-in form, which refuses after a few tries within minutes, as the site does."""

    def clean(self) -> dict[str, Any]:
        """Check name and password only while tries are left."""
        adapter = get_adapter(self.request)
        adapter.pre_authenticate(self.request, username=self.cleaned_data.get("username", ""))
        return super().clean()
