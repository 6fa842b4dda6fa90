"""Forms of email addresses."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from logbook.people import accounts
from logbook.people.exceptions import UnconfirmedAccount
from logbook.people.forms.profile import PlainForm
from logbook.people.services import addresses


class AddEmailForm(PlainForm, account_forms.AddEmailForm):  # type: ignore[misc]
    """Another email address. The account has it once its owner has confirmed it."""

    def clean_email(self) -> str:
        """Refuse a second address for an account whose first one may be another person's."""
        if addresses.is_unconfirmed(self.user):
            raise forms.ValidationError(UnconfirmedAccount.sentence)
        email: str = super().clean_email()
        return email

    def save(self, request: HttpRequest) -> Any:
        """Mail the address a link, and return a row that is not stored. Raises UnconfirmedAccount."""
        pending = addresses.ask_for_address(user=self.user, email=self.cleaned_data["email"])
        accounts.mail_confirmation(pending)
        return EmailAddress(user=self.user, email=pending.email)


class ResetPasswordForm(PlainForm, account_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address that gets the link. One that the account has had for less than a week gets none."""

    users: list[User]

    def clean_email(self) -> str:
        """Find the accounts of the address."""
        email: str = super().clean_email()
        self.users = [user for user in self.users if not addresses.is_new(user=user, email=email)]
        return email


class OwnPasswordForm(forms.Form):
    """The password of an account whose address is to be confirmed."""

    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Enter the password for this account.")},
    )

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(data)
        self._request, self._user = request, user

    def clean_password(self) -> str:
        """Compare it, within the limits of signing in."""
        password: str = self.cleaned_data["password"]
        found = get_adapter().authenticate(self._request, email=self._user.email, password=password)
        if found is None or found.pk != self._user.pk:
            raise forms.ValidationError(_("This isn’t the password for this account."))
        return password
